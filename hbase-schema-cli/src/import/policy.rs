//! The policy that `--policy` names: a file, or a policy in the import's store.

use std::path::Path;

use hbase_row_key_policy::RowKeyPolicy;

use super::store::Store;
use crate::error::CliError;
use crate::policy::{PolicyText, is_path, newest_of_store};

/// Reads the policy.
///
/// An argument that looks like a path is a file: `-`, a name with a directory separator, or one that ends with
/// `.json`. Any other name is a policy in the store, or a file in this directory if the store has no such
/// policy.
///
/// # Errors
/// A name that neither of them has, or that both have.
pub(super) async fn read(argument: &str, store: &mut Store<'_>) -> Result<RowKeyPolicy, CliError> {
    let path = Path::new(argument);
    if is_path(argument) {
        return PolicyText::read(path)?.parse_valid();
    }
    let url = store.url();
    let found = match store.existing().await? {
        Some(db) => newest_of_store(db, url, argument).await?,
        None => None,
    };
    match (found, path.is_file()) {
        (Some(policy), false) => Ok(policy),
        (None, true) => PolicyText::read(path)?.parse_valid(),
        (Some(_), true) => Err(CliError::usage(format_args!(
            "`{argument}` is a file of this directory and a policy of the store {url}"
        ))
        .help(format_args!(
            "write `./{argument}` for the file; for the store's policy, run the import in another directory"
        ))),
        (None, false) => Err(CliError::usage(format_args!(
            "found no policy `{argument}`"
        ))
        .expected(format_args!(
            "the name of a policy of the store {url}, or a file"
        ))
        .found("neither")
        .help(format_args!(
            "`hbase-schema policy list --url {url}` lists the store's policies, `policy push` adds one"
        ))),
    }
}
