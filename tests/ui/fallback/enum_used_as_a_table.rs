use hbase_schema::HTable;

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
enum Call {
    Incoming,
    Outgoing,
}
fn stored<T: hbase_schema::Table + hbase_schema::FromRowOwned>() {}

fn main() {
    stored::<Call>();
}
