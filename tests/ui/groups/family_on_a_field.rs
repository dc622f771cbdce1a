use hbase_schema::Columns;

#[derive(Columns)]
struct Address {
    #[family("D1")]
    street: String,
}

fn main() {}
