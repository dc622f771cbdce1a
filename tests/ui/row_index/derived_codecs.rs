use hbase_schema::HTable;
use hbase_schema::row_index::{Entries, IndexedEntry};

// No codec, and none of the column.
#[derive(IndexedEntry)]
struct Mail {
    #[index(tag = 1)]
    from: String,
}

// Serde does not know it.
#[derive(IndexedEntry)]
#[entry(json)]
struct Note {
    #[index(tag = 1)]
    by: String,
}

#[derive(HTable)]
#[table("DLQX:MAIL_BOXES")]
#[family("DATA")]
struct MailBox {
    #[rowkey]
    user: String,
    #[column(dynamic)]
    mails: Entries<Mail>,
}

fn main() {}
