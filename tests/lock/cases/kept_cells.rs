//! Changes of how long families keep cells, and of which cell is the newest.

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
