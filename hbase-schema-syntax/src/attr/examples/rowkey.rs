use hbase_schema::{HTable, RowKey, Timestamp};

#[derive(HTable)]
#[table("DLQX:CALL_RECORD", splits = number_pipe)]
#[rowkey(salt = region_number(6), separator = "_")]
#[family("D1")]
struct Call {
    #[rowkey(salt = last(4), fixed = 11)]
    phone: String,
    #[rowkey(salt = format("yyyyMM"), fixed = 14)]
    at: Timestamp,
    duration_s: u32,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let key = CallKey { phone: "13812345678".into(), at: "2015-12-26T12:24:00Z".parse()? };
    let bytes = key.encode()?;
    // The salt is the number of one of six regions.
    assert!((b'0'..=b'5').contains(&bytes[0]));
    assert_eq!(&bytes[1..], b"_13812345678_20151226122400");
    assert_eq!(CallKey::decode(&bytes)?, key);
    Ok(())
}
