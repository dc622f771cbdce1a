use hbase_schema::{HTable, any, prefix};

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
#[table("DLQX:OTHER_CALL")]
#[family("D1")]
struct Other {
    #[rowkey]
    kind: u8,
    duration_s: u32,
}

fn main() {
    let scan = || Call::scan().phone(prefix("138"));
    // A value of another type.
    let _ = scan().matching(Call::KIND.eq("7"));
    // A range is no value.
    let _ = scan().matching(Call::KIND.ne(1..3));
    // Decimal text does not sort as numbers do.
    let _ = scan().matching(Call::NUMBER.lt(7));
    let _ = scan().matching(Call::NUMBER.between(3..7));
    // A number has no prefix.
    let _ = scan().matching(Call::KIND.starts_with("1"));
    // A key part of another table.
    let _ = scan().matching(Other::KIND.eq(7));
    // A condition on a column is a filter.
    let _ = scan().matching(Call::DURATION_S.gt(60));
    // Conditions are joined by `&` only.
    let _ = scan().matching(Call::KIND.eq(7) | Call::KIND.eq(8));
    // The scan needs a first part, or `all()`.
    let _ = Call::scan().matching(Call::KIND.eq(7));
    // An open part is no condition, but selects every value.
    let _ = scan().matching(Call::KIND.eq(any()));
}
