//! Changes of salts.

/// `Salt` `Added`
mod salt_added {
    mod before {
        #[derive(HTable)]
        #[table("LOCKED:SALT_ADDED")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            left: i64,
        }
    }

    mod wrong {
        #[derive(HTable)]
        #[table("LOCKED:SALT_ADDED")]
        #[rowkey(salt = buckets(4))]
        #[family("D1")]
        pub struct Stock {
            #[rowkey(salt)]
            id: u64,
            left: i64,
        }
    }

    mod right {
        #[derive(HTable)]
        #[table("LOCKED:SALT_ADDED")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            left: i64,
        }

        #[derive(HTable)]
        #[table("LOCKED:SALT_ADDED_2")]
        #[rowkey(salt = buckets(4))]
        #[family("D1")]
        pub struct Copied {
            #[rowkey(salt)]
            id: u64,
            left: i64,
        }
    }
}

/// `Salt` `Removed`
mod salt_removed {
    mod before {
        #[derive(HTable)]
        #[table("LOCKED:SALT_REMOVED")]
        #[rowkey(salt = buckets(4))]
        #[family("D1")]
        pub struct Stock {
            #[rowkey(salt)]
            id: u64,
            left: i64,
        }
    }

    mod wrong {
        #[derive(HTable)]
        #[table("LOCKED:SALT_REMOVED")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            left: i64,
        }
    }

    mod right {
        #[derive(HTable)]
        #[table("LOCKED:SALT_REMOVED")]
        #[rowkey(salt = buckets(4))]
        #[family("D1")]
        pub struct Stock {
            #[rowkey(salt)]
            id: u64,
            left: i64,
        }

        #[derive(HTable)]
        #[table("LOCKED:SALT_REMOVED_2")]
        #[family("D1")]
        pub struct Copied {
            #[rowkey]
            id: u64,
            left: i64,
        }
    }
}

/// `Salt` `Changed`
mod salt_changed {
    mod before {
        #[derive(HTable)]
        #[table("LOCKED:SALT_CHANGED")]
        #[rowkey(salt = buckets(4))]
        #[family("D1")]
        pub struct Stock {
            #[rowkey(salt)]
            id: u64,
            left: i64,
        }
    }

    mod wrong {
        #[derive(HTable)]
        #[table("LOCKED:SALT_CHANGED")]
        #[rowkey(salt = buckets(16))]
        #[family("D1")]
        pub struct Stock {
            #[rowkey(salt)]
            id: u64,
            left: i64,
        }
    }

    mod right {
        #[derive(HTable)]
        #[table("LOCKED:SALT_CHANGED")]
        #[rowkey(salt = buckets(4))]
        #[family("D1")]
        pub struct Stock {
            #[rowkey(salt)]
            id: u64,
            left: i64,
        }

        #[derive(HTable)]
        #[table("LOCKED:SALT_CHANGED_2")]
        #[rowkey(salt = buckets(16))]
        #[family("D1")]
        pub struct Copied {
            #[rowkey(salt)]
            id: u64,
            left: i64,
        }
    }
}

/// `KeyPart` `Changed`: `id`
mod salt_of_another_part {
    mod before {
        #[derive(HTable)]
        #[table("LOCKED:SALT_OF_ANOTHER_PART")]
        #[rowkey(salt = buckets(4))]
        #[family("D1")]
        pub struct Stock {
            #[rowkey(salt)]
            id: u64,
            #[rowkey]
            day: u32,
            left: i64,
        }
    }

    mod wrong {
        #[derive(HTable)]
        #[table("LOCKED:SALT_OF_ANOTHER_PART")]
        #[rowkey(salt = buckets(4))]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            #[rowkey(salt)]
            day: u32,
            left: i64,
        }
    }

    mod right {
        #[derive(HTable)]
        #[table("LOCKED:SALT_OF_ANOTHER_PART")]
        #[rowkey(salt = buckets(4))]
        #[family("D1")]
        pub struct Stock {
            #[rowkey(salt)]
            id: u64,
            #[rowkey]
            day: u32,
            left: i64,
        }

        #[derive(HTable)]
        #[table("LOCKED:SALT_OF_ANOTHER_PART_2")]
        #[rowkey(salt = buckets(4))]
        #[family("D1")]
        pub struct Copied {
            #[rowkey]
            id: u64,
            #[rowkey(salt)]
            day: u32,
            left: i64,
        }
    }
}

/// `RandomSalt` `Added`
mod random_salt_added {
    mod before {
        #[derive(HTable)]
        #[table("LOCKED:RANDOM_SALT_ADDED")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            left: i64,
        }
    }

    mod wrong {
        #[derive(HTable)]
        #[table("LOCKED:RANDOM_SALT_ADDED")]
        #[rowkey(salt = random(4))]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            left: i64,
        }
    }

    mod right {
        #[derive(HTable)]
        #[table("LOCKED:RANDOM_SALT_ADDED")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            left: i64,
        }

        #[derive(HTable)]
        #[table("LOCKED:RANDOM_SALT_ADDED_2")]
        #[rowkey(salt = random(4))]
        #[family("D1")]
        pub struct Copied {
            #[rowkey]
            id: u64,
            left: i64,
        }
    }
}

/// `RandomSalt` `Removed`
mod random_salt_removed {
    mod before {
        #[derive(HTable)]
        #[table("LOCKED:RANDOM_SALT_REMOVED")]
        #[rowkey(salt = random(4))]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            left: i64,
        }
    }

    mod wrong {
        #[derive(HTable)]
        #[table("LOCKED:RANDOM_SALT_REMOVED")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            left: i64,
        }
    }

    mod right {
        #[derive(HTable)]
        #[table("LOCKED:RANDOM_SALT_REMOVED")]
        #[rowkey(salt = random(4))]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            left: i64,
        }

        #[derive(HTable)]
        #[table("LOCKED:RANDOM_SALT_REMOVED_2")]
        #[family("D1")]
        pub struct Copied {
            #[rowkey]
            id: u64,
            left: i64,
        }
    }
}

/// `RandomSalt` `Changed`
mod random_salt_falls {
    mod before {
        #[derive(HTable)]
        #[table("LOCKED:RANDOM_SALT_FALLS")]
        #[rowkey(salt = random(16))]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            left: i64,
        }
    }

    mod wrong {
        #[derive(HTable)]
        #[table("LOCKED:RANDOM_SALT_FALLS")]
        #[rowkey(salt = random(4))]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            left: i64,
        }
    }

    mod right {
        #[derive(HTable)]
        #[table("LOCKED:RANDOM_SALT_FALLS")]
        #[rowkey(salt = random(16))]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            left: i64,
        }

        #[derive(HTable)]
        #[table("LOCKED:RANDOM_SALT_FALLS_2")]
        #[rowkey(salt = random(4))]
        #[family("D1")]
        pub struct Copied {
            #[rowkey]
            id: u64,
            left: i64,
        }
    }
}

/// `RandomSalt` `Changed`
mod random_salt_rises {
    mod before {
        #[derive(HTable)]
        #[table("LOCKED:RANDOM_SALT_RISES")]
        #[rowkey(salt = random(4))]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            left: i64,
        }
    }

    mod wrong {
        #[derive(HTable)]
        #[table("LOCKED:RANDOM_SALT_RISES")]
        #[rowkey(salt = random(16))]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            left: i64,
        }
    }
}
