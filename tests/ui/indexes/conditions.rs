use hbase_schema::{Connection, HTable};

#[derive(HTable)]
#[table("DLQX:MAIL_BOXES")]
#[family("D1")]
struct Mail {
    #[rowkey]
    id: String,
    #[index("DLQX:MAIL_BY_SENDER")]
    sender: String,
    #[index("DLQX:MAIL_BY_SIZE")]
    size: u32,
}

#[derive(HTable)]
#[table("DLQX:WEATHER_DATA")]
#[family("D1")]
struct Weather {
    #[rowkey]
    city: String,
    rain_mm: u32,
}

fn queries(db: &Connection) {
    let _ = db.query(Mail::BY_SENDER.eq(7));
    let _ = db.query(Mail::BY_SIZE.range("a".."b"));
    let _ = db.query(Mail::BY_SIZE.prefix("1"));
    let _ = db.indexes::<Weather>().lag();
}

fn main() {}
