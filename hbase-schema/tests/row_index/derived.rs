//! Entries that derive `IndexedEntry`.

use hbase_schema::cell::{EncodeCell, Json, NativeCodec};
use hbase_schema::key::encoding;
use hbase_schema::row_index::{
    Entries, FieldTag, IndexedEntries, IndexedEntry, PlainIndex, RowIndex,
};
use hbase_schema::{Connection, HTable};
use serde::{Deserialize, Serialize};

#[derive(IndexedEntry, Serialize, Deserialize, Debug, Clone, PartialEq)]
#[entry(json)]
struct Note {
    #[index(tag = b'z')]
    by: String,
    #[index(tag = 2, native)]
    r#type: u32,
    #[index(tag = 0, encoding = encoding::Native)]
    id: [u8; 2],
    #[index(tag = 254)]
    score: i64,
    text: String,
}

/// A line as its own text.
#[derive(IndexedEntry, Debug, Clone, PartialEq)]
#[entry(with = lines)]
struct Line<T>
where
    T: AsRef<str> + From<String>,
{
    #[index(tag = 1)]
    text: T,
}

mod lines {
    use std::str::Utf8Error;

    use super::Line;

    #[expect(clippy::unnecessary_wraps, reason = "as a codec requires")]
    pub(super) fn encode<T: AsRef<str> + From<String>>(
        line: &Line<T>,
        out: &mut Vec<u8>,
    ) -> Result<(), std::fmt::Error> {
        out.extend(line.text.as_ref().as_bytes());
        Ok(())
    }

    pub(super) fn decode<T: AsRef<str> + From<String>>(bytes: &[u8]) -> Result<Line<T>, Utf8Error> {
        let text = std::str::from_utf8(bytes)?.to_owned().into();
        Ok(Line { text })
    }
}

/// Columns need no codec if their entries declare one.
#[derive(HTable, Debug)]
#[table("DLQX:NOTE_BOOKS")]
#[family("NOTES")]
#[family("INDEX")]
#[family("LINES")]
struct Book {
    #[rowkey]
    id: String,
    #[family("NOTES")]
    #[column(dynamic)]
    notes: Entries<Note>,
    #[family("INDEX")]
    #[column(dynamic)]
    index: RowIndex,
    #[family("LINES")]
    #[column(dynamic, prefix = "l:")]
    lines: Entries<Line<String>>,
    #[family("LINES")]
    #[column(dynamic, prefix = "t:")]
    texts: PlainIndex,
}

impl Book {
    const ALL: IndexedEntries<Self, Note, NativeCodec> =
        IndexedEntries::new(Self::NOTES, Self::INDEX);
    const BY_TEXT: IndexedEntries<Self, Line<String>, NativeCodec> =
        IndexedEntries::plain(Self::LINES, Line::<String>::TEXT, Self::TEXTS);
}

async fn connected() -> Connection {
    let db = hbase_schema::connect("memory:").await.unwrap();
    db.create_table::<Book>().await.unwrap();
    db
}

fn key() -> BookKey {
    BookKey { id: "b".to_owned() }
}

fn note(n: u32) -> Note {
    Note {
        by: ["ann", "bo"][n as usize % 2].to_owned(),
        r#type: n,
        id: [0xff, u8::try_from(n).unwrap()],
        score: -i64::from(n),
        text: format!("note {n}"),
    }
}

#[test]
fn the_fields_are_those_with_tags() {
    let tags: Vec<_> = Note::FIELDS.iter().map(|f| (f.name, f.tag)).collect();
    let expected = [("by", b'z'), ("type", 2), ("id", 0), ("score", 254)];
    assert_eq!(tags, expected);
    let declared: [FieldTag; 4] = [
        Note::BY.declared(),
        Note::TYPE.declared(),
        Note::ID.declared(),
        Note::SCORE.declared(),
    ];
    assert_eq!(Note::FIELDS, declared);
}

#[tokio::test]
async fn an_entry_has_the_columns_of_its_fields() {
    let db = connected().await;
    let id = db.entries(&key(), Book::ALL).put(&note(5)).await.unwrap();
    let page = db.dynamic(&key(), Book::INDEX).page(10).await.unwrap();
    let columns = page.items.into_iter().map(|(column, value)| {
        assert!(value.is_empty() && column.id == id);
        (column.tag, column.value)
    });
    // `OrderedBytes` has a header, and flips the sign of -5.
    let expected: [(u8, &[u8]); 4] = [
        (0, &[0xff, 5]),
        (2, &[0, 0, 0, 5]),
        (b'z', b"\x34bo\0"),
        (254, &[0x2c, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xfb]),
    ];
    let expected = expected.map(|(tag, value)| (tag, value.to_vec()));
    assert_eq!(columns.collect::<Vec<_>>(), expected);
}

#[tokio::test]
async fn entries_are_queried_by_each_field() {
    let db = connected().await;
    let all = || db.entries(&key(), Book::ALL);
    for n in 0..10 {
        all().put(&note(n)).await.unwrap();
    }
    let numbers = |found: Vec<(_, Note)>| found.iter().map(|(_, n)| n.r#type).collect::<Vec<_>>();
    let of_type = all().by(Note::TYPE).range(3..6).stream().collect().await;
    assert_eq!(numbers(of_type.unwrap()), [3, 4, 5]);
    let by_id = all().by(Note::ID).equal([0xff, 7]).stream().collect().await;
    assert_eq!(numbers(by_id.unwrap()), [7]);
    let by_score = all().by(Note::SCORE).range(..-7).stream().collect().await;
    assert_eq!(numbers(by_score.unwrap()), [9, 8]);
    let by_text = all().by(Note::BY).prefix("an").page(10).await.unwrap();
    assert_eq!(by_text.items.len(), 5);
    assert!(all().verify().await.unwrap().is_consistent());
}

#[tokio::test]
async fn a_plain_index_is_of_a_derived_field() {
    let db = connected().await;
    let lines = || db.entries(&key(), Book::BY_TEXT);
    let line = Line {
        text: "to be".to_owned(),
    };
    let id = lines().put(&line).await.unwrap();
    let found = lines().by(Line::<String>::TEXT).equal("to be").page(2);
    assert_eq!(found.await.unwrap().items, [(id, line)]);
    let row = db.get_raw(&key()).await.unwrap().unwrap();
    let cells: Vec<_> = row
        .cells()
        .map(|c| (c.qualifier.to_vec(), c.value))
        .collect();
    let of_entry = [b"l:", id.as_bytes().as_slice()].concat();
    let expected: [(Vec<u8>, &[u8]); 2] =
        [(of_entry, b"to be"), (b"t:to be".to_vec(), id.as_bytes())];
    assert_eq!(cells, expected);
}

#[test]
fn the_codec_of_an_entry_is_that_of_its_format() {
    let mut own = Vec::new();
    EncodeCell::<NativeCodec>::encode_cell(&note(1), &mut own).unwrap();
    let mut json = Vec::new();
    EncodeCell::<Json>::encode_cell(&note(1), &mut json).unwrap();
    assert_eq!(own, json);
    let formats = [
        <Note as EncodeCell<NativeCodec>>::FACTS.format,
        <Line<String> as EncodeCell<NativeCodec>>::FACTS.format,
    ];
    let expected = [
        hbase_schema::cell::CellFormat::Json,
        hbase_schema::cell::CellFormat::Custom,
    ];
    assert_eq!(formats, expected);
}
