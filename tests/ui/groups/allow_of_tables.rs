use hbase_schema::Columns;

#[derive(Columns)]
#[columns(allow(hotspot))]
struct Address {
    street: String,
}

fn main() {}
