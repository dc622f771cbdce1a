//! Rows of a statement.

use hbase_schema_import::source::database::RowSink;
use odbc_api::{Connection, Cursor, Error};

use super::values::{Buffers, OdbcFormat, push};

/// Passes all rows of a statement to a sink.
pub(crate) fn all(
    connection: &Connection<'_>,
    sql: &str,
    formats: &[OdbcFormat],
    rows: &mut RowSink,
) -> Result<(), Error> {
    // The time between rows has a deadline; the statement as a whole has none.
    let Some(mut cursor) = connection.execute(sql, (), None)? else {
        return Ok(());
    };
    let mut buffers = Buffers::default();
    while let Some(mut row) = cursor.next_row()? {
        let mut pushed = Ok(());
        let is_taken = rows.blocking_add(|to| pushed = push(&mut row, formats, &mut buffers, to));
        pushed?;
        if !is_taken {
            break;
        }
    }
    Ok(())
}

/// The first value of the first row; empty if no row is found.
pub(crate) fn first_text(
    connection: &Connection<'_>,
    sql: &str,
    timeout_seconds: Option<usize>,
) -> Result<String, Error> {
    let mut text = Vec::new();
    if let Some(mut cursor) = connection.execute(sql, (), timeout_seconds)?
        && let Some(mut row) = cursor.next_row()?
    {
        row.get_text(1, &mut text)?;
    }
    Ok(String::from_utf8_lossy(&text).into_owned())
}
