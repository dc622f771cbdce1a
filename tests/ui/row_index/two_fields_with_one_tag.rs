use hbase_schema::cell::NativeCodec;
use hbase_schema::key::CodecError;
use hbase_schema::row_index::{Entries, FieldTag, IndexField, IndexWriter, IndexedEntries, IndexedEntry, RowIndex};
use hbase_schema::{CellValue, HTable};

#[derive(CellValue)]
struct Mail(String);

impl Mail {
    const FROM: IndexField<Self, String> = IndexField::new("from", 1);
    const TO: IndexField<Self, String> = IndexField::new("to", 1);
}

impl IndexedEntry for Mail {
    const FIELDS: &'static [FieldTag] = &[Self::FROM.declared(), Self::TO.declared()];

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

const INBOX: IndexedEntries<MailBox, Mail, NativeCodec> = IndexedEntries::new(MailBox::MAILS, MailBox::INDEX);

fn main() {}
