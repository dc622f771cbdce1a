use hbase_schema::Columns;

#[derive(Columns)]
struct Address {
    street_name: String,
    #[allow(non_snake_case)]
    streetName: String,
}

fn main() {}
