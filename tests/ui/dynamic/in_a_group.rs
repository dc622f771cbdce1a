use std::collections::BTreeMap;

use hbase_schema::Columns;

#[derive(Columns)]
struct Place {
    city: String,
    #[column(dynamic)]
    others: BTreeMap<u32, u32>,
}

fn main() {}
