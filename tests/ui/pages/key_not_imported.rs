mod tables {
    use hbase_schema::HTable;

    #[derive(HTable)]
    #[table("DLQX:CALL_RECORD")]
    #[family("D1")]
    pub struct Call {
        #[rowkey]
        pub id: u64,
        pub duration_s: u32,
    }
}

use tables::Call;

fn main() {
    let key = CallKey { id: 7 };
    let _ = Call { id: key.id, duration_s: 70 };
}
