//! Changes of families, and of their numbers of versions.

/// `Family` `Added`
mod family_added {
    mod before {
        #[derive(HTable)]
        #[table("LOCKED:FAMILY_ADDED")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            left: i64,
        }
    }

    mod wrong {
        #[derive(HTable)]
        #[table("LOCKED:FAMILY_ADDED")]
        #[family("D1")]
        #[family("D2")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            #[family("D1")]
            left: i64,
            #[family("D2")]
            note: Option<String>,
        }
    }
}

/// `Family` `Removed`
mod family_removed {
    mod before {
        #[derive(HTable)]
        #[table("LOCKED:FAMILY_REMOVED")]
        #[family("D1")]
        #[family("D2")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            #[family("D1")]
            left: i64,
            #[family("D2")]
            note: Option<String>,
        }
    }

    mod wrong {
        #[derive(HTable)]
        #[table("LOCKED:FAMILY_REMOVED")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            left: i64,
        }
    }

    mod right {
        #[derive(HTable)]
        #[table("LOCKED:FAMILY_REMOVED")]
        #[family("D1")]
        #[family("D2")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            #[family("D1")]
            left: i64,
            #[family("D2")]
            note: Option<String>,
        }
    }
}

/// `Versions` `Added`
mod versions_added {
    mod before {
        #[derive(HTable)]
        #[table("LOCKED:VERSIONS_ADDED")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            left: i64,
        }
    }

    mod wrong {
        #[derive(HTable)]
        #[table("LOCKED:VERSIONS_ADDED")]
        #[family("D1", versions = 3)]
        pub struct Stock {
            #[rowkey]
            id: u64,
            left: i64,
        }
    }
}

/// `Versions` `Removed`
mod versions_removed {
    mod before {
        #[derive(HTable)]
        #[table("LOCKED:VERSIONS_REMOVED")]
        #[family("D1", versions = 3)]
        pub struct Stock {
            #[rowkey]
            id: u64,
            left: i64,
        }
    }

    mod wrong {
        #[derive(HTable)]
        #[table("LOCKED:VERSIONS_REMOVED")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            left: i64,
        }
    }
}

/// `Versions` `Changed`
mod versions_fall {
    mod before {
        #[derive(HTable)]
        #[table("LOCKED:VERSIONS_FALL")]
        #[family("D1", versions = 3)]
        pub struct Stock {
            #[rowkey]
            id: u64,
            left: i64,
        }
    }

    mod wrong {
        #[derive(HTable)]
        #[table("LOCKED:VERSIONS_FALL")]
        #[family("D1", versions = 2)]
        pub struct Stock {
            #[rowkey]
            id: u64,
            left: i64,
        }
    }

    mod right {
        #[derive(HTable)]
        #[table("LOCKED:VERSIONS_FALL")]
        #[family("D1", versions = 3)]
        pub struct Stock {
            #[rowkey]
            id: u64,
            left: i64,
        }
    }
}

/// `Versions` `Changed`
mod versions_rise {
    mod before {
        #[derive(HTable)]
        #[table("LOCKED:VERSIONS_RISE")]
        #[family("D1", versions = 3)]
        pub struct Stock {
            #[rowkey]
            id: u64,
            left: i64,
        }
    }

    mod wrong {
        #[derive(HTable)]
        #[table("LOCKED:VERSIONS_RISE")]
        #[family("D1", versions = 10)]
        pub struct Stock {
            #[rowkey]
            id: u64,
            left: i64,
        }
    }
}

/// `MinVersions` `Added`
mod min_versions_added {
    mod before {
        #[derive(HTable)]
        #[table("LOCKED:MIN_VERSIONS_ADDED")]
        #[family("D1", versions = 3, ttl = "60d")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            left: i64,
        }
    }

    mod wrong {
        #[derive(HTable)]
        #[table("LOCKED:MIN_VERSIONS_ADDED")]
        #[family("D1", versions = 3, ttl = "60d", min_versions = 1)]
        pub struct Stock {
            #[rowkey]
            id: u64,
            left: i64,
        }
    }
}

/// `MinVersions` `Removed`
mod min_versions_removed {
    mod before {
        #[derive(HTable)]
        #[table("LOCKED:MIN_VERSIONS_REMOVED")]
        #[family("D1", versions = 3, ttl = "60d", min_versions = 1)]
        pub struct Stock {
            #[rowkey]
            id: u64,
            left: i64,
        }
    }

    mod wrong {
        #[derive(HTable)]
        #[table("LOCKED:MIN_VERSIONS_REMOVED")]
        #[family("D1", versions = 3, ttl = "60d")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            left: i64,
        }
    }
}

/// `MinVersions` `Changed`
mod min_versions_fall {
    mod before {
        #[derive(HTable)]
        #[table("LOCKED:MIN_VERSIONS_FALL")]
        #[family("D1", versions = 3, ttl = "60d", min_versions = 2)]
        pub struct Stock {
            #[rowkey]
            id: u64,
            left: i64,
        }
    }

    mod wrong {
        #[derive(HTable)]
        #[table("LOCKED:MIN_VERSIONS_FALL")]
        #[family("D1", versions = 3, ttl = "60d", min_versions = 1)]
        pub struct Stock {
            #[rowkey]
            id: u64,
            left: i64,
        }
    }

    mod right {
        #[derive(HTable)]
        #[table("LOCKED:MIN_VERSIONS_FALL")]
        #[family("D1", versions = 3, ttl = "60d", min_versions = 2)]
        pub struct Stock {
            #[rowkey]
            id: u64,
            left: i64,
        }
    }
}

/// `MinVersions` `Changed`
mod min_versions_rise {
    mod before {
        #[derive(HTable)]
        #[table("LOCKED:MIN_VERSIONS_RISE")]
        #[family("D1", versions = 3, ttl = "60d", min_versions = 1)]
        pub struct Stock {
            #[rowkey]
            id: u64,
            left: i64,
        }
    }

    mod wrong {
        #[derive(HTable)]
        #[table("LOCKED:MIN_VERSIONS_RISE")]
        #[family("D1", versions = 3, ttl = "60d", min_versions = 2)]
        pub struct Stock {
            #[rowkey]
            id: u64,
            left: i64,
        }
    }
}
