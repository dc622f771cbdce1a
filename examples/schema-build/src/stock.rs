//! What lies in stores.

use hbase_schema::{CellValue, HTable};

/// How much of an article lies in a store.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:STOCK_LEVEL")]
#[rowkey(separator = "-")]
#[family("D1", versions = 3)]
pub struct Stock {
    /// The store.
    #[rowkey]
    pub store: String,
    /// The article's number.
    #[rowkey(fixed = 8)]
    pub article: u32,
    /// How much there is.
    pub quantity: Quantity,
}

/// Pieces.
#[derive(CellValue, Debug, Clone, Copy, PartialEq)]
pub struct Quantity(pub i64);
