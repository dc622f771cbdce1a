//! Every call that writes keeps the indexes of its table in step.

use std::sync::Arc;
use std::time::Duration;

use futures_util::stream;
use hbase_schema::index::{Clocks, Settings, Verification};
use hbase_schema::model::{Deadline, Filter};
use hbase_schema::query::ScanStart;
use hbase_schema::{Connection, Error, ErrorKind, HTable, KeyFor, RowFilter, TableRow};

use crate::support::assert_contains;
use crate::test_clocks::TestClocks;

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:PARCELS")]
#[family("D1"; "D2")]
#[index("DLQX:PARCELS_BY_STATE_GRAMS", fields(state, grams))]
struct Parcel {
    #[rowkey]
    id: u32,
    #[family("D1")]
    #[index("DLQX:PARCELS_BY_CITY")]
    city: String,
    #[family("D1")]
    state: u8,
    #[family("D1")]
    grams: i32,
    #[family("D2")]
    note: Option<String>,
}

/// A table without an index.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:DEPOTS")]
#[family("D1")]
struct Depot {
    #[rowkey]
    id: u32,
    city: String,
}

fn parcel(id: u32, city: &str, grams: i32) -> Parcel {
    Parcel {
        id,
        city: city.to_owned(),
        state: 1,
        grams,
        note: Some("fragile".to_owned()),
    }
}

fn key(id: u32) -> ParcelKey {
    ParcelKey { id }
}

async fn created() -> (Connection, Arc<TestClocks>) {
    let clocks = Arc::new(TestClocks::default());
    let shared = Arc::clone(&clocks) as Arc<dyn Clocks>;
    let db = hbase_schema::connect("memory:").await.unwrap();
    let db = db.index_clocks(shared);
    db.create_table::<Parcel>().await.unwrap();
    (db, clocks)
}

/// The ids of the parcels for a city, and whether both indexes have exactly the entries of the rows.
async fn in_city(db: &Connection, city: &str) -> Vec<u32> {
    let indexes = db.indexes::<Parcel>();
    for missing in [
        indexes.verify(Parcel::BY_CITY, Verification::Report).await,
        indexes
            .verify(Parcel::BY_STATE_GRAMS, Verification::Report)
            .await,
    ] {
        assert_eq!(missing.unwrap().missing, 0);
    }
    let found = db.query(Parcel::BY_CITY.eq(city)).rows().collect().await;
    let found: Vec<u32> = found.unwrap().iter().map(|parcel| parcel.id).collect();
    let all = db
        .scan(Parcel::scan().all())
        .rows()
        .collect()
        .await
        .unwrap();
    let right = all.iter().filter(|parcel| parcel.city == city);
    assert_eq!(found, right.map(|parcel| parcel.id).collect::<Vec<_>>());
    found
}

#[tokio::test]
async fn single_columns_are_put_and_deleted() {
    let (db, _) = created().await;
    db.put(&parcel(1, "bonn", 5)).await.unwrap();
    db.mutate(&key(1)).put(Parcel::CITY, "kiel").await.unwrap();
    assert_eq!(in_city(&db, "bonn").await, [0; 0]);
    assert_eq!(in_city(&db, "kiel").await, [1]);
    let mutation = db
        .mutate(&key(1))
        .put(Parcel::GRAMS, 7)
        .delete(Parcel::NOTE);
    mutation.await.unwrap();
    let found = db.query(Parcel::BY_STATE_GRAMS.eq(1).range(7..)).rows();
    let expected = Parcel {
        note: None,
        ..parcel(1, "kiel", 7)
    };
    assert_eq!(found.collect().await.unwrap(), [expected]);
    db.delete(&key(1)).columns(Parcel::GRAMS).await.unwrap();
    let of_state = db.query(Parcel::BY_STATE_GRAMS.eq(1)).count().await;
    assert_eq!(of_state.unwrap(), 0);
    // Nothing is written for a row that does not exist.
    db.delete(&key(2)).columns(Parcel::CITY).await.unwrap();
    assert!(!db.exists(&key(2)).await.unwrap());
}

#[tokio::test]
async fn many_rows_are_put_and_deleted() {
    let (db, _) = created().await;
    let rows: Vec<_> = (0..2500).map(|id| parcel(id, "bonn", 1)).collect();
    assert_eq!(db.put_many(&rows).await.unwrap(), 2500);
    // Several writes of one row take effect in their order.
    let moves = ["ulm", "kiel", "jena"].map(|city| parcel(7, city, 2));
    let written = db.put_stream(stream::iter(moves)).await;
    assert_eq!(written.unwrap(), 3);
    assert_eq!(in_city(&db, "jena").await, [7]);
    assert_eq!(in_city(&db, "kiel").await, [0; 0]);
    let keys: Vec<_> = (10..2500).map(key).collect();
    assert_eq!(db.delete_many(&keys).await.unwrap(), 2490);
    let in_bonn = in_city(&db, "bonn").await;
    assert_eq!(in_bonn, [0, 1, 2, 3, 4, 5, 6, 8, 9]);
    let heavy = db.scan(Parcel::scan().all()).filter(Parcel::GRAMS.lt(2));
    assert_eq!(heavy.delete().await.unwrap(), 9);
    assert_eq!(in_city(&db, "bonn").await, [0; 0]);
    assert_eq!(in_city(&db, "jena").await, [7]);
}

/// Each condition is decided on the row as it was read.
#[tokio::test]
async fn rows_are_written_on_a_condition() {
    let (db, _) = created().await;
    let new = parcel(1, "bonn", 5);
    let check = || db.check(&key(1));
    assert!(!check().eq(Parcel::CITY, "bonn").put(&new).await.unwrap());
    assert!(check().is_none(Parcel::CITY).put(&new).await.unwrap());
    assert!(!check().is_none(Parcel::CITY).put(&new).await.unwrap());
    let moved = parcel(1, "kiel", 5);
    let wrong: [RowFilter<Parcel>; 6] = [
        Parcel::GRAMS.gt(5),
        Parcel::GRAMS.between(6..9),
        Parcel::CITY.starts_with("bonx"),
        Parcel::CITY.contains("nb"),
        !Parcel::NOTE.is_some(),
        Parcel::NOTE.is_in(["a", "b"]) & Parcel::GRAMS.eq(5),
    ];
    for filter in wrong {
        assert!(!check().that(filter.clone()).put(&moved).await.unwrap());
    }
    assert_eq!(in_city(&db, "bonn").await, [1]);
    let right = (Parcel::CITY.contains("on") | Parcel::GRAMS.lt(-5)) & !Parcel::NOTE.eq("soft");
    assert!(check().that(right).replace(&moved).await.unwrap());
    assert_eq!(in_city(&db, "kiel").await, [1]);
    let change = db.mutate(&key(1)).put(Parcel::CITY, "ulm");
    assert!(check().ge(Parcel::GRAMS, 5).mutate(change).await.unwrap());
    assert_eq!(in_city(&db, "ulm").await, [1]);
    assert!(!check().ne(Parcel::CITY, "ulm").delete().await.unwrap());
    assert!(check().eq(Parcel::CITY, "ulm").delete().await.unwrap());
    assert_eq!(in_city(&db, "ulm").await, [0; 0]);
    // The condition holds, and there is nothing to delete.
    assert!(check().is_none(Parcel::CITY).delete().await.unwrap());
    let raw = RowFilter::raw(Filter::RowPrefix(b"a".to_vec()));
    db.put(&new).await.unwrap();
    let error = check().that(raw).put(&moved).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidRequest);
    assert_contains(&error, "expected comparisons of columns");
}

#[tokio::test]
async fn an_inserted_row_is_new() {
    let (db, _) = created().await;
    db.insert(&parcel(1, "", 5)).await.unwrap();
    let error = db.insert(&parcel(1, "ulm", 5)).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::AlreadyExists);
    assert_eq!(in_city(&db, "").await, [1]);
    // `state` shows whether a row exists, as in a table without indexes.
    db.mutate(&key(2)).put(Parcel::NOTE, "x").await.unwrap();
    db.insert(&parcel(2, "ulm", 5)).await.unwrap();
    assert_eq!(in_city(&db, "ulm").await, [2]);
}

/// One bound is enough for tables with and without indexes.
struct Repo<T> {
    db: Connection,
    of: std::marker::PhantomData<T>,
}

impl<T: TableRow + Clone + Send + Sync> Repo<T>
where
    T::Key: KeyFor<T> + Sync,
{
    async fn new(db: &Connection) -> Result<Self, Error> {
        db.create_table_if_missing::<T>().await?;
        let (db, of) = (db.clone(), std::marker::PhantomData);
        Ok(Self { db, of })
    }

    async fn save(&self, rows: &[T]) -> Result<Option<T>, Error> {
        self.db.put_many(rows).await?;
        self.db.put(&rows[0]).await?;
        self.db.get(&rows[0].key()).await
    }

    async fn empty(&self) -> Result<u64, Error> {
        let keys = self.db.scan(T::scan().all()).keys().collect().await?;
        self.db.delete_many::<_, _, T>(&keys).await?;
        self.db.scan(T::scan().all()).count().await
    }
}

#[tokio::test]
async fn generic_code_has_one_bound_for_both_kinds() {
    let (db, _) = created().await;
    let parcels = Repo::new(&db).await.unwrap();
    let rows = [parcel(1, "ulm", 1), parcel(2, "ulm", 2)];
    assert_eq!(parcels.save(&rows).await.unwrap().as_ref(), Some(&rows[0]));
    assert_eq!(in_city(&db, "ulm").await, [1, 2]);
    assert_eq!(parcels.empty().await.unwrap(), 0);
    assert_eq!(in_city(&db, "ulm").await, [0; 0]);
    let depots = Repo::new(&db).await.unwrap();
    let depot = Depot {
        id: 1,
        city: "ulm".into(),
    };
    let saved = depots.save(std::slice::from_ref(&depot)).await;
    assert_eq!(saved.unwrap(), Some(depot));
    assert_eq!(depots.empty().await.unwrap(), 0);
}

/// Structs of one table with the same indexes share the memory of old entries; closing deletes those that are due.
#[tokio::test]
async fn a_closed_connection_has_deleted_what_is_due() {
    #[derive(HTable, Debug, Clone, PartialEq)]
    #[table("DLQX:PARCELS")]
    #[family("D1"; "D2")]
    #[index("DLQX:PARCELS_BY_STATE_GRAMS", fields(state, grams))]
    struct Narrow {
        #[rowkey]
        id: u32,
        #[family("D1")]
        #[index("DLQX:PARCELS_BY_CITY")]
        city: String,
        #[family("D1")]
        state: u8,
        #[family("D1")]
        grams: i32,
        #[family("D2")]
        seen: Option<u32>,
    }

    let (db, clocks) = created().await;
    db.put(&parcel(1, "bonn", 5)).await.unwrap();
    db.put(&parcel(1, "kiel", 5)).await.unwrap();
    let narrow = Narrow {
        id: 1,
        city: "ulm".into(),
        state: 1,
        grams: 5,
        seen: None,
    };
    db.put(&narrow).await.unwrap();
    assert_eq!(db.indexes::<Narrow>().lag().waiting, 2);
    assert_eq!(db.indexes::<Parcel>().lag().waiting, 2);
    clocks.advance(Settings::default().query_limit + Duration::from_millis(1));
    let metrics = db.clone();
    db.close().await.unwrap();
    assert_eq!(metrics.metrics().index_deletions, 2);
}

#[tokio::test]
async fn limits_are_settings_of_the_connection() {
    let builder = Connection::builder().url("memory:");
    let builder = builder.set("hbase.schema.index.write.limit.ms", "250");
    let builder = builder.set("hbase.schema.index.query.limit.ms", "400");
    let db = builder.connect().await.unwrap();
    assert_eq!(db.limits().index_write_limit, Duration::from_millis(250));
    assert_eq!(db.limits().index_query_limit, Duration::from_millis(400));
    let started = std::time::Instant::now();
    db.create_table::<Parcel>().await.unwrap();
    // The indexes are dropped and built again, which waits for twice the limit each time.
    db.truncate::<Parcel>().await.unwrap();
    let took = started.elapsed();
    assert!(took >= Duration::from_secs(1), "{took:?}");
    db.put(&parcel(1, "ulm", 1)).await.unwrap();
    assert_eq!(in_city(&db, "ulm").await, [1]);
}

/// Another program has a table with the name of an index.
#[tokio::test]
async fn a_failed_creation_leaves_no_table_of_rows() {
    let db = hbase_schema::connect("memory:").await.unwrap();
    let db = db.index_clocks(Arc::new(TestClocks::default()));
    db.create_namespace("DLQX").await.unwrap();
    let mut foreign = Depot::SCHEMA.table.clone();
    foreign.name = Parcel::BY_CITY.schema().table();
    let backend = db.backend();
    let deadline = || Deadline::after(Duration::from_secs(5));
    backend.create_table(&foreign, deadline()).await.unwrap();
    let error = db.create_table::<Parcel>().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Differs);
    assert!(
        !db.tables()
            .await
            .unwrap()
            .contains(&Parcel::SCHEMA.table.name)
    );
    backend.drop_table(&foreign.name, deadline()).await.unwrap();
    db.create_table::<Parcel>().await.unwrap();
    db.put(&parcel(1, "ulm", 1)).await.unwrap();
    assert_eq!(in_city(&db, "ulm").await, [1]);
}

/// Somebody dropped the tables, and not the states of the indexes.
#[tokio::test]
async fn a_lost_table_of_an_index_is_named() {
    let (db, _) = created().await;
    let backend = db.backend();
    for table in [
        Parcel::BY_CITY.schema().table(),
        Parcel::SCHEMA.table.name.clone(),
    ] {
        let deadline = Deadline::after(Duration::from_secs(5));
        backend.drop_table(&table, deadline).await.unwrap();
    }
    let error = db.create_table_if_missing::<Parcel>().await.unwrap_err();
    assert_contains(&error, "found no table of the index DLQX:PARCELS_BY_CITY");
}

/// The drop of a table that does not exist leaves nothing for which a later creation waits.
#[tokio::test]
async fn a_missing_table_cannot_be_dropped() {
    #[derive(HTable, Debug, Clone, PartialEq)]
    #[table("DLQX:LETTERS")]
    #[family("D1")]
    struct Letter {
        #[rowkey]
        id: u32,
        #[index("DLQX:LETTERS_BY_CITY")]
        city: String,
    }

    let (db, clocks) = created().await;
    let error = db.drop_table::<Letter>().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NotFound);
    let before = clocks.moment();
    db.create_table::<Letter>().await.unwrap();
    assert_eq!(clocks.moment(), before);
}
