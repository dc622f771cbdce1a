use std::collections::BTreeMap;

use hbase_schema::{Dynamic, HTable};

#[derive(HTable)]
#[table("DLQX:MAIL_BOXES", durability = skip_wal)]
#[family("D1")]
struct Mail {
    #[rowkey]
    id: String,
    #[index("DLQX:MAIL_BY_SENDER")]
    sender: String,
    #[column(counter)]
    reads: i64,
    #[column(dynamic, prefix = "TAG_")]
    tags: Dynamic<String, String>,
    #[column(dynamic, prefix = "LABEL_")]
    labels: BTreeMap<String, String>,
}

fn main() {}
