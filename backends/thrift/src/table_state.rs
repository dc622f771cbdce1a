//! Whether a table is enabled. The gateway's calls for several rows retry on a disabled table for longer
//! than any deadline, and their exception hides that a table is missing.

use hbase_backend::{Error, Result};

use crate::call::{Method, NO_ARGS, Target};
use crate::wire;

const IS_ENABLED: Method = Method::read("isTableEnabled", "checking whether a table is enabled");

/// Requests the table's state from the gateway.
///
/// # Errors
/// [`Error::TableNotFound`], and errors of the call.
pub(crate) async fn is_enabled(on: Target<'_>) -> Result<bool> {
    let enabled = on.call(IS_ENABLED, NO_ARGS, wire::flag).await;
    let enabled = enabled.map_err(|error| error.into_table_error(on.table))?;
    if enabled {
        on.link.enabled.insert(on.table);
    } else {
        on.link.enabled.remove(on.table);
    }
    Ok(enabled)
}

/// Checks a table before a call for several rows. Its state is requested at most every five seconds.
///
/// # Errors
/// [`Error::TableNotFound`], [`Error::TableDisabled`]. Other errors are left to the call itself.
pub(crate) async fn check_enabled(on: Target<'_>) -> Result<()> {
    if on.link.enabled.is_trusted(on.table) {
        return Ok(());
    }
    error(on).await.map_or(Ok(()), Err)
}

/// [`Error::TableNotFound`] or [`Error::TableDisabled`], if one of them is the cause of a failed
/// call.
pub(crate) async fn error(on: Target<'_>) -> Option<Error> {
    match is_enabled(on).await {
        Ok(false) => Some(Error::TableDisabled {
            table: on.table.clone(),
        }),
        Err(error @ Error::TableNotFound { .. }) => Some(error),
        Ok(true) | Err(_) => None,
    }
}

/// Called after a call without a response, since the table may have been disabled meanwhile: the
/// next call for several rows checks it again.
pub(crate) fn distrust(on: Target<'_>, error: &Error) {
    if matches!(error, Error::DeadlineExceeded { .. }) {
        on.link.enabled.remove(on.table);
    }
}
