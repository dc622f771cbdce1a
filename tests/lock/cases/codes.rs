//! Changes of enums in columns.

/// `Coded` `Added`: `state`
mod number_becomes_enum {
    mod before {
        #[derive(HTable)]
        #[table("LOCKED:NUMBER_BECOMES_ENUM")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            state: u8,
        }
    }

    mod wrong {
        #[derive(CellValue, Debug, Clone, Copy)]
        #[repr(u8)]
        pub enum State {
            Open = 1,
            Closed = 2,
        }

        #[derive(HTable)]
        #[table("LOCKED:NUMBER_BECOMES_ENUM")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            state: State,
        }
    }

    mod right {
        #[derive(HTable)]
        #[table("LOCKED:NUMBER_BECOMES_ENUM")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            state: u8,
        }
    }
}

/// `Coded` `Removed`: `state`
mod enum_becomes_number {
    mod before {
        #[derive(CellValue, Debug, Clone, Copy)]
        #[repr(u8)]
        pub enum State {
            Open = 1,
            Closed = 2,
        }

        #[derive(HTable)]
        #[table("LOCKED:ENUM_BECOMES_NUMBER")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            state: State,
        }
    }

    mod wrong {
        #[derive(HTable)]
        #[table("LOCKED:ENUM_BECOMES_NUMBER")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            state: u8,
        }
    }
}

/// `Code` `Added`: `state`
mod code_added {
    mod before {
        #[derive(CellValue, Debug, Clone, Copy)]
        #[repr(u8)]
        pub enum State {
            Open = 1,
            Closed = 2,
        }

        #[derive(HTable)]
        #[table("LOCKED:CODE_ADDED")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            state: State,
        }
    }

    mod wrong {
        #[derive(CellValue, Debug, Clone, Copy)]
        #[repr(u8)]
        pub enum State {
            Open = 1,
            Closed = 2,
            Paid = 3,
        }

        #[derive(HTable)]
        #[table("LOCKED:CODE_ADDED")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            state: State,
        }
    }
}

/// `Code` `Removed`
mod code_removed {
    mod before {
        #[derive(CellValue, Debug, Clone, Copy)]
        #[repr(u8)]
        pub enum State {
            Open = 1,
            Closed = 2,
        }

        #[derive(HTable)]
        #[table("LOCKED:CODE_REMOVED")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            state: State,
        }
    }

    mod wrong {
        #[derive(CellValue, Debug, Clone, Copy)]
        #[repr(u8)]
        pub enum State {
            Open = 1,
        }

        #[derive(HTable)]
        #[table("LOCKED:CODE_REMOVED")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            state: State,
        }
    }

    mod right {
        #[derive(CellValue, Debug, Clone, Copy)]
        #[repr(u8)]
        pub enum State {
            Open = 1,
            Closed = 2,
        }

        #[derive(HTable)]
        #[table("LOCKED:CODE_REMOVED")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            state: State,
        }
    }
}

/// `Code` `Changed`: `state`
mod codes_exchanged {
    mod before {
        #[derive(CellValue, Debug, Clone, Copy)]
        #[repr(u8)]
        pub enum State {
            Open = 1,
            Closed = 2,
        }

        #[derive(HTable)]
        #[table("LOCKED:CODES_EXCHANGED")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            state: State,
        }
    }

    mod wrong {
        #[derive(CellValue, Debug, Clone, Copy)]
        #[repr(u8)]
        pub enum State {
            Open = 2,
            Closed = 1,
        }

        #[derive(HTable)]
        #[table("LOCKED:CODES_EXCHANGED")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            state: State,
        }
    }

    mod right {
        #[derive(CellValue, Debug, Clone, Copy)]
        #[repr(u8)]
        pub enum State {
            Open = 1,
            Closed = 2,
        }

        #[derive(HTable)]
        #[table("LOCKED:CODES_EXCHANGED")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            state: State,
        }
    }
}

/// `CodeName` `Changed`: `state`
mod variant_renamed {
    mod before {
        #[derive(CellValue, Debug, Clone, Copy)]
        #[repr(u8)]
        pub enum State {
            Open = 1,
            Closed = 2,
        }

        #[derive(HTable)]
        #[table("LOCKED:VARIANT_RENAMED")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            state: State,
        }
    }

    mod wrong {
        #[derive(CellValue, Debug, Clone, Copy)]
        #[repr(u8)]
        pub enum State {
            Opened = 1,
            Closed = 2,
        }

        #[derive(HTable)]
        #[table("LOCKED:VARIANT_RENAMED")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            state: State,
        }
    }
}

/// `Code` `Changed`: `state`
mod codes_of_removed_column {
    mod earlier {
        #[derive(CellValue, Debug, Clone, Copy)]
        #[repr(u8)]
        pub enum State {
            Open = 1,
            Closed = 2,
        }

        #[derive(HTable)]
        #[table("LOCKED:CODES_OF_REMOVED")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            left: i64,
            state: Option<State>,
        }
    }

    mod before {
        #[derive(HTable)]
        #[table("LOCKED:CODES_OF_REMOVED")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            left: i64,
        }
    }

    mod wrong {
        #[derive(CellValue, Debug, Clone, Copy)]
        #[repr(u8)]
        pub enum State {
            Closed = 1,
            Open = 2,
        }

        #[derive(HTable)]
        #[table("LOCKED:CODES_OF_REMOVED")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            left: i64,
            state: Option<State>,
        }
    }

    mod right {
        #[derive(CellValue, Debug, Clone, Copy)]
        #[repr(u8)]
        pub enum State {
            Open = 1,
            Closed = 2,
        }

        #[derive(HTable)]
        #[table("LOCKED:CODES_OF_REMOVED")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            left: i64,
            state: Option<State>,
        }
    }
}
