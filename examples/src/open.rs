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

/// Creates the table, or takes it as it is: every example writes the same rows each time, so it
/// can run again on the same directory.
///
/// # Errors
/// Where the table can neither be made nor found.
pub async fn create<T: Table>(db: &Connection) -> Outcome {
    match db.create_table::<T>().await {
        Err(error) if is_there(&error) => Ok(()),
        created => Ok(created?),
    }
}

fn is_there(error: &Error) -> bool {
    matches!(error.as_backend(), Some(ModelError::TableExists { .. }))
}
