//! Rows that Apache Hive 3.1.3 and structs exchange through the tables of a real `HBase`, with random values. Hive's tables
//! are created by the statements of `ddl --format hive`.
//!
//! `HBASE_TEST_HIVE=1 tests/hbase/hbase with cargo test -p hbase-schema-foreign-tests --features cluster --test hive_live`.
//! `HIVE_SEED` repeats the values of an earlier run.

#[path = "../sql/mod.rs"]
mod sql;
mod tables;
mod texts;
mod values;

use std::collections::BTreeMap;
use std::path::PathBuf;

use fastrand::Rng;
use hbase_schema::{Connection, connect};
use hbase_schema_build::text::{KeyMapping, hive};
use sql::Sql;
use tables::{HiveRow, Meter, Reading};

/// Rows that each side writes.
const ROWS: usize = 1000;

/// Rows by their keys.
type Rows<R> = BTreeMap<Vec<u8>, R>;

/// Later rows are put after earlier ones with the same key.
fn put_all<R: HiveRow>(rows: &mut Rows<R>, new: impl IntoIterator<Item = R>) {
    for row in new {
        let key = row.key_bytes();
        let row = match rows.remove(&key) {
            Some(old) => old.after(row),
            None => row,
        };
        rows.insert(key, row);
    }
}

fn by_key<R: HiveRow>(rows: impl IntoIterator<Item = R>) -> Rows<R> {
    rows.into_iter().map(|row| (row.key_bytes(), row)).collect()
}

/// Fails at the first row that differs. The texts of rows are compared, because a NaN differs from itself.
fn assert_rows<R: HiveRow>(found: &Rows<R>, expected: &Rows<R>, when: &str) {
    for (key, row) in expected {
        let found = found.get(key).map(|row| format!("{row:?}"));
        assert_eq!(
            found,
            Some(format!("{row:?}")),
            "{when}, {}",
            key.escape_ascii()
        );
    }
    let more = found.keys().find(|key| !expected.contains_key(*key));
    assert_eq!(more, None, "{when}");
}

/// Both sides have these rows, and count the same number of them.
async fn assert_same<R: HiveRow>(db: &Connection, sql: &mut Sql, expected: &Rows<R>, when: &str) {
    assert_rows(
        &by_key(R::all(db).await),
        expected,
        &format!("the struct, {when}"),
    );
    let found = sql.rows(&format!("SELECT * FROM {}", R::NAME), &[]);
    let found = by_key(found.iter().map(|values| R::of_values(values)));
    assert_rows(&found, expected, &format!("Hive, {when}"));
    let count = format!("SELECT COUNT(*) FROM {}", R::NAME);
    assert_eq!(sql.number(&count, &[]), expected.len(), "{when}");
}

/// Hive inserts rows from a file, in one job.
fn insert<R: HiveRow>(sql: &mut Sql, rows: &[R], number: usize) {
    let name = format!("{}_{number}", R::NAME);
    let folder =
        std::env::var_os("HBASE_TEST_DIR").expect("run this below `tests/hbase/hbase with`");
    let folder = PathBuf::from(folder).join(&name);
    std::fs::create_dir(&folder).expect("a new folder");
    let lines: String = rows.iter().map(HiveRow::line).collect();
    std::fs::write(folder.join("rows"), lines).expect("a new file");
    sql.execute(
        &format!(
            "CREATE EXTERNAL TABLE {name} ({}) ROW FORMAT DELIMITED FIELDS TERMINATED BY '\\t' COLLECTION ITEMS TERMINATED \
             BY ',' MAP KEYS TERMINATED BY ':' STORED AS TEXTFILE LOCATION 'file://{}'",
            R::FILE,
            folder.display()
        ),
        &[],
    );
    sql.execute(
        &format!("INSERT INTO {} SELECT {} FROM {name}", R::NAME, R::VALUES),
        &[],
    );
}

async fn put<R: HiveRow>(db: &Connection, rows: &[R]) {
    for row in rows {
        db.put(row).await.expect("a row");
    }
}

/// The table in `HBase` and in Hive.
async fn create<R: HiveRow>(db: &Connection, sql: &mut Sql) {
    db.create_table::<R>().await.expect("a new table");
    let statement = hive(&R::SCHEMA.describe(), KeyMapping::Parts).expect("Hive has the table");
    let lines = statement.lines().filter(|line| !line.starts_with("--"));
    let statement = lines.collect::<Vec<_>>().join("\n");
    sql.execute(statement.trim_end_matches(';'), &[]);
}

/// Both sides write, change and delete rows in turn.
async fn exchange<R: HiveRow>(db: &Connection, sql: &mut Sql, rng: &mut Rng) -> Rows<R> {
    create::<R>(db, sql).await;
    let mut rows = Rows::new();
    // Two of Hive's rows with one key would be written in any order.
    let new: Vec<R> = by_key((0..ROWS).map(|_| R::random(rng)))
        .into_values()
        .collect();
    insert(sql, &new, 1);
    put_all(&mut rows, new);
    assert_same(db, sql, &rows, "after Hive's rows").await;

    let new: Vec<R> = (0..ROWS).map(|_| R::random(rng)).collect();
    put(db, &new).await;
    put_all(&mut rows, new);
    assert_same(db, sql, &rows, "after the struct's rows").await;

    let mut changed = [Vec::new(), Vec::new()];
    let mut deleted = Vec::new();
    for (number, row) in rows.values().enumerate() {
        match number % 5 {
            writer @ 0..2 => changed[writer].push(R::random(rng).with_key_of(row)),
            2 => deleted.push(row.clone()),
            _ => {}
        }
    }
    let [of_hive, of_struct] = changed;
    insert(sql, &of_hive, 2);
    put(db, &of_struct).await;
    for row in deleted {
        row.delete(db).await;
        rows.remove(&row.key_bytes());
    }
    put_all(&mut rows, of_hive);
    put_all(&mut rows, of_struct);
    assert_same(db, sql, &rows, "after updates of both").await;
    rows
}

/// The rows of a key's first part, and those of a range of keys.
async fn assert_ranges(db: &Connection, sql: &mut Sql, meters: &Rows<Meter>) {
    for place in ["a", "ab", "é"] {
        let found = db
            .scan(Reading::scan().place(place))
            .rows()
            .collect()
            .await
            .expect("rows");
        let query = format!("SELECT * FROM hive_readings WHERE row_key.place = '{place}'");
        let expected = sql.rows(&query, &[]);
        let expected = by_key(expected.iter().map(|values| Reading::of_values(values)));
        assert!(!expected.is_empty(), "{place}");
        assert_rows(&by_key(found), &expected, place);
    }
    let found = db
        .scan(Meter::scan().id(100..4000))
        .rows()
        .collect()
        .await
        .expect("rows");
    let expected = sql.rows(
        "SELECT * FROM hive_meters WHERE id >= 100 AND id < 4000",
        &[],
    );
    let expected = by_key(expected.iter().map(|values| Meter::of_values(values)));
    assert!(expected.len() < meters.len(), "{}", expected.len());
    assert_rows(&by_key(found), &expected, "a range of keys");
    // Hive computes with the floats that are text.
    let positive = meters
        .values()
        .filter(|meter| meter.level >= 1.5 && meter.level.is_finite());
    let query = "SELECT COUNT(*) FROM hive_meters WHERE level >= 1.5 AND level < 1.0E308 * 10";
    assert_eq!(sql.number(query, &[]), positive.count());
}

/// The seed, which is printed.
fn seeded() -> Rng {
    let seed = std::env::var("HIVE_SEED").ok();
    let seed = seed.map_or_else(|| fastrand::u64(..), |seed| seed.parse().expect("a number"));
    println!("HIVE_SEED={seed}");
    Rng::with_seed(seed)
}

async fn connected() -> Connection {
    let master =
        std::env::var("HBASE_TEST_MASTER").expect("run this below `tests/hbase/hbase with`");
    connect(&format!("hbase://{master}"))
        .await
        .expect("a cluster")
}

#[tokio::test]
async fn hive_and_structs_read_each_others_rows() {
    let mut rng = seeded();
    let db = connected().await;
    let mut sql = Sql::start("hive");
    exchange::<Reading>(&db, &mut sql, &mut rng).await;
    let meters = exchange::<Meter>(&db, &mut sql, &mut rng).await;
    assert_ranges(&db, &mut sql, &meters).await;
    texts::assert_reads(&db, &mut sql).await;
}
