use hbase_schema::Columns;

#[derive(Columns)]
#[columns("ADDRESS")]
struct Address {
    street: String,
}

fn main() {}
