use hbase_schema::HTable;

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct Call<CallKey, CallScan> {
    #[rowkey]
    id: CallKey,
    value: CallScan,
}

fn main() {}
