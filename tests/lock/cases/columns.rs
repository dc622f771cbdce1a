//! Changes of columns and their names.

/// `Cell` `Added`: `note`
mod option_added {
    mod before {
        #[derive(HTable)]
        #[table("LOCKED:OPTION_ADDED")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            left: i64,
        }
    }

    mod wrong {
        #[derive(HTable)]
        #[table("LOCKED:OPTION_ADDED")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            left: i64,
            note: Option<String>,
        }
    }
}

/// `Cell` `Removed`
mod option_removed {
    mod before {
        #[derive(HTable)]
        #[table("LOCKED:OPTION_REMOVED")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            left: i64,
            note: Option<String>,
        }
    }

    mod wrong {
        #[derive(HTable)]
        #[table("LOCKED:OPTION_REMOVED")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            left: i64,
        }
    }
}

/// `Cell` `Changed`: `remark`
mod option_renamed {
    mod before {
        #[derive(HTable)]
        #[table("LOCKED:OPTION_RENAMED")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            left: i64,
            note: Option<String>,
        }
    }

    mod wrong {
        #[derive(HTable)]
        #[table("LOCKED:OPTION_RENAMED")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            left: i64,
            remark: Option<String>,
        }
    }

    mod right {
        #[derive(HTable)]
        #[table("LOCKED:OPTION_RENAMED")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            left: i64,
            #[column("NOTE")]
            remark: Option<String>,
        }
    }
}

/// `Cell` `Changed`: `note`
mod option_in_another_family {
    mod before {
        #[derive(HTable)]
        #[table("LOCKED:OPTION_IN_ANOTHER_FAMILY")]
        #[family("D1")]
        #[family("D2")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            #[family("D1")]
            left: i64,
            #[family("D1")]
            note: Option<String>,
            #[family("D2")]
            seen: Option<bool>,
        }
    }

    mod wrong {
        #[derive(HTable)]
        #[table("LOCKED:OPTION_IN_ANOTHER_FAMILY")]
        #[family("D1")]
        #[family("D2")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            #[family("D1")]
            left: i64,
            #[family("D2")]
            note: Option<String>,
            #[family("D2")]
            seen: Option<bool>,
        }
    }

    mod right {
        #[derive(HTable)]
        #[table("LOCKED:OPTION_IN_ANOTHER_FAMILY")]
        #[family("D1")]
        #[family("D2")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            #[family("D1")]
            left: i64,
            #[family("D1")]
            note: Option<String>,
            #[family("D2")]
            #[column("NOTE_2")]
            new_note: Option<String>,
            #[family("D2")]
            seen: Option<bool>,
        }
    }
}

/// `RequiredCell` `Added`: `ordered`
mod required_added {
    mod before {
        #[derive(HTable)]
        #[table("LOCKED:REQUIRED_ADDED")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            left: i64,
        }
    }

    mod wrong {
        #[derive(HTable)]
        #[table("LOCKED:REQUIRED_ADDED")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            left: i64,
            ordered: i64,
        }
    }

    mod right {
        #[derive(HTable)]
        #[table("LOCKED:REQUIRED_ADDED")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            left: i64,
            #[column(default)]
            ordered: i64,
        }
    }
}

/// `RequiredCell` `Removed`
mod required_removed {
    mod before {
        #[derive(HTable)]
        #[table("LOCKED:REQUIRED_REMOVED")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            left: i64,
            ordered: i64,
        }
    }

    mod wrong {
        #[derive(HTable)]
        #[table("LOCKED:REQUIRED_REMOVED")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            left: i64,
        }
    }
}

/// `RequiredCell` `Changed`: `in_stock`
mod required_renamed {
    mod before {
        #[derive(HTable)]
        #[table("LOCKED:REQUIRED_RENAMED")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            left: i64,
        }
    }

    mod wrong {
        #[derive(HTable)]
        #[table("LOCKED:REQUIRED_RENAMED")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            in_stock: i64,
        }
    }

    mod right {
        #[derive(HTable)]
        #[table("LOCKED:REQUIRED_RENAMED")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            #[column("LEFT")]
            in_stock: i64,
        }
    }
}

/// `FormerCell` `Added`: `note`
mod name_of_a_removed_column {
    mod earlier {
        #[derive(HTable)]
        #[table("LOCKED:NAME_OF_A_REMOVED_COLUMN")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            left: i64,
            note: Option<String>,
        }
    }

    mod before {
        #[derive(HTable)]
        #[table("LOCKED:NAME_OF_A_REMOVED_COLUMN")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            left: i64,
        }
    }

    mod wrong {
        #[derive(HTable)]
        #[table("LOCKED:NAME_OF_A_REMOVED_COLUMN")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            left: i64,
            note: Option<u64>,
        }
    }

    mod right {
        #[derive(HTable)]
        #[table("LOCKED:NAME_OF_A_REMOVED_COLUMN")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            left: i64,
            #[column("NOTE_2")]
            note: Option<u64>,
        }
    }
}

/// `RequiredCell` `Changed`: `address`
mod group_prefix_changed {
    mod before {
        #[derive(Columns)]
        pub struct Address {
            street: String,
        }

        #[derive(HTable)]
        #[table("LOCKED:GROUP_PREFIX_CHANGED")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            #[column(flatten, prefix = "HOME_")]
            address: Address,
        }
    }

    mod wrong {
        #[derive(Columns)]
        pub struct Address {
            street: String,
        }

        #[derive(HTable)]
        #[table("LOCKED:GROUP_PREFIX_CHANGED")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            #[column(flatten, prefix = "WORK_")]
            address: Address,
        }
    }

    mod right {
        #[derive(Columns)]
        pub struct Address {
            street: String,
        }

        #[derive(HTable)]
        #[table("LOCKED:GROUP_PREFIX_CHANGED")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            #[column(flatten, prefix = "HOME_")]
            work_address: Address,
        }
    }
}
