use hbase_schema::cell::NativeCodec;
use hbase_schema::row_index::{Entries, IndexedEntries, RowIndex};
use hbase_schema::{CellValue, HTable};

#[derive(CellValue)]
struct Mail(String);

#[derive(HTable)]
#[table("DLQX:MAIL_BOXES")]
#[family("DATA")]
#[family("INDEX")]
struct MailBox {
    #[rowkey]
    user: String,
    #[family("DATA")]
    #[column(dynamic)]
    mails: Entries<Mail>,
    #[family("INDEX")]
    #[column(dynamic)]
    index: RowIndex,
}

impl MailBox {
    const INBOX: IndexedEntries<Self, Mail, NativeCodec> = IndexedEntries::new(Self::MAILS, Self::INDEX);
}

fn main() {}
