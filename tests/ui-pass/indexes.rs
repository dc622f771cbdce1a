//! Indexes, declared in every form that is accepted.

#![no_implicit_prelude]

use ::hbase_schema as hs;
use ::hbase_schema::row_index::IndexedEntry as _;

type Text = ::std::string::String;

#[derive(::hbase_schema::HTable, ::std::fmt::Debug, ::std::clone::Clone, ::std::cmp::PartialEq)]
#[table("DLQX:MAIL_BOXES", crate = hs)]
#[rowkey(salt = buckets(4))]
#[family("D1", ttl = "1d"; "D2", ttl = "24h")]
#[index("DLQX:MAIL_BY_BOTH", fields(sender, r#type), ttl = "1d 2m", splits = ["h", "p"],)]
#[index("DLQX:MAIL_BY_TYPE", fields(type, sender, sent, coded,))]
#[index(splits = uniform(16), fields(coded, sent), ttl = forever, "DLQX:MAIL_BY_CODE")]
struct Mail {
    #[rowkey(salt)]
    id: u32,
    #[family("D1")]
    #[index("DLQX:MAIL_BY_SENDER", splits = decimal_string(10), ttl = "2d")]
    sender: Text,
    #[family("D2")]
    #[column("TYPE_2", text)]
    #[index("DLQX:MAIL_BY_KIND", splits = [b"\x40", b"\x80"])]
    r#type: i8,
    #[family("D2")]
    sent: ::hbase_schema::Timestamp,
    #[family("D2")]
    #[column(with = codec)]
    coded: u32,
}

mod codec {
    use ::std::fmt::Error;
    use ::std::result::Result;
    use ::std::vec::Vec;

    pub(super) fn encode(value: &u32, out: &mut Vec<u8>) -> Result<(), Error> {
        out.extend_from_slice(&value.to_le_bytes());
        Result::Ok(())
    }

    pub(super) fn decode(bytes: &[u8]) -> Result<u32, Error> {
        let bytes = bytes.try_into();
        bytes.map(u32::from_le_bytes).map_err(|_| Error)
    }

    use ::std::convert::TryInto as _;
}

#[::std::prelude::v1::test]
fn conditions_on_several_fields() {
    let row = Mail {
        id: 1,
        sender: ::std::convert::From::from("ada"),
        r#type: -3,
        sent: ::hbase_schema::Timestamp::from_millis(7),
        coded: 5,
    };
    super::round_trip(&row);
    let all = <Mail as ::hbase_schema::index::Indexed>::INDEXES;
    ::std::assert_eq!(all.len(), 5);
    let _ = Mail::BY_TYPE.eq(-3);
    let _ = Mail::BY_SENDER_TYPE.eq("ada").any([1, 2]);
    let by = Mail::BY_TYPE_SENDER_SENT_CODED;
    let _ = by.any([1, -1]).eq(&row.sender).range(row.sent..);
    let _ = by.eq(1).eq("ada").eq(row.sent).eq(5);
    let _ = Mail::BY_CODED_SENT.range(..=9);
}

#[derive(::hbase_schema::row_index::IndexedEntry)]
#[entry(crate = hs, with = notes)]
pub(crate) struct Note<'a, T, const N: usize>
where
    T: ::std::convert::AsRef<str>,
{
    #[index(tag = b'A', native)]
    pub(crate) id: [u8; N],
    #[index(native, tag = 0)]
    r#type: u16,
    text: T,
    more: &'a str,
}

mod notes {
    use ::std::convert::AsRef;
    use ::std::fmt::Error;
    use ::std::result::Result;
    use ::std::vec::Vec;

    use super::Note;

    pub(super) fn encode<T: AsRef<str>, const N: usize>(
        note: &Note<'_, T, N>,
        out: &mut Vec<u8>,
    ) -> Result<(), Error> {
        out.extend_from_slice(note.text.as_ref().as_bytes());
        out.extend_from_slice(note.more.as_bytes());
        Result::Ok(())
    }

    pub(super) fn decode<T: AsRef<str>, const N: usize>(_: &[u8]) -> Result<Note<'_, T, N>, Error> {
        Result::Err(Error)
    }
}

#[::std::prelude::v1::test]
fn an_entry_with_parameters() {
    type Of = Note<'static, Text, 4>;
    let tags = [Of::ID.declared().tag, Of::TYPE.declared().tag];
    ::std::assert_eq!(tags, [b'A', 0]);
    ::std::assert_eq!(Of::FIELDS.len(), 2);
}
