use hbase_schema::cell::NativeCodec;
use hbase_schema::key::CodecError;
use hbase_schema::row_index::{Entries, FieldTag, IndexField, IndexWriter, IndexedEntries, IndexedEntry, RowIndex};
use hbase_schema::{CellValue, HTable};

use hbase_schema::Connection;
use hbase_schema::key::encoding;

#[derive(CellValue)]
struct Mail(String);

impl Mail {
    const FROM: IndexField<Self, String> = IndexField::new("from", 1);
    const SIZE: IndexField<Self, u32, encoding::Native> = IndexField::new("size", 2);
}

impl IndexedEntry for Mail {
    const FIELDS: &'static [FieldTag] = &[Self::FROM.declared()];

    fn write_index(&self, out: &mut IndexWriter<'_, Self>) -> Result<(), CodecError> {
        out.put(Self::FROM, &self.0)
    }
}

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

fn main() {}

fn queries(db: Connection, key: MailBoxKey) {
    let inbox: IndexedEntries<MailBox, Mail, NativeCodec> =
        IndexedEntries::new(MailBox::MAILS, MailBox::INDEX);
    let _ = db.entries(&key, inbox).by(Mail::FROM).equal(7);
    let _ = db.entries(&key, inbox).by(Mail::SIZE).prefix("1");
}
