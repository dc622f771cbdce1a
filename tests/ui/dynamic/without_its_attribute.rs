//! A field that declares dynamic columns says so by its attribute.

use hbase_schema::{Dynamic, HTable};

#[derive(HTable)]
#[table("DLQX:METER_VALUES")]
#[family("D1")]
struct Meter {
    #[rowkey]
    id: u32,
    values: Dynamic<u32, u64>,
}

fn main() {}
