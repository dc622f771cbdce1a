use hbase_schema::{CellValue, HTable, Timestamp};

#[derive(CellValue, Debug, Clone)]
enum State {
    #[code = "N"]
    New,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct TypesThatJavaWritesDifferently {
    #[rowkey]
    id: u64,
    #[column(java_text)]
    at: Timestamp,
    #[column(java_text)]
    bytes: Vec<u8>,
    #[column(java_text)]
    state: State,
}

fn main() {}
