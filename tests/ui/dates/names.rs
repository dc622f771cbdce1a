use hbase_schema::{HTable, Timestamp};

#[derive(HTable)]
#[table("DLQX:{yyyyMMdd}_TRADE")]
#[family("D1")]
struct First {
    #[table_date]
    day: Timestamp,
    #[rowkey]
    account: u32,
    amount: i64,
}

#[derive(HTable)]
#[table("DLQX:TRADE_{yyyy-MM-dd}")]
#[family("D1")]
struct Dashes {
    #[table_date]
    day: Timestamp,
    #[rowkey]
    account: u32,
    amount: i64,
}

#[derive(HTable)]
#[table("DLQX:TRADE_{YYYYMMdd}")]
#[family("D1")]
struct Letters {
    #[table_date]
    day: Timestamp,
    #[rowkey]
    account: u32,
    amount: i64,
}

#[derive(HTable)]
#[table("DLQX:TRADE_{MMdd}")]
#[family("D1")]
struct NoYear {
    #[table_date]
    day: Timestamp,
    #[rowkey]
    account: u32,
    amount: i64,
}

#[derive(HTable)]
#[table("DLQX:TRADE_{yyyyMMdd")]
#[family("D1")]
struct Unpaired {
    #[table_date]
    day: Timestamp,
    #[rowkey]
    account: u32,
    amount: i64,
}

#[derive(HTable)]
#[table("DLQX:TRADE")]
#[family("D1")]
struct NoDateInTheName {
    #[table_date]
    day: Timestamp,
    #[rowkey]
    account: u32,
    amount: i64,
}

#[derive(HTable)]
#[table("DLQX:TRADE_{yyyyMMdd}")]
#[family("D1")]
struct NoField {
    #[rowkey]
    account: u32,
    amount: i64,
}

fn main() {}
