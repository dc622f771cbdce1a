//! Changes of columns' types and codecs.

/// `CellType` `Changed`: `left`
mod type_changed {
    mod before {
        #[derive(HTable)]
        #[table("LOCKED:TYPE_CHANGED")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            left: i64,
        }
    }

    mod wrong {
        #[derive(HTable)]
        #[table("LOCKED:TYPE_CHANGED")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            left: i32,
        }
    }

    mod right {
        #[derive(HTable)]
        #[table("LOCKED:TYPE_CHANGED")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            #[column("LEFT_2")]
            new_left: Option<i32>,
            left: i64,
        }
    }
}

/// `CellType` `Changed`: `price`
mod text_becomes_number {
    mod before {
        #[derive(HTable)]
        #[table("LOCKED:TEXT_BECOMES_NUMBER")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            price: String,
        }
    }

    mod wrong {
        #[derive(HTable)]
        #[table("LOCKED:TEXT_BECOMES_NUMBER")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            price: f64,
        }
    }

    mod right {
        #[derive(HTable)]
        #[table("LOCKED:TEXT_BECOMES_NUMBER")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            price: String,
            price_2: Option<f64>,
        }
    }
}

/// `CellCodec` `Changed`: `left`
mod codec_changed {
    mod before {
        #[derive(HTable)]
        #[table("LOCKED:CODEC_CHANGED")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            left: i64,
        }
    }

    mod wrong {
        #[derive(HTable)]
        #[table("LOCKED:CODEC_CHANGED")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            #[column(text)]
            left: i64,
        }
    }

    mod right {
        #[derive(HTable)]
        #[table("LOCKED:CODEC_CHANGED")]
        #[family("D1")]
        pub struct Stock {
            #[rowkey]
            id: u64,
            left: i64,
            #[column(text)]
            left_text: Option<i64>,
        }
    }
}
