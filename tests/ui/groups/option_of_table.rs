use hbase_schema::Columns;

#[derive(Columns)]
#[columns(splits = uniform(4))]
struct Address {
    street: String,
}

fn main() {}
