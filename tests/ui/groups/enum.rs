use hbase_schema::Columns;

#[derive(Columns)]
enum Address {
    Street,
}

fn main() {}
