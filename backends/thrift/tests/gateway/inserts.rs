//! Typed inserts through a gateway, whose conditional put writes one cell.

use std::sync::Arc;

use hbase_schema::{Connection, ErrorKind, HTable};
use hbase_schema_thrift::Options;

use crate::fake::{Act, Fake};

#[derive(HTable)]
#[table("DLQX:WEATHER_DATA")]
#[family("D1")]
struct Weather {
    #[rowkey]
    day: u32,
    rain_mm: u32,
    note: Option<String>,
}

fn weather(note: Option<&str>) -> Weather {
    Weather {
        day: 1,
        rain_mm: 11,
        note: note.map(str::to_owned),
    }
}

fn connect(fake: &Fake) -> Connection {
    Connection::with_backend(Arc::new(fake.client(&Options::default())))
}

#[tokio::test]
async fn a_row_of_one_cell_is_inserted_where_it_is_missing() {
    let fake = Fake::well();
    connect(&fake).insert(&weather(None)).await.unwrap();
    assert_eq!(fake.count("checkAndPut"), 1);

    let fake = Fake::start(|_, call| match call {
        "checkAndPut" => Act::AnswerNo,
        _ => Act::Answer,
    });
    let there = connect(&fake).insert(&weather(None)).await.unwrap_err();
    assert_eq!(there.kind(), ErrorKind::AlreadyExists, "{there}");
}

#[tokio::test]
async fn a_row_of_more_cells_is_not_sent() {
    let fake = Fake::well();
    let error = connect(&fake).insert(&weather(Some("wet"))).await;
    let error = error.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Unsupported, "{error}");
    assert!(error.to_string().contains("one cell"), "{error}");
    assert_eq!(fake.seen(), []);
}

#[tokio::test]
async fn an_insert_without_an_answer_is_not_made_again() {
    let fake = Fake::start(|_, call| match call {
        "checkAndPut" => Act::Close,
        _ => Act::Answer,
    });
    let db = connect(&fake);
    let error = db.insert(&weather(None)).await.unwrap_err();
    assert_ne!(error.kind(), ErrorKind::AlreadyExists, "{error}");
    assert_eq!((fake.count("checkAndPut"), db.metrics().retries), (1, 0));
}
