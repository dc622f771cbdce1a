use hbase_schema::Columns;

#[derive(Columns)]
struct Address {
    #[column("streetName")]
    street: String,
}

fn main() {}
