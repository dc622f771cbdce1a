//! `policy push`, `pull` and `list`: policies in a store, which all loaders share.

mod list;
mod pull;
mod push;
mod table;

pub(super) use push::run as push;

#[cfg(feature = "import")]
use hbase_row_key_policy::RowKeyPolicy;
use hbase_schema::Connection;

use super::args::{ListArgs, PolicyStoreArgs, PullArgs};
use crate::error::CliError;
use crate::exit::Status;
use crate::live::{block_on, connect, require_store};
use crate::output::Output;

pub(super) fn pull(args: &PullArgs, output: Output) -> Result<Status, CliError> {
    on_store(&args.store, async |db| pull::run(args, &db, output).await)
}

pub(super) fn list(args: &ListArgs, output: Output) -> Result<Status, CliError> {
    on_store(&args.store, async |db| list::run(args, &db, output).await)
}

/// Reads from a store, which must exist.
fn on_store(
    args: &PolicyStoreArgs,
    read: impl AsyncFnOnce(Connection) -> Result<Status, CliError>,
) -> Result<Status, CliError> {
    require_store(&args.url)?;
    block_on(async { read(open(args).await?).await })
}

/// The newest version of a policy, which must make keys; `None` if the store has no policy with this name.
#[cfg(feature = "import")]
pub(crate) async fn newest(
    db: &Connection,
    url: &str,
    name: &str,
) -> Result<Option<RowKeyPolicy>, CliError> {
    let found = table::versions(db, name, 1).await;
    let found = found.map_err(|error| CliError::unreachable(error).at(url))?;
    let Some(version) = found.first() else {
        return Ok(None);
    };
    let policy = version.policy(url)?;
    let location = format!("{url}, policy `{name}` of {}", table::TABLE);
    super::file::check(&policy, &version.json, &location)?;
    Ok(Some(policy))
}

async fn open(args: &PolicyStoreArgs) -> Result<Connection, CliError> {
    connect(&args.url, args.timeout).await
}
