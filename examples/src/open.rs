//! Connects an example.

use hbase_schema::model::Error as ModelError;
use hbase_schema::{Connection, Error, FixedName};

use crate::Outcome;

/// Connects to the url on the command line (default `memory:`).
///
/// # Errors
/// An invalid url, or a store that cannot be reached.
pub async fn open() -> Outcome<Connection> {
    let url = std::env::args().nth(1);
    let url = url.as_deref().unwrap_or("memory:");
    Ok(hbase_schema::connect(url).await?)
}

/// Creates the table if it is missing. Every example writes the same rows in each run, so it can run again on
/// the same directory; on a cluster `HBase`'s shell may have created the table.
///
/// # Errors
/// A table that can neither be found nor created.
pub async fn create<T: FixedName>(db: &Connection) -> Outcome {
    match db.describe::<T>().await {
        Err(error) if is_missing(&error) => Ok(db.create_table::<T>().await?),
        found => Ok(found.map(drop)?),
    }
}

fn is_missing(error: &Error) -> bool {
    matches!(error.as_backend(), Some(ModelError::TableNotFound { .. }))
}
