//! Whether a table is enabled. The gateway's calls for several rows go on trying a disabled table for
//! longer than anybody waits, and of a missing one their exception hides the cause.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use hbase_model::{Deadline, Error, Result, TableName};

use crate::call::{Again, Link};
use crate::ddl::{on_table, told};
use crate::wire;

/// How long a table that was enabled is taken for enabled.
const TRUSTED: Duration = Duration::from_secs(5);

/// Of so many tables it is known at most.
const MOST: usize = 1024;

/// When tables were last seen to be enabled.
#[derive(Debug, Default)]
pub(crate) struct EnabledTables(Mutex<HashMap<TableName, Instant>>);

impl EnabledTables {
    fn is_trusted(&self, table: &TableName) -> bool {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known
            .get(table)
            .is_some_and(|seen| seen.elapsed() < TRUSTED)
    }

    fn note(&self, table: &TableName) {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= MOST {
            known.clear();
        }
        known.insert(table.clone(), Instant::now());
    }

    fn forget(&self, table: &TableName) {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.remove(table);
    }
}

/// Asks the gateway.
///
/// # Errors
/// [`Error::TableNotFound`], and what keeps the gateway from an answer.
pub(crate) async fn is_enabled(link: &Link, table: &TableName, deadline: Deadline) -> Result<bool> {
    let call = (
        "isTableEnabled",
        "asking whether a table is enabled",
        Again::Read,
    );
    let answer = on_table(link, call, table, wire::flag, deadline).await;
    let enabled = answer.map_err(|trouble| told(trouble, table))?;
    if enabled {
        link.enabled.note(table);
    } else {
        link.enabled.forget(table);
    }
    Ok(enabled)
}

/// Before a call for several rows: whether the table takes it. It is asked at most every five seconds.
///
/// # Errors
/// [`Error::TableNotFound`], [`Error::TableDisabled`]. Of anything else the call itself tells.
pub(crate) async fn check(link: &Link, table: &TableName, deadline: Deadline) -> Result<()> {
    if link.enabled.is_trusted(table) {
        return Ok(());
    }
    match cause(link, table, deadline).await {
        Some(cause) => Err(cause),
        None => Ok(()),
    }
}

/// What is wrong with the table, where that is why a call fails.
pub(crate) async fn cause(link: &Link, table: &TableName, deadline: Deadline) -> Option<Error> {
    match is_enabled(link, table, deadline).await {
        Ok(false) => Some(Error::TableDisabled {
            table: table.clone(),
        }),
        Err(error @ Error::TableNotFound { .. }) => Some(error),
        Ok(true) | Err(_) => None,
    }
}

/// A call got no answer: the table may have been disabled meanwhile, so it is asked before the next.
pub(crate) fn doubt(link: &Link, table: &TableName, error: &Error) {
    if matches!(error, Error::DeadlineExceeded { .. }) {
        link.enabled.forget(table);
    }
}
