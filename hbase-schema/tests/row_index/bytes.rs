//! The bytes of one mail.

use hbase_schema::Timestamp;
use hbase_schema::dynamic::Qualifier as _;
use hbase_schema::row_index::{EntryId, IndexColumn};

use crate::assert_contains;
use crate::mails::{Mail, MailBox, ann, connected, inbox};

const JSON: &str =
    r#"{"from":"bo","at":"2015-12-26T12:24:00.000Z","size":700,"list":null,"subject":"hi"}"#;

/// `printf '%s' "$JSON" | md5sum`
const MD5: &str = "75bc3f6f41d45135f53bd2b8fe51e92d";

fn one() -> Mail {
    Mail {
        from: "bo".into(),
        at: Timestamp::from_millis(0x0151_de3e_db00),
        size: 700,
        list: None,
        subject: "hi".into(),
    }
}

#[test]
fn an_index_column_is_its_tag_its_value_and_the_entry() {
    let column = IndexColumn::new(b's', b"bo".to_vec(), EntryId::new([7; 16]));
    let mut bytes = Vec::new();
    column.encode_qualifier(&mut bytes).unwrap();
    assert_eq!(bytes, [b"sbo".as_slice(), &[7; 16]].concat());
    assert_eq!(IndexColumn::decode_qualifier(&bytes).unwrap(), column);
    let short = IndexColumn::decode_qualifier(&bytes[..16]).unwrap_err();
    assert_contains(&short, "found 16 bytes");
}

fn unhex(text: &str) -> Vec<u8> {
    let digits = text.replace(' ', "");
    let pairs = digits.as_bytes().chunks(2);
    let byte = |pair: &[u8]| u8::from_str_radix(std::str::from_utf8(pair).unwrap(), 16).unwrap();
    pairs.map(byte).collect()
}

#[tokio::test]
async fn a_mail_has_these_cells() {
    let db = connected().await;
    let id = inbox(&db).put(&one()).await.unwrap();
    assert_eq!(id.to_string(), MD5);
    let row = db.get_raw(&ann()).await.unwrap().unwrap();
    let cells: Vec<_> = row
        .cells()
        .map(|cell| (cell.family, cell.qualifier.to_vec(), cell.value))
        .collect();
    let index = |field: &str| {
        (
            b"INDEX".as_slice(),
            unhex(&format!("{field} {MD5}")),
            b"".as_slice(),
        )
    };
    assert_eq!(
        cells,
        [
            (b"DATA".as_slice(), unhex(MD5), JSON.as_bytes()),
            // The tag, `OrderedBytes` of a text, the MD5.
            index("01 34 626f 00"),
            // The tag, milliseconds in eight bytes, the MD5.
            index("02 00000151de3edb00"),
            // The tag, `OrderedBytes` of a long with its sign bit flipped, the MD5.
            index("03 2c 80000000000002bc"),
        ]
    );
}

#[tokio::test]
async fn a_mail_of_the_plain_index_has_these_cells() {
    let db = connected().await;
    let id = db.entries(&ann(), MailBox::OLD).put(&one()).await.unwrap();
    let row = db.get_raw(&ann()).await.unwrap().unwrap();
    let cells: Vec<_> = row
        .cells()
        .map(|cell| (cell.qualifier.to_vec(), cell.value.to_vec()))
        .collect();
    assert_eq!(
        cells,
        [
            (
                [b"p:", unhex(MD5).as_slice()].concat(),
                JSON.as_bytes().to_vec()
            ),
            (b"s:bo".to_vec(), unhex(MD5)),
        ]
    );
    assert_eq!(id, EntryId::of(JSON.as_bytes()));
}
