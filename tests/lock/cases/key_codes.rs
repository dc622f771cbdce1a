//! Changes of enums in row keys.

/// `KeyCoded` `Added`: `state`
mod key_number_becomes_enum {
    mod before {
        #[derive(HTable)]
        #[table("LOCKED:KEY_NUMBER_BECOMES_ENUM")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            #[rowkey]
            state: u8,
            left: i64,
        }
    }

    mod wrong {
        #[derive(KeyPart, Debug, Clone, Copy, PartialEq)]
        #[repr(u8)]
        pub enum State {
            Open = 1,
            Closed = 2,
        }

        #[derive(HTable)]
        #[table("LOCKED:KEY_NUMBER_BECOMES_ENUM")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            #[rowkey]
            state: State,
            left: i64,
        }
    }

    mod right {
        #[derive(HTable)]
        #[table("LOCKED:KEY_NUMBER_BECOMES_ENUM")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            #[rowkey]
            state: u8,
            left: i64,
        }
    }
}

/// `KeyCoded` `Removed`
mod key_enum_becomes_number {
    mod before {
        #[derive(KeyPart, Debug, Clone, Copy, PartialEq)]
        #[repr(u8)]
        pub enum State {
            Open = 1,
            Closed = 2,
        }

        #[derive(HTable)]
        #[table("LOCKED:KEY_ENUM_BECOMES_NUMBER")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            #[rowkey]
            state: State,
            left: i64,
        }
    }

    mod wrong {
        #[derive(HTable)]
        #[table("LOCKED:KEY_ENUM_BECOMES_NUMBER")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            #[rowkey]
            state: u8,
            left: i64,
        }
    }

    mod right {
        #[derive(KeyPart, Debug, Clone, Copy, PartialEq)]
        #[repr(u8)]
        pub enum State {
            Open = 1,
            Closed = 2,
        }

        #[derive(HTable)]
        #[table("LOCKED:KEY_ENUM_BECOMES_NUMBER")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            #[rowkey]
            state: State,
            left: i64,
        }
    }
}

/// `KeyCode` `Added`: `state`
mod key_code_added {
    mod before {
        #[derive(KeyPart, Debug, Clone, Copy, PartialEq)]
        #[repr(u8)]
        pub enum State {
            Open = 1,
            Closed = 2,
        }

        #[derive(HTable)]
        #[table("LOCKED:KEY_CODE_ADDED")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            #[rowkey]
            state: State,
            left: i64,
        }
    }

    mod wrong {
        #[derive(KeyPart, Debug, Clone, Copy, PartialEq)]
        #[repr(u8)]
        pub enum State {
            Open = 1,
            Closed = 2,
            Lost = 3,
        }

        #[derive(HTable)]
        #[table("LOCKED:KEY_CODE_ADDED")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            #[rowkey]
            state: State,
            left: i64,
        }
    }

    mod right {
        #[derive(KeyPart, Debug, Clone, Copy, PartialEq)]
        #[repr(u8)]
        pub enum State {
            Open = 1,
            Closed = 2,
        }

        #[derive(HTable)]
        #[table("LOCKED:KEY_CODE_ADDED")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            #[rowkey]
            state: State,
            left: i64,
        }
    }
}

/// `KeyCode` `Removed`
mod key_code_removed {
    mod before {
        #[derive(KeyPart, Debug, Clone, Copy, PartialEq)]
        #[repr(u8)]
        pub enum State {
            Open = 1,
            Closed = 2,
            Lost = 3,
        }

        #[derive(HTable)]
        #[table("LOCKED:KEY_CODE_REMOVED")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            #[rowkey]
            state: State,
            left: i64,
        }
    }

    mod wrong {
        #[derive(KeyPart, Debug, Clone, Copy, PartialEq)]
        #[repr(u8)]
        pub enum State {
            Open = 1,
            Closed = 2,
        }

        #[derive(HTable)]
        #[table("LOCKED:KEY_CODE_REMOVED")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            #[rowkey]
            state: State,
            left: i64,
        }
    }

    mod right {
        #[derive(KeyPart, Debug, Clone, Copy, PartialEq)]
        #[repr(u8)]
        pub enum State {
            Open = 1,
            Closed = 2,
            Lost = 3,
        }

        #[derive(HTable)]
        #[table("LOCKED:KEY_CODE_REMOVED")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            #[rowkey]
            state: State,
            left: i64,
        }
    }
}

/// `KeyCode` `Changed`: `state`
mod key_codes_exchanged {
    mod before {
        #[derive(KeyPart, Debug, Clone, Copy, PartialEq)]
        #[repr(u8)]
        pub enum State {
            Open = 1,
            Closed = 2,
        }

        #[derive(HTable)]
        #[table("LOCKED:KEY_CODES_EXCHANGED")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            #[rowkey]
            state: State,
            left: i64,
        }
    }

    mod wrong {
        #[derive(KeyPart, Debug, Clone, Copy, PartialEq)]
        #[repr(u8)]
        pub enum State {
            Closed = 1,
            Open = 2,
        }

        #[derive(HTable)]
        #[table("LOCKED:KEY_CODES_EXCHANGED")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            #[rowkey]
            state: State,
            left: i64,
        }
    }

    mod right {
        #[derive(KeyPart, Debug, Clone, Copy, PartialEq)]
        #[repr(u8)]
        pub enum State {
            Open = 1,
            Closed = 2,
        }

        #[derive(HTable)]
        #[table("LOCKED:KEY_CODES_EXCHANGED")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            #[rowkey]
            state: State,
            left: i64,
        }
    }
}

/// `CodeName` `Changed`: `state`
mod key_variant_renamed {
    mod before {
        #[derive(KeyPart, Debug, Clone, Copy, PartialEq)]
        #[repr(u8)]
        pub enum State {
            Open = 1,
            Closed = 2,
        }

        #[derive(HTable)]
        #[table("LOCKED:KEY_VARIANT_RENAMED")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            #[rowkey]
            state: State,
            left: i64,
        }
    }

    mod wrong {
        #[derive(KeyPart, Debug, Clone, Copy, PartialEq)]
        #[repr(u8)]
        pub enum State {
            Opened = 1,
            Closed = 2,
        }

        #[derive(HTable)]
        #[table("LOCKED:KEY_VARIANT_RENAMED")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            #[rowkey]
            state: State,
            left: i64,
        }
    }

    mod right {
        #[derive(KeyPart, Debug, Clone, Copy, PartialEq)]
        #[repr(u8)]
        pub enum State {
            Open = 1,
            Closed = 2,
        }

        #[derive(HTable)]
        #[table("LOCKED:KEY_VARIANT_RENAMED")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            #[rowkey]
            state: State,
            left: i64,
        }
    }
}
