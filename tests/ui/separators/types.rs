use hbase_schema::{HTable, Table};

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct EndOfBytesNotToldByType {
    #[rowkey]
    id: u64,
    #[rowkey]
    digest: Vec<u8>,
    #[rowkey]
    rest: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct EndOfGenericNotTold<K> {
    #[rowkey]
    id: K,
    #[rowkey]
    rest: u64,
    duration_s: u32,
}

fn stored<T: Table>() {}

fn end_of_generic_not_told() {
    stored::<EndOfGenericNotTold<String>>();
}

fn main() {}
