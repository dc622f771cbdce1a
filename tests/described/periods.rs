//! Versions that are periods, and tables by period, with their options.

use hbase_schema::{CellValue, Columns, HTable, Timestamp};
use serde::{Deserialize, Serialize};

mod periods {
    use super::*;

    #[derive(Columns)]
    struct Client {
        agent: String,
        #[column(store_none)]
        address: Option<String>,
    }

    #[derive(HTable)]
    #[table("DLQX:EVERY_HOUR")]
    #[family("D1", versions = 25)]
    struct Hourly {
        #[rowkey]
        a: u32,
        #[timestamp(hour, keep = "1d")]
        at: chrono::DateTime<chrono::Utc>,
        #[column(store_none, text)]
        va: Option<u32>,
        #[column(flatten)]
        client: Client,
    }

    #[derive(HTable)]
    #[table("DLQX:EVERY_MONTH")]
    #[family("D1", versions = 13)]
    struct Monthly {
        #[rowkey]
        a: u32,
        #[timestamp(month)]
        at: jiff::civil::Date,
        va: u32,
    }
}

/// Indexes of fields of every kind.
pub mod indexes {
    use hbase_schema::{CellValue, HTable, KeyPart, TimeOfDay, Timestamp};

    #[derive(KeyPart, CellValue, Debug, Clone, PartialEq)]
    pub struct Size(pub i64);

    #[derive(KeyPart, CellValue, Debug, Clone, PartialEq)]
    pub struct Wide<T>(pub T);

    /// Cells by hand: what they hold is another text than that of the key.
    #[derive(KeyPart, Debug, Clone, PartialEq)]
    pub struct Own(pub String);

    impl hbase_schema::cell::EncodeCell<hbase_schema::cell::NativeCodec> for Own {
        const FACTS: hbase_schema::cell::CellFacts = hbase_schema::cell::CellFacts::new(
            hbase_schema::cell::CellFormat::Text,
            hbase_schema::cell::LogicalType::Unknown,
        );

        fn encode_cell(&self, out: &mut Vec<u8>) -> Result<bool, hbase_schema::codec::CodecError> {
            out.extend(self.0.bytes().rev());
            Ok(true)
        }
    }

    impl hbase_schema::cell::DecodeCell<'_, hbase_schema::cell::NativeCodec> for Own {
        fn decode_cell(bytes: &[u8]) -> Result<Self, hbase_schema::codec::CodecError> {
            let bytes = bytes.iter().rev().copied().collect();
            String::from_utf8(bytes)
                .map(Self)
                .map_err(hbase_schema::codec::CodecError::new)
        }
    }

    #[derive(HTable, Debug, Clone, PartialEq)]
    #[table("DLQX:INDEXED_ROWS")]
    #[family("D1")]
    pub struct Indexed {
        #[rowkey]
        pub id: u32,
        #[index("DLQX:INDEX_OF_TEXT")]
        pub text: String,
        #[index("DLQX:INDEX_OF_INT")]
        pub int: u32,
        #[index("DLQX:INDEX_OF_DIGITS")]
        #[column(text)]
        pub digits: i16,
        #[index("DLQX:INDEX_OF_FLOAT")]
        pub float: f64,
        #[index("DLQX:INDEX_OF_SHORT")]
        #[column(text)]
        pub short: f32,
        #[index("DLQX:INDEX_OF_TIME")]
        pub time: Timestamp,
        #[index("DLQX:INDEX_OF_ISO")]
        #[column(text)]
        pub iso: Timestamp,
        #[index("DLQX:INDEX_OF_DAY")]
        pub day: TimeOfDay,
        #[index("DLQX:INDEX_OF_BYTES")]
        pub bytes: [u8; 6],
        #[index("DLQX:INDEX_OF_UUID")]
        pub uuid: uuid::Uuid,
        #[index("DLQX:INDEX_OF_MONEY")]
        pub money: rust_decimal::Decimal,
        #[index("DLQX:INDEX_OF_SIZE")]
        pub size: Size,
        #[index("DLQX:INDEX_OF_WIDE")]
        pub wide: Wide<u128>,
        #[index("DLQX:INDEX_OF_OWN")]
        pub own: Own,
        #[index("DLQX:INDEX_OF_JSON")]
        #[column(json)]
        pub json: String,
        #[index("DLQX:INDEX_OF_NAME")]
        #[column(text)]
        pub name: uuid::Uuid,
    }
}

mod dates {
    use super::*;

    #[derive(HTable)]
    #[table("DLQX:EVERY_{yyyyMMdd}")]
    #[family("D1")]
    struct Daily {
        #[rowkey]
        id: u64,
        #[table_date]
        r#day: Timestamp,
        n: u32,
    }

    #[derive(HTable)]
    #[table("D{yyyyMM}:EVERY_{ddHH}")]
    #[family("D1", versions = 9)]
    struct Hourly {
        #[table_date]
        hour: hbase_schema::time::Period,
        #[rowkey]
        id: u64,
        #[timestamp(hour)]
        at: Timestamp,
        n: u32,
    }
}
