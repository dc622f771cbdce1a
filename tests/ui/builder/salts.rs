use hbase_schema::{HTable, Timestamp};

#[derive(HTable)]
#[table("DLQX:FILE_STORE")]
#[rowkey(salt = md5_hex(4))]
#[family("D1")]
struct File {
    #[rowkey]
    owner: u64,
    #[rowkey(salt)]
    number: u64,
    size: u64,
}

fn range_on_a_salt_too_wide() {
    let _ = File::scan().owner(7).number(1..9).ranges();
}

fn salt_too_wide_to_fan_out() {
    let _ = File::scan().owner(7).ranges();
}

fn salted_by_a_range() {
    let _ = File::scan().salted_by(1..9);
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[rowkey(salt = region_number(6), separator = "_")]
#[family("D1")]
struct Call {
    #[rowkey(salt = last(4), fixed = 11)]
    phone: String,
    #[rowkey(salt = format("yyyyMM"), fixed = 14)]
    at: Timestamp,
    #[rowkey(text)]
    line: u32,
    duration_s: u32,
    #[column(json)]
    remark: Option<String>,
}

fn nothing_given_with_salt() {
    let _ = Call::scan().ranges();
}

fn main() {}
