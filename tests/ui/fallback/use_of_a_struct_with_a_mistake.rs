use hbase_schema::HTable;

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1", ttl = 86400)]
struct Call {
    #[rowkey]
    id: u64,
    duration_s: u32,
    #[column("PEER")]
    peer: Option<String>,
}

fn uses(call: &Call) -> Result<(), Box<dyn std::error::Error>> {
    let key: CallKey = call.key();
    println!("{:?} {:?}", key, key.id);
    println!("{} {:?}", Call::DDL, Call::SCHEMA);
    let _ = Call::DURATION_S.gt(60) & Call::PEER.eq("ann");
    let _ = Call::scan().id(7).ranges()?;
    let _ = Call::scan().all().ranges()?;
    stored::<Call>();
    Ok(())
}

fn stored<T: hbase_schema::Table + hbase_schema::FromRowOwned>() {}

fn main() {
    let _ = uses;
}
