//! Tables that are new, or no longer declared.

/// `Table` `Added`
mod table_added {
    mod wrong {
        #[derive(HTable)]
        #[table("LOCKED:TABLE_ADDED")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            left: i64,
        }
    }
}

/// `Table` `Removed`
mod table_removed {
    mod before {
        #[derive(HTable)]
        #[table("LOCKED:TABLE_REMOVED")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            left: i64,
        }
    }

    mod right {
        #[derive(HTable)]
        #[table("LOCKED:TABLE_REMOVED")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            left: i64,
        }
    }
}
