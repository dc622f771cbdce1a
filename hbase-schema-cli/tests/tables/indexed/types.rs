//! Indexes of fields of every type and codec whose values the command computes.

use hbase_schema::{CellValue, HTable, KeyPart, Sequence, TimeOfDay, Timestamp};

#[derive(KeyPart, CellValue, Debug, Clone, PartialEq)]
pub(crate) struct Size(pub(crate) i64);

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:TYPED_ROWS")]
#[family("D1", ttl = "1d")]
#[index(
    "DLQX:INDEX_BOTH",
    fields(text, size),
    ttl = "2d",
    splits = ["h", "u"]
)]
#[index("DLQX:INDEX_SEQUENCE", fields(desc(sequence), text))]
pub(crate) struct Typed {
    #[rowkey]
    pub(crate) id: u32,
    #[rowkey]
    pub(crate) sequence: Sequence<u16>,
    #[index("DLQX:INDEX_TEXT")]
    pub(crate) text: String,
    #[index("DLQX:INDEX_SMALL")]
    pub(crate) small: u8,
    #[index("DLQX:INDEX_WIDE")]
    pub(crate) wide: u128,
    #[index("DLQX:INDEX_SIGNED")]
    pub(crate) signed: i128,
    #[index("DLQX:INDEX_DIGITS")]
    #[column(text)]
    pub(crate) digits: i16,
    #[index("DLQX:INDEX_NUMBER")]
    #[column(text)]
    pub(crate) number: u64,
    #[index("DLQX:INDEX_FLOAT")]
    pub(crate) float: f64,
    #[index("DLQX:INDEX_FLOAT32")]
    #[column(text)]
    pub(crate) float32: f32,
    #[index("DLQX:INDEX_TIME")]
    pub(crate) time: Timestamp,
    #[index("DLQX:INDEX_ISO")]
    #[column(text)]
    pub(crate) iso: Timestamp,
    #[index("DLQX:INDEX_DAY")]
    pub(crate) day: TimeOfDay,
    #[index("DLQX:INDEX_DAY_TEXT")]
    #[column(text)]
    pub(crate) day_text: TimeOfDay,
    #[index("DLQX:INDEX_BYTES")]
    pub(crate) bytes: [u8; 3],
    #[index("DLQX:INDEX_FLAG", desc)]
    pub(crate) flag: bool,
    #[index("DLQX:INDEX_FLAG_TEXT")]
    #[column(text)]
    pub(crate) flag_text: bool,
    #[index("DLQX:INDEX_SIZE")]
    pub(crate) size: Size,
}
