//! Rows that are inserted after some of their cells have expired.

use std::collections::BTreeMap;
use std::sync::Arc;

use hbase_schema::testing::{Fixture, ManualClock};
use hbase_schema::{ErrorKind, HTable};

/// Rows whose cells expire at different times.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:EXPIRING_ROWS")]
#[family("D1", ttl = "10m")]
#[family("D2")]
struct Expiring {
    #[rowkey]
    id: u32,
    #[family("D1")]
    a: u32,
    #[family("D2")]
    b: Option<u32>,
}

/// The same with a column that every row keeps.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:EXPIRING_ROWS")]
#[family("D1", ttl = "10m")]
#[family("D2")]
struct Lasting {
    #[rowkey]
    id: u32,
    #[family("D1")]
    a: u32,
    #[family("D2")]
    c: u32,
}

#[tokio::test]
async fn a_row_of_which_some_cells_have_expired_is_not_inserted() {
    let clock = Arc::new(ManualClock::at(1_772_357_400_000));
    let fixture = Fixture::new().clock(Arc::clone(&clock) as _);
    let db = fixture.table::<Expiring>().connect().await.unwrap();
    let row = |b| Expiring { id: 1, a: 1, b };
    db.insert(&row(Some(2))).await.unwrap();
    let lasting = Lasting { id: 2, a: 1, c: 2 };
    db.insert(&lasting).await.unwrap();
    // The cells of a row may have different times within a family, too.
    db.put(&row(None)).await.unwrap();
    clock.advance(6 * 60_000);
    let error = db.insert(&row(None)).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::AlreadyExists, "{error}");
    clock.advance(5 * 60_000);
    let error = db.insert(&row(None)).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::AlreadyExists, "{error}");
    let error = db.insert(&lasting).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::AlreadyExists, "{error}");
    db.delete(&row(None).key()).await.unwrap();
    clock.advance(1000);
    db.insert(&row(None)).await.unwrap();
    clock.advance(11 * 60_000);
    db.insert(&row(None)).await.unwrap();
}

/// Rows of which only a map and a counter last.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:EXPIRING_MAPS")]
#[family("D1", ttl = "10m")]
#[family("D2")]
struct Mapped {
    #[rowkey]
    id: u32,
    #[family("D1")]
    a: u32,
    #[family("D2")]
    #[column(counter)]
    seen: i64,
    #[family("D2")]
    #[column(dynamic)]
    tags: BTreeMap<u8, String>,
}

#[tokio::test]
async fn columns_of_a_map_show_that_a_row_exists() {
    let clock = Arc::new(ManualClock::at(1_772_357_400_000));
    let fixture = Fixture::new().clock(Arc::clone(&clock) as _);
    let db = fixture.table::<Mapped>().connect().await.unwrap();
    let row = |id, tags: &[(u8, &str)]| Mapped {
        id,
        a: 1,
        seen: 0,
        tags: tags
            .iter()
            .map(|(n, tag)| (*n, (*tag).to_owned()))
            .collect(),
    };
    let (tagged, untagged) = (row(1, &[(7, "x")]), row(2, &[]));
    for row in [&tagged, &untagged] {
        db.insert(row).await.unwrap();
        db.increment(&row.key(), Mapped::SEEN, 1).await.unwrap();
    }
    clock.advance(11 * 60_000);
    let error = db.insert(&tagged).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::AlreadyExists, "{error}");
    db.insert(&untagged).await.unwrap();
}
