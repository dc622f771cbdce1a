use hbase_schema::{CellValue, HTable, KeyPart};

struct Inner;

#[derive(CellValue)]
struct Outer(Inner);

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct CellOfWhatIsNoCell {
    #[rowkey]
    id: u64,
    outer: Outer,
}

#[derive(KeyPart, Debug, Clone, PartialEq)]
struct Ratio(usize);

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct KeyOfWhatIsNoKey {
    #[rowkey]
    ratio: Ratio,
    duration_s: u32,
}

fn main() {}
