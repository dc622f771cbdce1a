//! Changes of dynamic columns.

/// `Dynamic` `Added`: `sizes`
mod dynamic_added {
    mod before {
        #[derive(HTable)]
        #[table("LOCKED:DYNAMIC_ADDED")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            left: i64,
        }
    }

    mod wrong {
        #[derive(HTable)]
        #[table("LOCKED:DYNAMIC_ADDED")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            left: i64,
            #[column(dynamic, prefix = "S_")]
            sizes: BTreeMap<String, u64>,
        }
    }
}

/// `Dynamic` `Removed`
mod dynamic_removed {
    mod before {
        #[derive(HTable)]
        #[table("LOCKED:DYNAMIC_REMOVED")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            left: i64,
            #[column(dynamic, prefix = "S_")]
            sizes: BTreeMap<String, u64>,
        }
    }

    mod wrong {
        #[derive(HTable)]
        #[table("LOCKED:DYNAMIC_REMOVED")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            left: i64,
        }
    }
}

/// `Dynamic` `Changed`: `sizes`
mod dynamic_type_changed {
    mod before {
        #[derive(HTable)]
        #[table("LOCKED:DYNAMIC_TYPE_CHANGED")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            left: i64,
            #[column(dynamic, prefix = "S_")]
            sizes: BTreeMap<String, u64>,
        }
    }

    mod wrong {
        #[derive(HTable)]
        #[table("LOCKED:DYNAMIC_TYPE_CHANGED")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            left: i64,
            #[column(dynamic, prefix = "S_")]
            sizes: BTreeMap<String, u32>,
        }
    }

    mod right {
        #[derive(HTable)]
        #[table("LOCKED:DYNAMIC_TYPE_CHANGED")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            left: i64,
            #[column(dynamic, prefix = "S_")]
            sizes: BTreeMap<String, u64>,
            #[column(dynamic, prefix = "N_")]
            new_sizes: BTreeMap<String, u32>,
        }
    }
}
