use hbase_schema::{Columns, HTable};

#[derive(Columns)]
struct Address {
    street: String,
    zip: u32,
}

#[derive(HTable)]
#[table("DLQX:USER_ACCOUNT")]
#[family("D1")]
struct User {
    #[rowkey]
    id: u64,
    #[column(flatten)]
    home: Address,
    #[column(flatten)]
    work: Address,
}

fn main() {}
