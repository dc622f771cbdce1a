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
    #[column(flatten, prefix = "HOME_")]
    home: Address,
    #[column(flatten, prefix = "HOME_")]
    work: Address,
}

fn main() {}
