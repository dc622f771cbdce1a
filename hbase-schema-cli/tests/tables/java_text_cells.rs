//! Cells of text as Java writes it, without dynamic columns, for imports.

use hbase_schema::HTable;

#[derive(HTable)]
#[table("SHOP:JAVA_CELLS")]
#[family("D1")]
struct Cells {
    #[rowkey]
    id: u32,
    #[column(java_text)]
    exact: f64,
    #[column(java_text)]
    narrow: Option<f32>,
    #[column(java_text)]
    open: bool,
    #[column(java_text)]
    count: i64,
}
