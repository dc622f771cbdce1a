//! Articles in warehouses.

use hbase_schema::{CellValue, HTable};

/// The quantity of an article in a store.
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
    /// The quantity.
    pub quantity: Quantity,
}

/// Pieces.
#[derive(CellValue, Debug, Clone, Copy, PartialEq)]
pub struct Quantity(pub i64);
