use hbase_schema::Columns;

#[derive(Columns)]
struct Place {
    street: String,
}

#[derive(Columns)]
struct Address {
    #[column(flatten)]
    place: Place,
    zip: u32,
}

fn main() {}
