//! Where an example connects to.

use hbase_schema::model::Error as ModelError;
use hbase_schema::{Connection, Error, Table};

use crate::Outcome;

/// Connects to the url that stands on the command line; to `memory:` where there is none.
///
/// # Errors
/// Where the url names nothing, or what it names cannot be reached.
pub async fn open() -> Outcome<Connection> {
    let url = std::env::args().nth(1);
    let url = url.as_deref().unwrap_or("memory:");
    Ok(hbase_schema::connect(url).await?)
}

/// Takes the table as it is, or creates it. Every example writes the same rows each time, so it can
/// run again on the same directory; and on a cluster the table may have been made by its statement
/// in `HBase`'s shell.
///
/// # Errors
/// Where the table can neither be found nor made.
pub async fn create<T: Table>(db: &Connection) -> Outcome {
    match db.describe::<T>().await {
        Err(error) if is_missing(&error) => Ok(db.create_table::<T>().await?),
        found => Ok(found.map(drop)?),
    }
}

fn is_missing(error: &Error) -> bool {
    matches!(error.as_backend(), Some(ModelError::TableNotFound { .. }))
}
