use hbase_schema::{HTable, Timestamp};

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[column("ID")]
#[family("D1")]
struct ColumnOnTheStruct {
    #[rowkey]
    id: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[columns(naming = hbase)]
#[family("D1")]
struct ColumnsOnATable {
    #[rowkey]
    id: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct KeyAsColumn {
    #[rowkey]
    #[column("ID")]
    id: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct TableOnAField {
    #[rowkey]
    id: u64,
    #[table("DLQX:CALL_RECORD")]
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct TwiceTheSameAttribute {
    #[rowkey]
    #[rowkey(salt)]
    id: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct OnlyATimestamp {
    #[rowkey]
    id: u64,
    #[timestamp]
    written: Timestamp,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct OnlySkippedColumns {
    #[rowkey]
    id: u64,
    #[column(skip)]
    cached: u32,
}

fn main() {}
