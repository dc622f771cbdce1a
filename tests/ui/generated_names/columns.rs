use hbase_schema::HTable;

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct ColumnDdl {
    #[rowkey]
    id: u64,
    ddl: String,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct ColumnSchema {
    #[rowkey]
    id: u64,
    schema: String,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct ColumnsOfTwoCases {
    #[rowkey]
    id: u64,
    duration_s: u32,
    durationS: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct ColumnsUrlAndURL {
    #[rowkey]
    id: u64,
    url: String,
    URL: String,
}

fn main() {}
