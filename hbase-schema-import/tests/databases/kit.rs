//! Connections, resumptions and plans of the tests.

#![allow(dead_code, reason = "without a feature nothing is read")]

use hbase_schema_import::source::database::{Database, DatabaseSource, Selection};
use hbase_schema_import::{ImportError, Mapping, Plan, Position, Source as _, Target};
use sqlx::{AssertSqlSafe, ConnectOptions, Connection as _, Executor};

use crate::sources::{Row, open, rows, values};

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
