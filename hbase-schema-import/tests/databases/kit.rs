//! Sources and their rows.

#![allow(dead_code, reason = "without a feature nothing is read")]

use std::time::Duration;

use hbase_schema_import::source::database::{
    Database, DatabaseOptions, DatabaseSource, DatabaseUrl, Password, Selection,
};
use hbase_schema_import::{
    Chunk, ImportError, Mapping, OrderValue, Plan, Position, Source, Target,
};
use sqlx::{AssertSqlSafe, ConnectOptions, Connection as _, Executor};

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

/// Executes statements on a connection of its own.
pub(crate) async fn execute<O: ConnectOptions<Connection: Sized>>(options: O, sql: &str)
where
    for<'c> &'c mut O::Connection: Executor<'c>,
{
    let mut connection = options.connect().await.unwrap();
    let done = connection.execute(sqlx::raw_sql(AssertSqlSafe(sql))).await;
    done.unwrap();
    connection.close().await.unwrap();
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

/// Continues after every row of a source, each time with a new connection, and checks the rows that follow.
pub(crate) async fn continues_behind_every_row<D: Database + 'static>(
    connect: impl AsyncFn() -> D,
    selection: Selection,
    order_by: &[&str],
) -> Vec<Row> {
    let all = rows(
        &mut open(connect().await, selection.clone(), order_by)
            .await
            .unwrap(),
    )
    .await;
    for (at, (_, position)) in all.iter().enumerate() {
        let mut source = open(connect().await, selection.clone(), order_by)
            .await
            .unwrap();
        // As a checkpoint keeps it.
        let json = serde_json::to_string(position).unwrap();
        let position: Position = serde_json::from_str(&json).unwrap();
        source.seek(&position).await.unwrap();
        let rest = rows(&mut source).await;
        assert_eq!(values(&rest), values(&all[at + 1..]), "after {position:?}");
    }
    all
}

/// A policy whose key is the column `id`, padded to 20 digits.
pub(crate) fn policy() -> hbase_row_key_policy::RowKeyPolicy {
    let json = r#"[{"id":"id"},{"columnName":"id","length":20,"numberStep":1,"prefixChar":"0","prefixNumber":0,
        "replaceChar":"","replaceSourceChar":"","splitChar":"","startNumber":1,"suffixChar":"","suffixNumber":0,"value":"1"}]"#;
    hbase_row_key_policy::RowKeyPolicy::from_json(json).unwrap()
}

/// A plan by the policy, with cells in the family D1.
pub(crate) fn plan(source: &DatabaseSource, columns: &[(&str, &str)]) -> Result<Plan, ImportError> {
    let columns = columns
        .iter()
        .map(|(name, cell)| ((*name).to_owned(), (*cell).to_owned()));
    let mapping = Mapping {
        columns: columns.collect(),
        ..Mapping::default()
    };
    let policy = policy();
    let target = Target::Policy {
        table: hbase_model::TableName::parse("T").unwrap(),
        policy: &policy,
    };
    Plan::build(source, &mapping, &target)
}
