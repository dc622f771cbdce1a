//! Changes of the column that counts the writes of a row.

/// `RowVersion` `Added`
mod version_added {
    mod before {
        #[derive(HTable)]
        #[table("LOCKED:VERSION_ADDED")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            left: i64,
            #[column(default)]
            revision: u64,
        }
    }

    mod wrong {
        #[derive(HTable)]
        #[table("LOCKED:VERSION_ADDED")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            left: i64,
            #[version]
            revision: u64,
        }
    }

    mod right {
        #[derive(HTable)]
        #[table("LOCKED:VERSION_ADDED")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            left: i64,
            #[column(default)]
            revision: u64,
        }
    }
}

/// `RowVersion` `Removed`
mod version_removed {
    mod before {
        #[derive(HTable)]
        #[table("LOCKED:VERSION_REMOVED")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            left: i64,
            #[version]
            revision: u64,
        }
    }

    mod wrong {
        #[derive(HTable)]
        #[table("LOCKED:VERSION_REMOVED")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            left: i64,
            #[column(default)]
            revision: u64,
        }
    }

    mod right {
        #[derive(HTable)]
        #[table("LOCKED:VERSION_REMOVED")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            left: i64,
            #[version]
            revision: u64,
        }
    }
}

/// `RowVersion` `Changed`
mod version_of_another_column {
    mod before {
        #[derive(HTable)]
        #[table("LOCKED:VERSION_OF_ANOTHER_COLUMN")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            left: i64,
            #[version]
            revision: u64,
            #[column(default)]
            writes: u64,
        }
    }

    mod wrong {
        #[derive(HTable)]
        #[table("LOCKED:VERSION_OF_ANOTHER_COLUMN")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            left: i64,
            #[column(default)]
            revision: u64,
            #[version]
            writes: u64,
        }
    }

    mod right {
        #[derive(HTable)]
        #[table("LOCKED:VERSION_OF_ANOTHER_COLUMN")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            left: i64,
            #[version]
            revision: u64,
            #[column(default)]
            writes: u64,
        }
    }
}
