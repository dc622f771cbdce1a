//! Changes of families, and of how long they keep cells.

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

/// `Ttl` `Added`
mod ttl_added {
    mod before {
        #[derive(HTable)]
        #[table("LOCKED:TTL_ADDED")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            left: i64,
        }
    }

    mod wrong {
        #[derive(HTable)]
        #[table("LOCKED:TTL_ADDED")]
        #[family("D1", ttl = "60d")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            left: i64,
        }
    }

    mod right {
        #[derive(HTable)]
        #[table("LOCKED:TTL_ADDED")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            left: i64,
        }
    }
}

/// `Ttl` `Removed`
mod ttl_removed {
    mod before {
        #[derive(HTable)]
        #[table("LOCKED:TTL_REMOVED")]
        #[family("D1", ttl = "60d")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            left: i64,
        }
    }

    mod wrong {
        #[derive(HTable)]
        #[table("LOCKED:TTL_REMOVED")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            left: i64,
        }
    }
}

/// `Ttl` `Changed`
mod ttl_falls {
    mod before {
        #[derive(HTable)]
        #[table("LOCKED:TTL_FALLS")]
        #[family("D1", ttl = "60d")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            left: i64,
        }
    }

    mod wrong {
        #[derive(HTable)]
        #[table("LOCKED:TTL_FALLS")]
        #[family("D1", ttl = "30d")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            left: i64,
        }
    }

    mod right {
        #[derive(HTable)]
        #[table("LOCKED:TTL_FALLS")]
        #[family("D1", ttl = "60d")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            left: i64,
        }
    }
}

/// `Ttl` `Changed`
mod ttl_rises {
    mod before {
        #[derive(HTable)]
        #[table("LOCKED:TTL_RISES")]
        #[family("D1", ttl = "60d")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            left: i64,
        }
    }

    mod wrong {
        #[derive(HTable)]
        #[table("LOCKED:TTL_RISES")]
        #[family("D1", ttl = "90d")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            left: i64,
        }
    }
}

/// `KeepDeletedCells` `Added`
mod keep_deleted_cells_added {
    mod before {
        #[derive(HTable)]
        #[table("LOCKED:KEEP_DELETED_CELLS_ADDED")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            left: i64,
        }
    }

    mod wrong {
        #[derive(HTable)]
        #[table("LOCKED:KEEP_DELETED_CELLS_ADDED")]
        #[family("D1", keep_deleted_cells)]
        pub struct Stock {
            #[rowkey]
            id: u64,
            left: i64,
        }
    }
}

/// `KeepDeletedCells` `Removed`
mod keep_deleted_cells_removed {
    mod before {
        #[derive(HTable)]
        #[table("LOCKED:KEEP_DELETED_CELLS_REMOVED")]
        #[family("D1", keep_deleted_cells)]
        pub struct Stock {
            #[rowkey]
            id: u64,
            left: i64,
        }
    }

    mod wrong {
        #[derive(HTable)]
        #[table("LOCKED:KEEP_DELETED_CELLS_REMOVED")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            left: i64,
        }
    }
}

/// `KeepDeletedCells` `Changed`
mod keep_deleted_cells_ends {
    mod before {
        #[derive(HTable)]
        #[table("LOCKED:KEEP_DELETED_CELLS_ENDS")]
        #[family("D1", keep_deleted_cells)]
        pub struct Stock {
            #[rowkey]
            id: u64,
            left: i64,
        }
    }

    mod wrong {
        #[derive(HTable)]
        #[table("LOCKED:KEEP_DELETED_CELLS_ENDS")]
        #[family("D1", keep_deleted_cells = false)]
        pub struct Stock {
            #[rowkey]
            id: u64,
            left: i64,
        }
    }

    mod right {
        #[derive(HTable)]
        #[table("LOCKED:KEEP_DELETED_CELLS_ENDS")]
        #[family("D1", keep_deleted_cells)]
        pub struct Stock {
            #[rowkey]
            id: u64,
            left: i64,
        }
    }
}

/// `KeepDeletedCells` `Changed`
mod keep_deleted_cells_begins {
    mod before {
        #[derive(HTable)]
        #[table("LOCKED:KEEP_DELETED_CELLS_BEGINS")]
        #[family("D1", keep_deleted_cells = false)]
        pub struct Stock {
            #[rowkey]
            id: u64,
            left: i64,
        }
    }

    mod wrong {
        #[derive(HTable)]
        #[table("LOCKED:KEEP_DELETED_CELLS_BEGINS")]
        #[family("D1", keep_deleted_cells)]
        pub struct Stock {
            #[rowkey]
            id: u64,
            left: i64,
        }
    }
}

/// `VersionOrder` `Added`
mod version_order_added {
    mod before {
        #[derive(HTable)]
        #[table("LOCKED:VERSION_ORDER_ADDED")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            left: i64,
        }
    }

    mod wrong {
        #[derive(HTable)]
        #[table("LOCKED:VERSION_ORDER_ADDED")]
        #[family("D1", metadata("NEW_VERSION_BEHAVIOR" = "true"))]
        pub struct Stock {
            #[rowkey]
            id: u64,
            left: i64,
        }
    }

    mod right {
        #[derive(HTable)]
        #[table("LOCKED:VERSION_ORDER_ADDED")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            left: i64,
        }
    }
}

/// `VersionOrder` `Removed`
mod version_order_removed {
    mod before {
        #[derive(HTable)]
        #[table("LOCKED:VERSION_ORDER_REMOVED")]
        #[family("D1", metadata("NEW_VERSION_BEHAVIOR" = "true"))]
        pub struct Stock {
            #[rowkey]
            id: u64,
            left: i64,
        }
    }

    mod wrong {
        #[derive(HTable)]
        #[table("LOCKED:VERSION_ORDER_REMOVED")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            left: i64,
        }
    }
}

/// `VersionOrder` `Changed`
mod version_order_changed {
    mod before {
        #[derive(HTable)]
        #[table("LOCKED:VERSION_ORDER_CHANGED")]
        #[family("D1", metadata("NEW_VERSION_BEHAVIOR" = "true"))]
        pub struct Stock {
            #[rowkey]
            id: u64,
            left: i64,
        }
    }

    mod wrong {
        #[derive(HTable)]
        #[table("LOCKED:VERSION_ORDER_CHANGED")]
        #[family("D1", metadata("NEW_VERSION_BEHAVIOR" = "false"))]
        pub struct Stock {
            #[rowkey]
            id: u64,
            left: i64,
        }
    }

    mod right {
        #[derive(HTable)]
        #[table("LOCKED:VERSION_ORDER_CHANGED")]
        #[family("D1", metadata("NEW_VERSION_BEHAVIOR" = "true"))]
        pub struct Stock {
            #[rowkey]
            id: u64,
            left: i64,
        }
    }
}
