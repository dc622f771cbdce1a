use hbase_schema::HTable;

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[rowkey(salt = region_number(6), separator = "_")]
#[family("D1")]
struct FirstWithTwoCounts {
    #[rowkey(salt = first(4, 5))]
    phone: String,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[rowkey(salt = region_number(6), separator = "_")]
#[family("D1")]
struct LastOfMoreThanThereIs {
    #[rowkey(salt = last(12), fixed = 11)]
    phone: String,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[rowkey(salt = region_number(6), separator = "_")]
#[family("D1")]
struct LastOfZero {
    #[rowkey(salt = last(0))]
    phone: String,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct LastWithoutASalt {
    #[rowkey(salt = last(4), fixed = 11)]
    phone: String,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[rowkey(salt = region_number(6), separator = "_")]
#[family("D1")]
struct LastWithoutCount {
    #[rowkey(salt = last)]
    phone: String,
    duration_s: u32,
}

fn main() {}
