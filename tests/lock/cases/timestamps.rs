//! Changes of the field with the timestamp of cells.

/// `Timestamp` `Added`
mod timestamp_added {
    mod before {
        #[derive(HTable)]
        #[table("LOCKED:TIMESTAMP_ADDED")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            left: i64,
        }
    }

    mod wrong {
        #[derive(HTable)]
        #[table("LOCKED:TIMESTAMP_ADDED")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            left: i64,
            #[timestamp]
            at: Timestamp,
        }
    }

    mod right {
        #[derive(HTable)]
        #[table("LOCKED:TIMESTAMP_ADDED")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            left: i64,
            at: Option<Timestamp>,
        }
    }
}

/// `Timestamp` `Removed`
mod timestamp_removed {
    mod before {
        #[derive(HTable)]
        #[table("LOCKED:TIMESTAMP_REMOVED")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            left: i64,
            #[timestamp]
            at: Timestamp,
        }
    }

    mod wrong {
        #[derive(HTable)]
        #[table("LOCKED:TIMESTAMP_REMOVED")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            left: i64,
        }
    }

    mod right {
        #[derive(HTable)]
        #[table("LOCKED:TIMESTAMP_REMOVED")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            left: i64,
            #[timestamp]
            at: Timestamp,
        }
    }
}

/// `Timestamp` `Changed`
mod timestamp_of_a_day {
    mod before {
        #[derive(HTable)]
        #[table("LOCKED:TIMESTAMP_OF_A_DAY")]
        #[family("D1", versions = 10)]
        pub struct Stock {
            #[rowkey]
            id: u64,
            left: i64,
            #[timestamp]
            at: Timestamp,
        }
    }

    mod wrong {
        #[derive(HTable)]
        #[table("LOCKED:TIMESTAMP_OF_A_DAY")]
        #[family("D1", versions = 10)]
        pub struct Stock {
            #[rowkey]
            id: u64,
            left: i64,
            #[timestamp(day)]
            at: Timestamp,
        }
    }

    mod right {
        #[derive(HTable)]
        #[table("LOCKED:TIMESTAMP_OF_A_DAY")]
        #[family("D1", versions = 10)]
        pub struct Stock {
            #[rowkey]
            id: u64,
            left: i64,
            #[timestamp]
            at: Timestamp,
        }
    }
}
