use hbase_schema::Columns;

#[derive(Columns)]
struct Address {
    #[rowkey]
    street: String,
    zip: u32,
}

fn main() {}
