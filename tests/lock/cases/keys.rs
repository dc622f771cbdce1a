//! Changes of the parts of row keys.

/// `KeyPart` `Changed`: `id`
mod part_width {
    mod before {
        #[derive(HTable)]
        #[table("LOCKED:PART_WIDTH")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            left: i64,
        }
    }

    mod wrong {
        #[derive(HTable)]
        #[table("LOCKED:PART_WIDTH")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u32,
            left: i64,
        }
    }

    mod right {
        #[derive(HTable)]
        #[table("LOCKED:PART_WIDTH")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            left: i64,
        }

        #[derive(HTable)]
        #[table("LOCKED:PART_WIDTH_2")]
        #[family("D1")]
        pub struct Copied {
            #[rowkey]
            id: u32,
            left: i64,
        }
    }
}

/// `KeyPart` `Changed`: `language`
mod part_order {
    mod before {
        #[derive(HTable)]
        #[table("LOCKED:PART_ORDER")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey(fixed = 2)]
            country: String,
            #[rowkey(fixed = 2)]
            language: String,
            left: i64,
        }
    }

    mod wrong {
        #[derive(HTable)]
        #[table("LOCKED:PART_ORDER")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey(fixed = 2)]
            language: String,
            #[rowkey(fixed = 2)]
            country: String,
            left: i64,
        }
    }

    mod right {
        #[derive(HTable)]
        #[table("LOCKED:PART_ORDER")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey(fixed = 2)]
            country: String,
            #[rowkey(fixed = 2)]
            language: String,
            left: i64,
        }

        #[derive(HTable)]
        #[table("LOCKED:PART_ORDER_2")]
        #[family("D1")]
        pub struct Copied {
            #[rowkey(fixed = 2)]
            language: String,
            #[rowkey(fixed = 2)]
            country: String,
            left: i64,
        }
    }
}

/// `KeyPart` `Changed`: `id`
mod part_descends {
    mod before {
        #[derive(HTable)]
        #[table("LOCKED:PART_DESCENDS")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            left: i64,
        }
    }

    mod wrong {
        #[derive(HTable)]
        #[table("LOCKED:PART_DESCENDS")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey(desc)]
            id: u64,
            left: i64,
        }
    }

    mod right {
        #[derive(HTable)]
        #[table("LOCKED:PART_DESCENDS")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            left: i64,
        }

        #[derive(HTable)]
        #[table("LOCKED:PART_DESCENDS_2")]
        #[family("D1")]
        pub struct Copied {
            #[rowkey(desc)]
            id: u64,
            left: i64,
        }
    }
}

/// `KeyPart` `Changed`: `name`
mod part_separator {
    mod before {
        #[derive(HTable)]
        #[table("LOCKED:PART_SEPARATOR")]
        #[rowkey(separator = "_")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            name: String,
            #[rowkey]
            id: u32,
            left: i64,
        }
    }

    mod wrong {
        #[derive(HTable)]
        #[table("LOCKED:PART_SEPARATOR")]
        #[rowkey(separator = "-")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            name: String,
            #[rowkey]
            id: u32,
            left: i64,
        }
    }

    mod right {
        #[derive(HTable)]
        #[table("LOCKED:PART_SEPARATOR")]
        #[rowkey(separator = "_")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            name: String,
            #[rowkey]
            id: u32,
            left: i64,
        }

        #[derive(HTable)]
        #[table("LOCKED:PART_SEPARATOR_2")]
        #[rowkey(separator = "-")]
        #[family("D1")]
        pub struct Copied {
            #[rowkey]
            name: String,
            #[rowkey]
            id: u32,
            left: i64,
        }
    }
}

/// `KeyPart` `Added`: `day`
mod part_added {
    mod before {
        #[derive(HTable)]
        #[table("LOCKED:PART_ADDED")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            left: i64,
        }
    }

    mod wrong {
        #[derive(HTable)]
        #[table("LOCKED:PART_ADDED")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            #[rowkey]
            day: u32,
            left: i64,
        }
    }

    mod right {
        #[derive(HTable)]
        #[table("LOCKED:PART_ADDED")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            left: i64,
        }

        #[derive(HTable)]
        #[table("LOCKED:PART_ADDED_2")]
        #[family("D1")]
        pub struct Copied {
            #[rowkey]
            id: u64,
            #[rowkey]
            day: u32,
            left: i64,
        }
    }
}

/// `KeyPart` `Removed`
mod part_removed {
    mod before {
        #[derive(HTable)]
        #[table("LOCKED:PART_REMOVED")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            #[rowkey]
            day: u32,
            left: i64,
        }
    }

    mod wrong {
        #[derive(HTable)]
        #[table("LOCKED:PART_REMOVED")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            left: i64,
        }
    }

    mod right {
        #[derive(HTable)]
        #[table("LOCKED:PART_REMOVED")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            #[rowkey]
            day: u32,
            left: i64,
        }

        #[derive(HTable)]
        #[table("LOCKED:PART_REMOVED_2")]
        #[family("D1")]
        pub struct Copied {
            #[rowkey]
            id: u64,
            left: i64,
        }
    }
}

/// `KeyPartName` `Changed`: `number`
mod part_renamed {
    mod before {
        #[derive(HTable)]
        #[table("LOCKED:PART_RENAMED")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            left: i64,
        }
    }

    mod wrong {
        #[derive(HTable)]
        #[table("LOCKED:PART_RENAMED")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            number: u64,
            left: i64,
        }
    }
}
