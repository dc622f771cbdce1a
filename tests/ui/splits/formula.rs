use hbase_schema::HTable;

#[derive(HTable)]
#[table("DLQX:USERS", splits = format("user{:04}", 0..=9999, count = 100))]
#[family("D1")]
struct Right {
    #[rowkey]
    name: String,
    age: u8,
}

#[derive(HTable)]
#[table("DLQX:USERS", splits = format("user{}", 0..=9999, step = 100))]
#[family("D1")]
struct WithoutPadding {
    #[rowkey]
    name: String,
    age: u8,
}

#[derive(HTable)]
#[table("DLQX:USERS", splits = format("user{}", 1000..=9999))]
#[family("D1")]
struct WithoutStep {
    #[rowkey]
    name: String,
    age: u8,
}

#[derive(HTable)]
#[table("DLQX:USERS", splits = per_bucket(8, step = 2))]
#[rowkey(salt = buckets(16))]
#[family("D1")]
struct StepOfAnotherCount {
    #[rowkey(salt)]
    name: String,
    age: u8,
}

fn main() {}
