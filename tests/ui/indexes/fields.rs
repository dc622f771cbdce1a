use std::collections::BTreeMap;

use hbase_schema::{Columns, HTable};

#[derive(Columns)]
struct Place {
    #[index("DLQX:MAIL_BY_CITY")]
    city: String,
}

#[derive(HTable)]
#[table("DLQX:MAIL_BOXES")]
#[family("D1")]
#[index("DLQX:MAIL_BY_ALL")]
struct Mail {
    #[rowkey]
    #[index("DLQX:MAIL_BY_ID")]
    id: String,
    #[index]
    sender: String,
    #[index(DLQX)]
    size: u32,
    #[index("DLQX:MAIL_BY_TIME", unique)]
    time: u32,
    #[index("DLQX:MAIL_BY_READS")]
    #[column(counter)]
    reads: i64,
    #[index("DLQX:MAIL_BY_DEFLT")]
    #[column(default)]
    with_default: u32,
    #[index("DLQX:MAIL_BY_SKIP")]
    #[column(skip)]
    skipped: u32,
    #[index("DLQX:MAIL_BY_TAGS")]
    #[column(dynamic, prefix = "T")]
    tags: BTreeMap<String, String>,
    #[index("DLQX:MAIL_BY_PLACE")]
    #[column(flatten)]
    place: Place,
}

fn main() {}
