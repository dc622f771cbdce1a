//! The unique orders of a table, and its size.

use sqlx::{Executor, MySqlConnection, Row};

use crate::source::database::{OrderColumn, UniqueOrder};

/// The columns of the unique indexes, the primary key first; an expression has no name. Values that are unique
/// by their first characters are unique as a whole.
const INDEXES: &str = "
SELECT CAST(index_name AS CHAR) AS index_name, CAST(column_name AS CHAR) AS column_name,
    CAST(nullable = 'YES' OR column_name IS NULL AS SIGNED) AS is_nullable
FROM information_schema.statistics
WHERE non_unique = 0 AND table_name = ? AND table_schema = COALESCE(?, DATABASE())
ORDER BY index_name <> 'PRIMARY', index_name, seq_in_index";

/// The columns whose values are ordered by their numbers but compared by their texts: sets and enumerations.
/// For sets, and for enumerations with a binary collation, the library's type is `BINARY` or `CHAR`.
const ENUMERATIONS: &str = "
SELECT CAST(column_name AS CHAR) AS column_name, CAST(UPPER(data_type) AS CHAR) AS data_type
FROM information_schema.columns
WHERE data_type IN ('enum', 'set') AND table_name = ? AND table_schema = COALESCE(?, DATABASE())";

/// The engine's estimate.
const ESTIMATE: &str = "
SELECT CAST(table_rows AS SIGNED) FROM information_schema.tables
WHERE table_name = ? AND table_schema = COALESCE(?, DATABASE())";

pub(super) async fn unique_orders(
    connection: &mut MySqlConnection,
    table: &[String],
) -> Result<Vec<UniqueOrder>, sqlx::Error> {
    let (schema, name) = parts(table);
    let query = sqlx::query(INDEXES).bind(name).bind(schema);
    let rows = connection.fetch_all(query).await?;
    let mut orders: Vec<(String, bool, UniqueOrder)> = Vec::new();
    for row in &rows {
        let index: String = row.try_get("index_name")?;
        if orders.last().is_none_or(|(last, ..)| *last != index) {
            let name = match index.as_str() {
                "PRIMARY" => "the primary key".to_owned(),
                name => format!("the unique index `{name}`"),
            };
            let columns = Vec::new();
            orders.push((index, true, UniqueOrder { name, columns }));
        }
        let Some((_, is_safe, order)) = orders.last_mut() else {
            continue;
        };
        *is_safe &= row.try_get::<i64, _>("is_nullable")? == 0;
        order.columns.push(OrderColumn {
            name: row
                .try_get::<Option<String>, _>("column_name")?
                .unwrap_or_default(),
            collation: None,
        });
    }
    let safe = orders.into_iter().filter(|(_, is_safe, _)| *is_safe);
    Ok(safe.map(|(.., order)| order).collect())
}

pub(super) async fn enumerations(
    connection: &mut MySqlConnection,
    table: &[String],
) -> Result<Vec<(String, String)>, sqlx::Error> {
    let (schema, name) = parts(table);
    let query = sqlx::query(ENUMERATIONS).bind(name).bind(schema);
    let rows = connection.fetch_all(query).await?;
    let columns = rows
        .iter()
        .map(|row| Ok((row.try_get("column_name")?, row.try_get("data_type")?)));
    columns.collect()
}

pub(super) async fn estimate(
    connection: &mut MySqlConnection,
    table: &[String],
) -> Result<Option<u64>, sqlx::Error> {
    let (schema, name) = parts(table);
    let query = sqlx::query(ESTIMATE).bind(name).bind(schema);
    let found = connection.fetch_optional(query).await?;
    let rows: Option<i64> = found.map(|row| row.try_get(0)).transpose()?.flatten();
    Ok(rows.and_then(|rows| u64::try_from(rows).ok()))
}

fn parts(table: &[String]) -> (Option<&str>, &str) {
    match table {
        [schema, name, ..] => (Some(schema), name),
        [name] => (None, name),
        [] => (None, ""),
    }
}
