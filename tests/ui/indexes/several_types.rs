use hbase_schema::{Connection, HTable};

#[derive(HTable)]
#[table("DLQX:MAIL_BOXES")]
#[family("D1")]
#[index("DLQX:MAIL_BY_STATE", fields(sender, state))]
#[index("DLQX:MAIL_BY_BYTES", fields(bytes, sender, state))]
struct Mail {
    #[rowkey]
    id: String,
    sender: String,
    state: Option<String>,
    bytes: Vec<u8>,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
#[index("DLQX:CALL_BY_TIME", fields(peer, time))]
struct Call {
    #[rowkey]
    phone: String,
    peer: String,
    time: u32,
}

fn queries(db: &Connection) {
    let _ = db.query(Call::BY_PEER_TIME.eq(7));
    let _ = db.query(Call::BY_PEER_TIME.eq("bob").range("a".."b"));
    let _ = db.query(Call::BY_PEER_TIME.eq("bob").prefix("1"));
    let _ = db.query(Call::BY_PEER_TIME.eq("bob").eq(1).eq(2));
    let _ = db.query(Call::BY_PEER_TIME.range("a".."b").eq(1));
}

fn main() {}
