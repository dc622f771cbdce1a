//! Sources and their rows; the tests of ODBC read them too.

#![allow(dead_code, reason = "no program uses all of it")]

use std::time::Duration;

use hbase_schema_import::source::database::{
    Database, DatabaseOptions, DatabaseSource, DatabaseUrl, Password, Selection,
};
use hbase_schema_import::{Chunk, ImportError, OrderValue, Position, Source};

pub(crate) fn options(selection: Selection, order_by: &[&str]) -> DatabaseOptions {
    DatabaseOptions {
        url: DatabaseUrl::new("test:"),
        selection,
        order_by: order_by.iter().map(|name| (*name).to_owned()).collect(),
        timeout: Duration::from_secs(30),
    }
}

pub(crate) fn table(name: &str) -> Selection {
    Selection::table(name).unwrap()
}

pub(crate) fn query(sql: &str) -> Selection {
    Selection::query(sql).unwrap()
}

/// A variable that `tests/databases/databases with` sets.
pub(crate) fn variable(name: &str) -> String {
    std::env::var(name)
        .unwrap_or_else(|_| panic!("{name} is not set: see tests/databases/databases"))
}

pub(crate) fn password() -> Password {
    Password::new(variable("DATABASE_TEST_PASSWORD"))
}

pub(crate) async fn open(
    database: impl Database + 'static,
    selection: Selection,
    order_by: &[&str],
) -> Result<DatabaseSource, ImportError> {
    DatabaseSource::open(Box::new(database), options(selection, order_by)).await
}

/// The error of a source that cannot be opened.
pub(crate) async fn error_of(
    database: impl Database + 'static,
    selection: Selection,
    order_by: &[&str],
) -> String {
    let opened = open(database, selection, order_by).await;
    opened.err().unwrap().to_string()
}

/// The columns of a table's order, or the reason why it has none.
pub(crate) async fn order_of(
    database: impl Database + 'static,
    name: &str,
) -> Result<Vec<usize>, String> {
    let source = open(database, table(name), &[]).await.unwrap();
    source.identity().map(|_| source.order().to_vec())
}

/// A row for comparisons: each value as Rust prints it, and its position.
pub(crate) type Row = (Vec<String>, Position);

/// All rows of a source.
pub(crate) async fn rows(source: &mut DatabaseSource) -> Vec<Row> {
    let width = source.columns().len();
    let order = source.order().to_vec();
    let mut rows: Vec<Row> = Vec::new();
    loop {
        let mut chunk = Chunk::new();
        source.read(&mut chunk).await.unwrap();
        if chunk.is_empty() {
            return rows;
        }
        for row in chunk.rows() {
            let values = (0..width).map(|at| format!("{:?}", row.value(at)));
            let after = order
                .iter()
                .map(|&at| OrderValue::of(&row.value(at)).unwrap());
            let position = Position {
                rows: rows.len() as u64 + 1,
                after: after.collect(),
                ..Position::default()
            };
            rows.push((values.collect(), position));
        }
    }
}

pub(crate) fn values(rows: &[Row]) -> Vec<&Vec<String>> {
    rows.iter().map(|(values, _)| values).collect()
}
