//! The unique orders of a table, and its size.

use sqlx::{Executor, PgConnection, Row};

use crate::source::database::{OrderColumn, UniqueOrder};

/// The columns of the valid, complete unique indexes of columns that are never NULL, the primary key first. It
/// excludes tables with children, whose rows are read too but are not in the index, and columns whose collation
/// treats different texts as equal.
const INDEXES: &str = "
SELECT i.indexrelid::int8 AS id, x.relname::text AS index_name, i.indisprimary AS is_key, a.attname::text AS column_name,
    (a.attnum IS NOT NULL AND a.attnotnull AND coalesce(l.collisdeterministic, true)) AS is_safe
FROM pg_index i
JOIN pg_class c ON c.oid = i.indrelid
JOIN pg_class x ON x.oid = i.indexrelid
CROSS JOIN LATERAL unnest(i.indkey::int2[]) WITH ORDINALITY AS k(attnum, position)
LEFT JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = k.attnum AND k.attnum > 0
LEFT JOIN pg_collation l ON l.oid = a.attcollation
WHERE c.oid = to_regclass($1) AND i.indisunique AND i.indisvalid AND i.indimmediate AND i.indpred IS NULL
    AND k.position <= i.indnkeyatts
    AND (c.relkind = 'p' OR NOT EXISTS (SELECT 1 FROM pg_inherits h WHERE h.inhparent = c.oid))
ORDER BY i.indisprimary DESC, x.relname, k.position";

/// The rows of the last `ANALYZE`; -1 before the first one.
const ESTIMATE: &str = "SELECT reltuples::int8 FROM pg_class WHERE oid = to_regclass($1)";

pub(super) async fn unique_orders(
    connection: &mut PgConnection,
    table: &[String],
) -> Result<Vec<UniqueOrder>, sqlx::Error> {
    let query = sqlx::query(INDEXES).bind(quoted(table));
    let rows = connection.fetch_all(query).await?;
    let mut orders: Vec<(i64, bool, UniqueOrder)> = Vec::new();
    for row in &rows {
        let id: i64 = row.try_get("id")?;
        if orders.last().is_none_or(|(last, ..)| *last != id) {
            let name: String = row.try_get("index_name")?;
            let is_key: bool = row.try_get("is_key")?;
            let name = if is_key {
                "the primary key".to_owned()
            } else {
                format!("the unique index `{name}`")
            };
            let columns = Vec::new();
            orders.push((id, true, UniqueOrder { name, columns }));
        }
        let Some((_, is_safe, order)) = orders.last_mut() else {
            continue;
        };
        *is_safe &= row.try_get::<bool, _>("is_safe")?;
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

pub(super) async fn estimate(
    connection: &mut PgConnection,
    table: &[String],
) -> Result<Option<u64>, sqlx::Error> {
    let query = sqlx::query(ESTIMATE).bind(quoted(table));
    let found = connection.fetch_optional(query).await?;
    let rows: Option<i64> = found.map(|row| row.try_get(0)).transpose()?.flatten();
    Ok(rows
        .and_then(|rows| u64::try_from(rows).ok())
        .filter(|rows| *rows > 0))
}

fn quoted(table: &[String]) -> String {
    let parts = table
        .iter()
        .map(|part| format!("\"{}\"", part.replace('"', "\"\"")));
    parts.collect::<Vec<_>>().join(".")
}
