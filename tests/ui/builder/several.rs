use hbase_schema::{HTable, is_in, prefix, ranges};

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct Call {
    #[rowkey(fixed = 11)]
    phone: String,
    #[rowkey(text, separator = "_")]
    number: u32,
    #[rowkey]
    kind: u8,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:SALTED_CALL")]
#[rowkey(salt = md5(2))]
#[family("D1")]
struct Salted {
    #[rowkey]
    kind: u8,
    #[rowkey(salt)]
    id: u64,
    duration_s: u32,
}

fn main() {
    // Values of another type.
    let _ = Call::scan().phone(is_in([1, 2]));
    // Decimal text does not sort as numbers do.
    let _ = Call::scan().phone("13812345678").number(ranges([1..=2, 5..=6]));
    // Nothing follows ranges.
    let _ = Call::scan().phone(ranges(["1".."2", "5".."6"])).number(1);
    // A prefix is no value.
    let _ = Call::scan().phone(is_in([prefix("1")]));
    // The salt has too many values to scan each.
    let _ = Salted::scan().kind(is_in([1, 2])).ranges();
}
