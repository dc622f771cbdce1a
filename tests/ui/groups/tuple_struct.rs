use hbase_schema::Columns;

#[derive(Columns)]
struct Address(String);

fn main() {}
