//! Columns in which an empty cell is an absent value.

use hbase_schema::HTable;
use hbase_schema::testing::Fixture;

/// Numbered by the program, and kept forever.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:STORED_NONE")]
#[family("D1", ttl = forever)]
struct Place {
    #[rowkey]
    id: u32,
    #[timestamp]
    number: i64,
    #[column(store_none)]
    city: Option<String>,
    #[column(store_none)]
    code: Option<Vec<u8>>,
    #[column(store_none, text)]
    name: Option<String>,
}

#[tokio::test]
async fn texts_and_bytes_are_searched() {
    let fixture = Fixture::new();
    let db = fixture.table::<Place>().connect().await.unwrap();
    let place = |id, text: Option<&str>| Place {
        id,
        number: 7,
        city: text.map(str::to_owned),
        code: text.map(Into::into),
        name: text.map(str::to_owned),
    };
    db.put_many([place(1, Some("Lyon")), place(2, None)])
        .await
        .unwrap();
    let filters = [
        Place::CITY.contains("yo"),
        Place::CITY.starts_with("Ly"),
        Place::CODE.starts_with(b"Ly"),
        Place::NAME.contains("yo"),
        Place::NAME.starts_with("Ly"),
        // Every value has an empty text at its start, but `None` is no value.
        Place::CITY.contains(""),
        Place::CODE.starts_with(b""),
        Place::NAME.starts_with(""),
    ];
    for filter in filters {
        let found = db.scan(Place::scan().all()).filter(filter.clone()).rows();
        let found = found.collect().await.unwrap();
        assert_eq!(found, [place(1, Some("Lyon"))], "{filter:?}");
    }
}
