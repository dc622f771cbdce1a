use hbase_schema::HTable;

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct EmptyStruct {}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
enum Enum {
    Incoming,
    Outgoing,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct TupleStruct(u64, u32);

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
union Union {
    id: u64,
    duration: f64,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct UnitStruct;

fn main() {}
