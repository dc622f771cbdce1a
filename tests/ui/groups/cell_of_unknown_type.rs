use hbase_schema::Columns;

#[derive(Columns)]
struct Address {
    street: String,
    floor: usize,
}

fn main() {}
