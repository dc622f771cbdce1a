use hbase_schema::{Columns, HTable};

#[derive(Columns)]
struct Address {
    street: String,
    zip: u32,
}

#[derive(HTable)]
#[table("DLQX:USER_ACCOUNT")]
#[family("D1")]
struct ColumnOfTheTableToo {
    #[rowkey]
    id: u64,
    zip: u32,
    #[column(flatten)]
    home: Address,
}

#[derive(HTable)]
#[table("DLQX:USER_ACCOUNT")]
#[family("D1")]
struct SamePrefix {
    #[rowkey]
    id: u64,
    #[column(flatten, prefix = "HOME_")]
    home: Address,
    #[column(flatten, prefix = "HOME_")]
    work: Address,
}

#[derive(HTable)]
#[table("DLQX:USER_ACCOUNT")]
#[family("D1")]
struct TwoWithoutPrefix {
    #[rowkey]
    id: u64,
    #[column(flatten)]
    home: Address,
    #[column(flatten)]
    work: Address,
}

fn main() {}
