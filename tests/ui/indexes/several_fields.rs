use std::collections::BTreeMap;

use hbase_schema::{Columns, HTable};

#[derive(Columns)]
#[index("DLQX:PLACE_BY_ALL", fields(city, street))]
struct Place {
    city: String,
    street: String,
}

#[derive(HTable)]
#[table("DLQX:MAIL_BOXES")]
#[family("D1")]
#[index("DLQX:MAIL_BY_NONE")]
#[index("DLQX:MAIL_BY_EMPTY", fields())]
#[index("DLQX:MAIL_BY_ONE", fields(sender))]
#[index("DLQX:MAIL_BY_TYPO", fields(sendr, size))]
#[index("DLQX:MAIL_BY_TWICE", fields(size, sender, size))]
#[index("DLQX:MAIL_BY_ID", fields(sender, id))]
#[index("DLQX:MAIL_BY_READS", fields(sender, reads, with_default, skipped))]
#[index("DLQX:MAIL_BY_TAGS", fields(tags, place))]
#[index("DLQX:MAIL_BY_NINE", fields(a, b, c, d, e, f, g, h, size))]
#[index("DLQX:MAIL_BY_TEXT", fields("sender", size = 1))]
#[index("DLQX:MAIL_BY_WORD", fields = sender)]
#[index("DLQX:MAIL_BY_KEY", fields(sender, size), unique)]
#[index(fields(size, sender))]
struct Mail {
    #[rowkey]
    id: String,
    sender: String,
    #[index("DLQX:MAIL_BY_SIZE", fields(size, sender))]
    size: u32,
    #[column(counter)]
    reads: i64,
    #[column(default)]
    with_default: u32,
    #[column(skip)]
    skipped: u32,
    #[column(dynamic, prefix = "T")]
    tags: BTreeMap<String, String>,
    #[column(flatten)]
    place: Place,
    a: u8,
    b: u8,
    c: u8,
    d: u8,
    e: u8,
    f: u8,
    g: u8,
    h: u8,
}

fn main() {}
