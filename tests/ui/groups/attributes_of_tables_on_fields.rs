use hbase_schema::{Columns, Timestamp};

#[derive(Columns)]
struct Address {
    #[timestamp]
    at: Timestamp,
    #[table_date]
    day: Timestamp,
    street: String,
}

#[derive(Columns)]
#[columns(allow(name_length))]
struct Names {
    name: String,
}

fn main() {}
