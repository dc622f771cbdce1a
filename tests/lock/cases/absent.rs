//! Changes of what an absent value is: `Option`, `default`, `store_none`, `counter`.

/// `AbsentValue` `Added`: `left`
mod default_added {
    mod before {
        #[derive(HTable)]
        #[table("LOCKED:DEFAULT_ADDED")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            left: i64,
        }
    }

    mod wrong {
        #[derive(HTable)]
        #[table("LOCKED:DEFAULT_ADDED")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            #[column(default)]
            left: i64,
        }
    }
}

/// `AbsentValue` `Removed`: `left`
mod default_removed {
    mod before {
        #[derive(HTable)]
        #[table("LOCKED:DEFAULT_REMOVED")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            #[column(default)]
            left: i64,
        }
    }

    mod wrong {
        #[derive(HTable)]
        #[table("LOCKED:DEFAULT_REMOVED")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            left: i64,
        }
    }

    mod right {
        #[derive(HTable)]
        #[table("LOCKED:DEFAULT_REMOVED")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            #[column(default)]
            left: i64,
        }
    }
}

/// `AbsentValue` `Removed`: `note`
mod option_becomes_required {
    mod before {
        #[derive(HTable)]
        #[table("LOCKED:OPTION_BECOMES_REQUIRED")]
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
        #[table("LOCKED:OPTION_BECOMES_REQUIRED")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            left: i64,
            note: String,
        }
    }

    mod right {
        #[derive(HTable)]
        #[table("LOCKED:OPTION_BECOMES_REQUIRED")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            left: i64,
            #[column(default)]
            note: String,
        }
    }
}

/// `AbsentValue` `Changed`: `note`
mod option_gets_default {
    mod before {
        #[derive(HTable)]
        #[table("LOCKED:OPTION_GETS_DEFAULT")]
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
        #[table("LOCKED:OPTION_GETS_DEFAULT")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            left: i64,
            #[column(default)]
            note: Option<String>,
        }
    }
}

/// `OmittedCell` `Added`: `left`
mod required_becomes_option {
    mod before {
        #[derive(HTable)]
        #[table("LOCKED:REQUIRED_BECOMES_OPTION")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            left: i64,
        }
    }

    mod wrong {
        #[derive(HTable)]
        #[table("LOCKED:REQUIRED_BECOMES_OPTION")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            left: Option<i64>,
        }
    }
}

/// `OmittedCell` `Removed`: `note`
mod default_is_no_option {
    mod before {
        #[derive(HTable)]
        #[table("LOCKED:DEFAULT_IS_NO_OPTION")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            left: i64,
            #[column(default)]
            note: Option<String>,
        }
    }

    mod wrong {
        #[derive(HTable)]
        #[table("LOCKED:DEFAULT_IS_NO_OPTION")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            left: i64,
            #[column(default)]
            note: String,
        }
    }
}

/// `EmptyCell` `Added`: `note`
mod none_is_stored {
    mod before {
        #[derive(HTable)]
        #[table("LOCKED:NONE_IS_STORED")]
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
        #[table("LOCKED:NONE_IS_STORED")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            left: i64,
            #[column(store_none)]
            note: Option<String>,
        }
    }
}

/// `EmptyCell` `Removed`: `seen`
mod none_is_not_stored {
    mod before {
        #[derive(HTable)]
        #[table("LOCKED:NONE_IS_NOT_STORED")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            left: i64,
            #[column(store_none)]
            seen: Option<bool>,
        }
    }

    mod wrong {
        #[derive(HTable)]
        #[table("LOCKED:NONE_IS_NOT_STORED")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            left: i64,
            seen: Option<bool>,
        }
    }

    mod right {
        #[derive(HTable)]
        #[table("LOCKED:NONE_IS_NOT_STORED")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            left: i64,
            #[column(store_none)]
            seen: Option<bool>,
        }
    }
}

/// `Counter` `Added`: `sold`
mod counter_added {
    mod before {
        #[derive(HTable)]
        #[table("LOCKED:COUNTER_ADDED")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            left: i64,
            #[column(default)]
            sold: i64,
        }
    }

    mod wrong {
        #[derive(HTable)]
        #[table("LOCKED:COUNTER_ADDED")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            left: i64,
            #[column(counter)]
            sold: i64,
        }
    }
}

/// `Counter` `Removed`: `sold`
mod counter_removed {
    mod before {
        #[derive(HTable)]
        #[table("LOCKED:COUNTER_REMOVED")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            left: i64,
            #[column(counter)]
            sold: i64,
        }
    }

    mod wrong {
        #[derive(HTable)]
        #[table("LOCKED:COUNTER_REMOVED")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            left: i64,
            #[column(default)]
            sold: i64,
        }
    }
}
