use hbase_schema::HTable;
use hbase_schema::row_index::{Entries, EntryId, IndexedEntry, RowIndex};

#[derive(IndexedEntry)]
struct Mail {
    #[index(tag = b'F')]
    from: String,
}

mod mails {
    use super::{EntryId, Mail};

    pub fn encode(_: &EntryId, mail: &Mail, out: &mut Vec<u8>) -> Result<(), String> {
        out.extend(mail.from.as_bytes());
        Ok(())
    }

    pub fn decode(_: &EntryId, bytes: &[u8]) -> Result<Mail, std::string::FromUtf8Error> {
        let from = String::from_utf8(bytes.to_vec())?;
        Ok(Mail { from })
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
    #[column(dynamic, with_name = mails)]
    mails: Entries<Mail>,
    #[family("INDEX")]
    #[column(dynamic)]
    index: RowIndex,
}

fn main() {}
