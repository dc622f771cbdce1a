use hbase_schema::Columns;

#[derive(Columns)]
struct Address {
    street: String,
    #[column("STREET")]
    other: String,
}

fn main() {}
