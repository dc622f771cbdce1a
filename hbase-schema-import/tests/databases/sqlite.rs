//! `SQLite`.

use std::path::PathBuf;
use std::time::Duration;

use hbase_schema_import::Source;
use hbase_schema_import::source::database::DatabaseUrl;
use hbase_schema_import::source::sqlite::Sqlite;

use crate::kit::continues_behind_every_row;
use crate::sources::{error_of, open, order_of, query, rows, table, values};

struct File {
    path: PathBuf,
    _folder: tempfile::TempDir,
}

impl File {
    async fn new(sql: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let file = Self {
            path: folder.path().join("a ?b.db"),
            _folder: folder,
        };
        file.execute(sql).await;
        file
    }

    async fn execute(&self, sql: &str) {
        let options = sqlx::sqlite::SqliteConnectOptions::new()
            .filename(&self.path)
            .create_if_missing(true);
        crate::kit::execute(options, sql).await;
    }

    async fn connect(&self) -> Sqlite {
        let url = DatabaseUrl::new(format!("sqlite:{}", self.path.display()));
        Sqlite::open(&url, Duration::from_secs(5)).await.unwrap()
    }

    /// The columns of a table's order, or the reason why it has none.
    async fn order(&self, name: &str) -> Result<Vec<usize>, String> {
        order_of(self.connect().await, name).await
    }
}

#[tokio::test]
async fn values_have_their_own_types() {
    let file = File::new(
        "CREATE TABLE t (id INTEGER PRIMARY KEY, i INTEGER, r REAL, t TEXT, b BLOB, d DATETIME, \"a \"\"b\" ANY);
         INSERT INTO t VALUES (1, -9223372036854775808, 0.1, 'ä', x'00ff', '2015-12-26', NULL), (2, NULL, NULL, '', x'', 7, 'x');
         INSERT INTO t (id, t) VALUES (3, CAST(x'ff' AS TEXT));",
    )
    .await;
    let mut source = open(file.connect().await, table("t"), &[]).await.unwrap();
    let names: Vec<_> = source.columns().iter().map(|c| c.name.as_str()).collect();
    assert_eq!(names, ["id", "i", "r", "t", "b", "d", "a \"b"]);
    let rows = rows(&mut source).await;
    let expected = [
        [
            "Int(1)",
            "Int(-9223372036854775808)",
            "Float64(0.1)",
            "Text(\"ä\")",
            "Bytes([0, 255])",
            "Text(\"2015-12-26\")",
            "Null",
        ],
        [
            "Int(2)",
            "Null",
            "Null",
            "Text(\"\")",
            "Bytes([])",
            "Int(7)",
            "Text(\"x\")",
        ],
        [
            "Int(3)",
            "Null",
            "Null",
            "Undecodable([255])",
            "Null",
            "Null",
            "Null",
        ],
    ];
    assert_eq!(
        values(&rows),
        expected
            .map(|row| row.map(ToOwned::to_owned).to_vec())
            .iter()
            .collect::<Vec<_>>()
    );
}

/// `SQLite` gives the second one the name `V:1`.
#[tokio::test]
async fn columns_of_one_name_need_others() {
    let file = File::new("CREATE TABLE t (V TEXT, \"V:1\" TEXT, W TEXT);").await;
    for sql in ["SELECT V, W AS V FROM t", "SELECT V, V FROM t"] {
        let error = error_of(file.connect().await, query(sql), &[]).await;
        assert!(error.contains("have the name `V`"), "{error}");
        assert!(error.contains("`AS`"), "{error}");
    }
    open(file.connect().await, table("t"), &[]).await.unwrap();
}

#[tokio::test]
async fn an_order_is_found_only_where_rows_are_unique() {
    let file = File::new(
        "CREATE TABLE keyed (a TEXT, b INTEGER PRIMARY KEY);
         CREATE TABLE nullable (a TEXT PRIMARY KEY);
         CREATE TABLE pair (x INT, a TEXT, b INT, PRIMARY KEY (b, a)) WITHOUT ROWID;
         CREATE TABLE partial (a TEXT NOT NULL); CREATE UNIQUE INDEX p ON partial (a) WHERE a <> '';
         CREATE TABLE expression (a TEXT NOT NULL); CREATE UNIQUE INDEX e ON expression (lower(a));
         CREATE TABLE float (a REAL NOT NULL UNIQUE);
         CREATE TABLE second (a TEXT UNIQUE, b TEXT NOT NULL UNIQUE);
         CREATE VIEW seen AS SELECT * FROM keyed;",
    )
    .await;
    assert_eq!(file.order("keyed").await, Ok(vec![1]));
    assert_eq!(file.order("pair").await, Ok(vec![2, 1]));
    assert_eq!(file.order("second").await, Ok(vec![1]));
    for name in ["nullable", "partial", "expression", "seen"] {
        let why = file.order(name).await.unwrap_err();
        assert!(why.contains("no primary key"), "{name}: {why}");
        assert!(why.contains("declared `not null`"), "{name}: {why}");
    }
    let why = file.order("float").await.unwrap_err();
    assert!(
        why.contains("type `REAL`") && why.contains("--order-by"),
        "{why}"
    );
}

/// Texts that a collation treats as equal; numbers, texts and bytes in one column; and several columns.
#[tokio::test]
async fn reading_continues_behind_every_row() {
    let file = File::new(
        "CREATE TABLE bytewise (a TEXT COLLATE NOCASE NOT NULL); CREATE UNIQUE INDEX i ON bytewise (a COLLATE BINARY);
         INSERT INTO bytewise VALUES ('a'), ('A'), ('ä'), (''), ('b'), ('B'), ('a ');
         CREATE TABLE folded (a TEXT NOT NULL COLLATE NOCASE UNIQUE);
         INSERT INTO folded VALUES ('b'), ('A'), ('C'), ('_');
         CREATE TABLE mixed (a NOT NULL UNIQUE);
         INSERT INTO mixed VALUES (1), ('1'), (x'31'), (-5), (9007199254740993), (9007199254740992), ('');
         CREATE TABLE pair (a INT, b TEXT, PRIMARY KEY (a, b)) WITHOUT ROWID;
         INSERT INTO pair VALUES (1, 'x'), (1, 'y'), (2, 'a'), (2, 'x'), (3, '');",
    )
    .await;
    for (name, count) in [("bytewise", 7), ("folded", 4), ("mixed", 7), ("pair", 5)] {
        let all = continues_behind_every_row(async || file.connect().await, table(name), &[]).await;
        assert_eq!(all.len(), count, "{name}");
    }
    let sql = "SELECT b || '' AS c, a + 0 AS d FROM pair; ";
    let all =
        continues_behind_every_row(async || file.connect().await, query(sql), &["c", "d"]).await;
    assert_eq!(all.len(), 5);
    let all =
        continues_behind_every_row(async || file.connect().await, table("pair"), &["b", "a"]).await;
    assert_eq!(all[0].0, ["Int(3)", "Text(\"\")"]);
}

#[tokio::test]
async fn a_named_order_is_checked() {
    let file = File::new(
        "CREATE TABLE t (a INT, b TEXT, r REAL); INSERT INTO t VALUES (1, 'x', 1), (1, 'y', 2), (2, NULL, 3);",
    )
    .await;
    for (order, expected) in [
        ("a", "1 values occur more than once in a"),
        ("b", "1 rows have NULL in b"),
        ("r", "type `REAL`"),
        ("c", "no column `c`"),
    ] {
        let error = error_of(file.connect().await, table("t"), &[order]).await;
        assert!(error.contains(expected), "{error}");
    }
}

/// Inserted or deleted rows before the checkpoint are noticed.
#[tokio::test]
async fn a_changed_table_is_not_continued() {
    let file = File::new(
        "CREATE TABLE t (a INTEGER PRIMARY KEY); INSERT INTO t VALUES (1), (3), (5), (7);",
    )
    .await;
    let all = rows(&mut open(file.connect().await, table("t"), &[]).await.unwrap()).await;
    let position = &all[1].1;
    file.execute("INSERT INTO t VALUES (9)").await;
    let mut source = open(file.connect().await, table("t"), &[]).await.unwrap();
    source.seek(position).await.unwrap();
    assert_eq!(rows(&mut source).await.len(), 3);
    drop(source);
    file.execute("INSERT INTO t VALUES (2)").await;
    let mut source = open(file.connect().await, table("t"), &[]).await.unwrap();
    let error = source.seek(position).await.unwrap_err().to_string();
    assert!(
        error.contains("found 3 rows up to a = 3, expected 2"),
        "{error}"
    );
}

#[tokio::test]
async fn what_is_no_database_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.db");
    let url = DatabaseUrl::new(format!("sqlite:{}", path.display()));
    let error = Sqlite::open(&url, Duration::from_secs(1))
        .await
        .err()
        .unwrap();
    assert!(error.to_string().contains("found no file"), "{error}");
    let file = File::new("CREATE TABLE t (a)").await;
    let error = error_of(file.connect().await, table("u"), &[]).await;
    assert!(error.contains("no such table: u"), "{error}");
}

/// A rejected row and a duplicate are identified by their values of the order, in the file too.
#[tokio::test]
async fn rejects_name_the_row_by_its_order() {
    let file = File::new(
        "CREATE TABLE t (number INTEGER PRIMARY KEY, id TEXT, n);
         INSERT INTO t VALUES (5, 'a', 7), (6, 'b', 'x'), (70, 'a', 8);",
    )
    .await;
    let source = open(file.connect().await, table("t"), &[]).await.unwrap();
    let plan = crate::kit::plan(&source, &[("n", "D1:n as i64"), ("number", "D1:number")]).unwrap();
    let db = hbase_schema::connect("memory:").await.unwrap();
    let mut descriptor = hbase_model::TableDescriptor::new(plan.table().clone());
    descriptor.families = vec![hbase_model::FamilyDescriptor::new("D1")].into();
    let deadline = hbase_backend::Deadline::after(Duration::from_secs(5));
    db.backend()
        .create_table(&descriptor, deadline)
        .await
        .unwrap();
    let rejects = file.path.with_extension("rejects");
    let options = hbase_schema_import::ImportOptions::new("memory:", &rejects);
    let mut progress = |_: &hbase_schema_import::Progress| ();
    let report = hbase_schema_import::import(
        Box::new(source),
        plan,
        db.backend(),
        &options,
        &mut progress,
    );
    let counts = report.await.unwrap().counts;
    assert_eq!((counts.rows, counts.written, counts.rejected), (3, 1, 2));
    let rejects = std::fs::read_to_string(rejects).unwrap();
    let rows: Vec<&str> = rejects.lines().skip(1).collect();
    assert!(
        rows[0].starts_with("2,,n,x,") && rows[0].ends_with(",number = 6"),
        "{rejects}"
    );
    assert!(
        rows[1].starts_with("3,,,") && rows[1].ends_with(",number = 70"),
        "{rejects}"
    );
}
