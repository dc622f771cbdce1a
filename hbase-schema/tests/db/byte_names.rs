//! Columns whose names are bytes, as Phoenix's encoded columns have them.

use hbase_schema::{Columns, Connection, Dynamic, HTable, connect};

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("SHOP:VISITS", naming = hbase)]
#[family("0", versions = 3)]
struct Visit {
    #[rowkey]
    id: u32,
    #[column(b"\0\0\0\0", default = exists)]
    row: String,
    #[column(b"\x80\x0B")]
    amount: u32,
    #[column(rename = b"\x80\x0C")]
    note: Option<String>,
    #[column(r"\x80\x0B")]
    text: Option<String>,
    #[column(b"\x80\x0D", counter)]
    hits: i64,
    #[column(flatten, prefix = b"\x81")]
    place: Place,
    #[column(dynamic, prefix = b"\xFF")]
    more: Dynamic<u8, u32>,
}

#[derive(Columns, Debug, Clone, PartialEq)]
#[columns(naming = hbase)]
struct Place {
    #[column(b"\x0B")]
    city: Option<String>,
}

fn exists() -> String {
    "x".into()
}

fn visit(id: u32, amount: u32) -> Visit {
    Visit {
        id,
        row: exists(),
        amount,
        note: (id > 1).then(|| format!("visit {id}")),
        text: Some("text".into()),
        hits: 0,
        place: Place {
            city: Some("Lyon".into()),
        },
        more: Dynamic::default(),
    }
}

async fn filled() -> Connection {
    let db = connect("memory:").await.unwrap();
    db.create_table::<Visit>().await.unwrap();
    db.put_many((1..=3).map(|id| visit(id, id * 10)))
        .await
        .unwrap();
    db
}

#[tokio::test]
async fn rows_have_cells_of_these_names() {
    let db = filled().await;
    let key = VisitKey { id: 1 };
    assert_eq!(db.get(&key).await.unwrap(), Some(visit(1, 10)));
    let raw = db.get_raw(&key).await.unwrap().unwrap();
    let names: Vec<&[u8]> = raw.cells().map(|cell| cell.qualifier).collect();
    let expected: [&[u8]; 4] = [b"\0\0\0\0", br"\x80\x0B", b"\x80\x0B", b"\x81\x0B"];
    assert_eq!(names, expected);
}

#[tokio::test]
async fn calls_by_token() {
    let db = filled().await;
    let key = VisitKey { id: 2 };
    let both = (Visit::AMOUNT, Visit::TEXT);
    let found = db.get(&key).columns(both).await.unwrap();
    assert_eq!(found, Some((20, Some("text".into()))));
    let large = Visit::AMOUNT.gt(15) & Visit::PLACE.city.eq("Lyon");
    let rows = db.scan(Visit::scan().all()).filter(large.clone());
    assert_eq!(rows.count().await.unwrap(), 2);
    let without = db.scan(Visit::scan().all()).filter(Visit::NOTE.is_none());
    assert_eq!(without.count().await.unwrap(), 1);

    assert_eq!(db.increment(&key, Visit::HITS, 5).await.unwrap(), 5);
    let changed = visit(2, 21);
    let put = db.check(&key).eq(Visit::AMOUNT, 20).put(&changed);
    assert!(put.await.unwrap());
    let history = db.history(&key).columns(Visit::AMOUNT).await.unwrap();
    assert_eq!(history.len(), 2);
    db.delete(&key).columns(Visit::NOTE).await.unwrap();
    let row = db.get(&key).await.unwrap().unwrap();
    assert_eq!((row.note, row.amount, row.hits), (None, 21, 5));

    db.dynamic(&key, Visit::MORE).put(7, 70).await.unwrap();
    let more = db.dynamic(&key, Visit::MORE).get(7).await.unwrap();
    assert_eq!(more, Some(70));
}

#[tokio::test]
async fn errors_print_the_name() {
    let db = filled().await;
    let key = VisitKey { id: 3 };
    db.mutate(&key)
        .put_raw("0", b"\x80\x0B", b"12")
        .await
        .unwrap();
    let error = db.get(&key).await.unwrap_err();
    assert!(error.to_string().contains(r"column 0:\x80\x0B "), "{error}");
    db.delete(&key).columns(Visit::AMOUNT).await.unwrap();
    let error = db.get(&key).await.unwrap_err();
    assert!(error.to_string().contains(r"column 0:\x80\x0B "), "{error}");
}

#[test]
fn a_name_and_its_escaped_text_differ() {
    assert_ne!(Visit::AMOUNT.qualifier(), Visit::TEXT.qualifier());
    assert_eq!(Visit::AMOUNT.qualifier().to_string(), r"\x80\x0B");
    assert_eq!(Visit::TEXT.qualifier().to_string(), r"\x5Cx80\x5Cx0B");
    assert_eq!(Visit::PLACE.city.qualifier().as_bytes(), b"\x81\x0B");
    assert_eq!(format!("{:?}", Visit::AMOUNT), r"0:\x80\x0B");
}
