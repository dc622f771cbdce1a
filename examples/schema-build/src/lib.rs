//! Two tables whose scripts, descriptions and statements are in `schema/`, under version control: the build
//! script checks that they match these structs.
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
    /// Its start.
    #[rowkey(salt = format("yyyyMM"), fixed = 14)]
    pub at: Timestamp,
    /// Its duration in seconds.
    pub duration_s: u32,
    /// The other telephone number.
    pub peer: Option<String>,
}
