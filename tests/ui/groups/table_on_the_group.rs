use hbase_schema::Columns;

#[derive(Columns)]
#[table("DLQX:ADDRESS_BOOK")]
struct Address {
    street: String,
}

fn main() {}
