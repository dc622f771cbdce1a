use hbase_schema::Columns;

#[derive(Columns)]
struct Address {}

fn main() {}
