use hbase_schema::{Connection, HTable};

#[derive(HTable)]
#[table("DLQX:MAIL_BOXES")]
#[family("D1")]
#[index("DLQX:MAIL_BOXES", fields(sender, size))]
#[index("DLQX:MAIL_BY_SENDER", fields(size, sender))]
#[index("DLQX:MAIL_BY_SAME", fields(size, sender))]
#[index("DLQX:MAIL_BY_AB_C", fields(a_b, c))]
#[index("DLQX:MAIL_BY_A_BC", fields(a, b_c))]
#[index("DLQX:MAIL_BY_TIME", fields(sender, time))]
struct Mail {
    #[rowkey]
    id: String,
    #[index("DLQX:MAIL_BY_SENDER")]
    sender: String,
    size: u32,
    a_b: u8,
    c: u8,
    a: u8,
    b_c: u8,
    time: u32,
    by_sender_time: u32,
}

// Code that uses the struct reports no further errors.
fn queries(db: &Connection) {
    let mails = db.indexed::<Mail>();
    let _ = mails.query(Mail::BY_SENDER_SIZE.eq("ada").range(1..5));
    let _ = mails.query(Mail::BY_SIZE_SENDER.eq(5));
}

fn main() {}
