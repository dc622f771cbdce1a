//! A type that may be absent although its name does not show it.

use super::*;

/// An optional text.
#[derive(CellValue, Debug, Clone, PartialEq)]
struct Note(Option<String>);

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:GENERIC_DAYS")]
#[family("D1", versions = 9)]
struct Generic<T> {
    #[rowkey]
    id: u32,
    #[timestamp(day)]
    at: Timestamp,
    a: u32,
    #[column(store_none)]
    note: Note,
    #[column(json)]
    value: T,
}

#[tokio::test]
async fn a_newtype_of_an_option_is_stored_as_none() {
    let db = memory::<Generic<Option<u8>>>().await;
    let row = |note: Option<&str>, value| Generic {
        id: 1,
        at: at("2015-12-26"),
        a: 1,
        note: Note(note.map(str::to_owned)),
        value,
    };
    db.put(&row(Some("x"), Some(1))).await.unwrap();
    db.put(&row(None, None)).await.unwrap();
    let read: Vec<Generic<Option<u8>>> = db.history(&GenericKey { id: 1 }).await.unwrap();
    assert_eq!(read, [row(None, None)]);
}
