//! Cells as short texts, so that the expected cells of a case fit on a line.

use hbase_backend::{CellKind, CellRef, Row};
use hbase_model::printable::Printable;

/// Splits `f:q` into family and qualifier.
pub fn column(column: &str) -> (&[u8], &[u8]) {
    let (family, qualifier) = column.split_once(':').expect("a column like f:q");
    (family.as_bytes(), qualifier.as_bytes())
}

/// A cell as `f:q@5=v`, a delete marker as `f:q@5 Delete`.
fn cell(cell: &CellRef<'_>) -> String {
    let column = format!(
        "{}:{}@{}",
        Printable(cell.family),
        Printable(cell.qualifier),
        cell.timestamp
    );
    if cell.kind == CellKind::Put {
        format!("{column}={}", Printable(cell.value))
    } else {
        format!("{column} {:?}", cell.kind)
    }
}

/// The cells of a row.
pub fn cells(row: &Row) -> Vec<String> {
    row.cells().map(|found| cell(&found)).collect()
}

/// The keys of rows.
pub fn keys(rows: &[Row]) -> Vec<String> {
    let key = |row: &Row| Printable(row.key()).to_string();
    rows.iter().map(key).collect()
}
