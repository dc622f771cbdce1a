//! Two tables whose scripts, descriptions and statements stand in `schema/`, checked in: the build
//! script sees to it that they are those of these structs.
//!
//! ```sh
//! hbase shell -n schema/DLQX.CALL_RECORD.rb
//! ```

mod stock;

pub use stock::{Quantity, Stock};

use hbase_schema::{HTable, Timestamp};

/// One call of one phone.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:CALL_RECORD", splits = number_pipe)]
#[rowkey(salt = region_number(6), separator = "_")]
#[family("D1", ttl = "365d", compression = gz, bloom = row)]
pub struct Call {
    /// The telephone number.
    #[rowkey(salt = last(4), fixed = 11)]
    pub phone: String,
    /// When it began.
    #[rowkey(salt = format("yyyyMM"), fixed = 14)]
    pub at: Timestamp,
    /// How long it took, in seconds.
    pub duration_s: u32,
    /// Who was called.
    pub peer: Option<String>,
}
