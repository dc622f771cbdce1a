//! Changes of indexes.

/// `Index` `Added`
mod index_added {
    mod before {
        #[derive(HTable)]
        #[table("LOCKED:INDEX_ADDED")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            left: i64,
            owner: String,
        }
    }

    mod wrong {
        #[derive(HTable)]
        #[table("LOCKED:INDEX_ADDED")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            left: i64,
            #[index("LOCKED:INDEX_ADDED_BY_OWNER")]
            owner: String,
        }
    }
}

/// `Index` `Removed`
mod index_removed {
    mod before {
        #[derive(HTable)]
        #[table("LOCKED:INDEX_REMOVED")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            left: i64,
            #[index("LOCKED:INDEX_REMOVED_BY_OWNER")]
            owner: String,
        }
    }

    mod wrong {
        #[derive(HTable)]
        #[table("LOCKED:INDEX_REMOVED")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            left: i64,
            owner: String,
        }
    }
}

/// `Index` `Changed`
mod index_descends {
    mod before {
        #[derive(HTable)]
        #[table("LOCKED:INDEX_DESCENDS")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            left: i64,
            #[index("LOCKED:INDEX_DESCENDS_BY_OWNER")]
            owner: String,
        }
    }

    mod wrong {
        #[derive(HTable)]
        #[table("LOCKED:INDEX_DESCENDS")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            left: i64,
            #[index("LOCKED:INDEX_DESCENDS_BY_OWNER", desc)]
            owner: String,
        }
    }

    mod right {
        #[derive(HTable)]
        #[table("LOCKED:INDEX_DESCENDS")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            left: i64,
            #[index("LOCKED:INDEX_DESCENDS_BY_OWNER")]
            owner: String,
        }
    }
}

/// `Index` `Changed`
mod index_gets_buckets {
    mod before {
        #[derive(HTable)]
        #[table("LOCKED:INDEX_GETS_BUCKETS")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            left: i64,
            #[index("LOCKED:INDEX_BY_SIZE")]
            size: u32,
        }
    }

    mod wrong {
        #[derive(HTable)]
        #[table("LOCKED:INDEX_GETS_BUCKETS")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            left: i64,
            #[index("LOCKED:INDEX_BY_SIZE", buckets(4))]
            size: u32,
        }
    }

    mod right {
        #[derive(HTable)]
        #[table("LOCKED:INDEX_GETS_BUCKETS")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            left: i64,
            #[index("LOCKED:INDEX_BY_SIZE")]
            size: u32,
        }
    }
}

/// `IndexTtl` `Added`
mod index_ttl_added {
    mod before {
        #[derive(HTable)]
        #[table("LOCKED:INDEX_TTL_ADDED")]
        #[family("D1", ttl = "10d")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            left: i64,
            #[index("LOCKED:INDEX_TTL_ADDED_BY_OWNER", ttl = forever)]
            owner: String,
        }
    }

    mod wrong {
        #[derive(HTable)]
        #[table("LOCKED:INDEX_TTL_ADDED")]
        #[family("D1", ttl = "10d")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            left: i64,
            #[index("LOCKED:INDEX_TTL_ADDED_BY_OWNER")]
            owner: String,
        }
    }

    mod right {
        #[derive(HTable)]
        #[table("LOCKED:INDEX_TTL_ADDED")]
        #[family("D1", ttl = "10d")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            left: i64,
            #[index("LOCKED:INDEX_TTL_ADDED_BY_OWNER", ttl = forever)]
            owner: String,
        }
    }
}

/// `IndexTtl` `Removed`
mod index_ttl_removed {
    mod before {
        #[derive(HTable)]
        #[table("LOCKED:INDEX_TTL_REMOVED")]
        #[family("D1", ttl = "10d")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            left: i64,
            #[index("LOCKED:INDEX_TTL_REMOVED_BY_OWNER", ttl = "60d")]
            owner: String,
        }
    }

    mod wrong {
        #[derive(HTable)]
        #[table("LOCKED:INDEX_TTL_REMOVED")]
        #[family("D1", ttl = "10d")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            left: i64,
            #[index("LOCKED:INDEX_TTL_REMOVED_BY_OWNER", ttl = forever)]
            owner: String,
        }
    }
}

/// `IndexTtl` `Changed`
mod index_ttl_falls {
    mod before {
        #[derive(HTable)]
        #[table("LOCKED:INDEX_TTL_FALLS")]
        #[family("D1", ttl = "10d")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            left: i64,
            #[index("LOCKED:INDEX_TTL_FALLS_BY_OWNER", ttl = "60d")]
            owner: String,
        }
    }

    mod wrong {
        #[derive(HTable)]
        #[table("LOCKED:INDEX_TTL_FALLS")]
        #[family("D1", ttl = "10d")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            left: i64,
            #[index("LOCKED:INDEX_TTL_FALLS_BY_OWNER", ttl = "30d")]
            owner: String,
        }
    }

    mod right {
        #[derive(HTable)]
        #[table("LOCKED:INDEX_TTL_FALLS")]
        #[family("D1", ttl = "10d")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            left: i64,
            #[index("LOCKED:INDEX_TTL_FALLS_BY_OWNER", ttl = "60d")]
            owner: String,
        }
    }
}

/// `IndexTtl` `Changed`
mod index_ttl_rises {
    mod before {
        #[derive(HTable)]
        #[table("LOCKED:INDEX_TTL_RISES")]
        #[family("D1", ttl = "10d")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            left: i64,
            #[index("LOCKED:INDEX_TTL_RISES_BY_OWNER", ttl = "30d")]
            owner: String,
        }
    }

    mod wrong {
        #[derive(HTable)]
        #[table("LOCKED:INDEX_TTL_RISES")]
        #[family("D1", ttl = "10d")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            left: i64,
            #[index("LOCKED:INDEX_TTL_RISES_BY_OWNER", ttl = "60d")]
            owner: String,
        }
    }
}
