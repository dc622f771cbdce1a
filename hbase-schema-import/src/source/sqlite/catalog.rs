//! The unique orders of a table.

use sqlx::sqlite::SqliteRow;
use sqlx::{AssertSqlSafe, Executor, Row, SqliteConnection};

use crate::source::database::{OrderColumn, UniqueOrder};

/// The columns of a table.
const COLUMNS: &str = "SELECT name, type, \"notnull\", pk FROM pragma_table_xinfo(?1, ?2)";

/// The unique indexes of a table, the primary key's first, with their columns; an expression has no name.
const INDEXES: &str = "SELECT i.name AS name, i.origin AS origin, c.name AS column_name, c.coll AS coll \
    FROM pragma_index_list(?1, ?2) i, pragma_index_xinfo(i.name, ?2) c \
    WHERE i.\"unique\" = 1 AND i.partial = 0 AND c.key = 1 ORDER BY i.origin <> 'pk', i.name, c.seqno";

/// A column of the table.
struct TableColumn {
    name: String,
    declared: String,
    is_not_null: bool,
    key_position: i64,
}

/// The unique indexes of columns that are never NULL, and the primary key if it is the row's number.
pub(super) async fn unique_orders(
    connection: &mut SqliteConnection,
    table: &[String],
) -> Result<Vec<UniqueOrder>, sqlx::Error> {
    let columns = rows(connection, COLUMNS, table).await?;
    let columns = columns.iter().map(table_column);
    let columns = columns.collect::<Result<Vec<_>, sqlx::Error>>()?;
    let indexes = rows(connection, INDEXES, table).await?;
    let mut orders = Vec::new();
    let mut has_key_index = false;
    for row in &indexes {
        has_key_index |= row.try_get::<&str, _>("origin")? == "pk";
    }
    if !has_key_index {
        orders.extend(row_number(&columns));
    }
    orders.extend(of_indexes(&columns, &indexes)?);
    Ok(orders)
}

async fn rows(
    connection: &mut SqliteConnection,
    sql: &'static str,
    table: &[String],
) -> Result<Vec<SqliteRow>, sqlx::Error> {
    let (schema, name) = match table {
        [schema, name] => (schema.as_str(), name.as_str()),
        [name] => ("main", name.as_str()),
        _ => return Ok(Vec::new()),
    };
    let query = sqlx::query(AssertSqlSafe(sql)).bind(name).bind(schema);
    connection.fetch_all(query).await
}

fn table_column(row: &SqliteRow) -> Result<TableColumn, sqlx::Error> {
    Ok(TableColumn {
        name: row.try_get("name")?,
        declared: row.try_get("type")?,
        is_not_null: row.try_get("notnull")?,
        key_position: row.try_get("pk")?,
    })
}

/// A primary key of one `INTEGER` column without an index: it is the row's number and never NULL.
fn row_number(columns: &[TableColumn]) -> Option<UniqueOrder> {
    let mut key = columns.iter().filter(|column| column.key_position > 0);
    let column = match (key.next(), key.next()) {
        (Some(column), None) if column.declared.eq_ignore_ascii_case("INTEGER") => column,
        _ => return None,
    };
    Some(UniqueOrder {
        name: "the primary key".to_owned(),
        columns: vec![OrderColumn {
            name: column.name.clone(),
            collation: None,
        }],
    })
}

fn of_indexes(
    columns: &[TableColumn],
    indexes: &[SqliteRow],
) -> Result<Vec<UniqueOrder>, sqlx::Error> {
    let mut orders: Vec<(String, Option<UniqueOrder>)> = Vec::new();
    for row in indexes {
        let name: String = row.try_get("name")?;
        if orders.last().is_none_or(|(last, _)| *last != name) {
            let is_key = row.try_get::<&str, _>("origin")? == "pk";
            let shown = if is_key {
                "the primary key".to_owned()
            } else {
                format!("the unique index `{name}`")
            };
            let order = UniqueOrder {
                name: shown,
                columns: Vec::new(),
            };
            orders.push((name, Some(order)));
        }
        let Some((_, order)) = orders.last_mut() else {
            continue;
        };
        let column: Option<String> = row.try_get("column_name")?;
        let column = column.filter(|name| {
            let mut same = columns.iter().filter(|column| column.name == *name);
            same.next().is_some_and(|column| column.is_not_null)
        });
        match (column, order.as_mut()) {
            (Some(name), Some(order)) => order.columns.push(OrderColumn {
                name,
                collation: row.try_get("coll")?,
            }),
            // NULL may occur more than once, and an expression is not a column.
            _ => *order = None,
        }
    }
    Ok(orders.into_iter().filter_map(|(_, order)| order).collect())
}
