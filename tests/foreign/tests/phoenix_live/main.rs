//! Rows that Apache Phoenix 5.2.1 and structs exchange through the tables of a real `HBase`, with random values.
//!
//! `HBASE_TEST_PHOENIX=1 tests/hbase/hbase with cargo test -p hbase-schema-foreign-tests --features cluster --test
//! phoenix_live`. `PHOENIX_SEED` repeats the values of an earlier run.

#[path = "../sql/mod.rs"]
mod sql;
mod tables;
mod types;

use std::collections::BTreeMap;

use fastrand::Rng;
use hbase_schema::{Connection, connect};
use sql::Sql;
use tables::{Encoded, Plain, SqlRow};

/// Rows that each side writes.
const ROWS: usize = 1000;

/// Rows by their keys.
type Rows<R> = BTreeMap<Vec<u8>, R>;

fn by_key<R: SqlRow>(rows: impl IntoIterator<Item = R>) -> Rows<R> {
    rows.into_iter().map(|row| (row.key_bytes(), row)).collect()
}

fn upsert<R: SqlRow>(phoenix: &mut Sql, row: &R) {
    let values = row.values();
    let marks = vec!["?"; values.len()].join(", ");
    let sql = format!("UPSERT INTO {} VALUES ({marks})", R::NAME);
    phoenix.execute(&sql, &values);
}

/// Fails at the first row that differs.
fn assert_rows<R: SqlRow>(found: &Rows<R>, expected: &Rows<R>, when: &str) {
    for (key, row) in expected {
        assert_eq!(
            found.get(key),
            Some(row),
            "{when}, {}",
            const_hex::encode(key)
        );
    }
    let more = found.iter().find(|(key, _)| !expected.contains_key(*key));
    assert_eq!(more, None, "{when}");
}

/// Both sides have these rows, and count the same number of them.
async fn assert_same<R: SqlRow>(
    db: &Connection,
    phoenix: &mut Sql,
    expected: &Rows<R>,
    when: &str,
) {
    let found = by_key(R::all(db).await);
    assert_rows(&found, expected, &format!("the struct, {when}"));
    let found = phoenix.rows(&format!("SELECT * FROM {}", R::NAME), &[]);
    let found = by_key(found.iter().map(|values| R::of_values(values)));
    assert_rows(&found, expected, &format!("Phoenix, {when}"));
    let count = format!("SELECT COUNT(*) FROM {}", R::NAME);
    assert_eq!(phoenix.number(&count, &[]), expected.len(), "{when}");
    let negative = format!("{count} WHERE N < 0");
    let negative = phoenix.number(&negative, &[]);
    assert_eq!(R::negative(db).await, negative, "{when}");
}

/// Phoenix creates a table, and both sides write, change and delete rows in turn.
async fn exchange<R: SqlRow>(db: &Connection, phoenix: &mut Sql, rng: &mut Rng, options: &str) {
    phoenix.execute(&format!("{}{options}", R::CREATE), &[]);
    let mut rows = by_key((0..ROWS).map(|_| R::random(rng)));
    for row in rows.values() {
        upsert(phoenix, row);
    }
    assert_same(db, phoenix, &rows, "after Phoenix's rows").await;

    let new = by_key((0..ROWS).map(|_| R::random(rng)));
    // A new row may have the key of an old one, of which `put` would leave cells.
    for row in new.values() {
        db.replace(row).await.expect("a row");
    }
    rows.extend(new);
    assert_same(db, phoenix, &rows, "after the struct's rows").await;

    for (number, row) in rows.values_mut().enumerate() {
        let changed = row.changed(rng);
        match number % 5 {
            0 => upsert(phoenix, &changed),
            1 => db.replace(&changed).await.expect("a row"),
            _ => continue,
        }
        *row = changed;
    }
    assert_same(db, phoenix, &rows, "after updates of both").await;
}

/// The seed, which is printed.
fn seeded() -> Rng {
    let seed = std::env::var("PHOENIX_SEED").ok();
    let seed = seed.map_or_else(|| fastrand::u64(..), |seed| seed.parse().expect("a number"));
    println!("PHOENIX_SEED={seed}");
    Rng::with_seed(seed)
}

async fn connected() -> Connection {
    let master =
        std::env::var("HBASE_TEST_MASTER").expect("run this below `tests/hbase/hbase with`");
    connect(&format!("hbase://{master}"))
        .await
        .expect("a cluster")
}

/// The rows of a range of `AT DESC`, by the struct and by SQL, in the same order.
async fn assert_ranges(db: &Connection, phoenix: &mut Sql) {
    let shops = phoenix.rows("SELECT DISTINCT SHOP FROM LIVE.ENCODED LIMIT 20", &[]);
    for shop in shops {
        let shop = shop[0].as_str().expect("a shop");
        let scan = Encoded::scan().shop(shop).at(-20..20);
        let rows = db.scan(scan).rows().collect().await.expect("rows");
        let found: Vec<_> = rows.iter().map(|row| row.at).collect();
        let sql =
            "SELECT AT FROM LIVE.ENCODED WHERE SHOP = ? AND AT >= -20 AND AT < 20 ORDER BY AT DESC";
        let expected = phoenix.rows(sql, &[shop.into()]);
        let expected: Vec<_> = expected
            .iter()
            .map(|row| row[0].as_i64().expect("a number"))
            .collect();
        let mut sorted = found.clone();
        sorted.sort_by_key(|at| std::cmp::Reverse(*at));
        assert_eq!(sorted, expected, "{shop:?}");
    }
    for id in -5..5 {
        let rows = db
            .scan(Plain::scan().id(id))
            .rows()
            .collect()
            .await
            .expect("rows");
        let sql = "SELECT COUNT(*) FROM LIVE.PLAIN WHERE ID = ?";
        assert_eq!(rows.len(), phoenix.number(sql, &[id.into()]), "{id}");
    }
}

#[tokio::test]
async fn phoenix_and_structs_read_each_others_rows() {
    let mut rng = seeded();
    let db = connected().await;
    let mut phoenix = Sql::start("phoenix");
    phoenix.execute("CREATE SCHEMA IF NOT EXISTS LIVE", &[]);
    exchange::<Encoded>(&db, &mut phoenix, &mut rng, "SALT_BUCKETS = 8").await;
    exchange::<Plain>(&db, &mut phoenix, &mut rng, "COLUMN_ENCODED_BYTES = 0").await;
    assert_ranges(&db, &mut phoenix).await;
}
