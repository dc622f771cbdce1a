//! Validation of requests: the checks that `HBase`'s client and server make.
//!
//! Each request has a `validate`, which a backend calls first, before it copies or sends anything.
//! The backend itself checks what depends on the table (whether a family exists) or on its
//! capabilities.
//!
//! Validation bounds depth, sizes and numbers, so that no request can cause unbounded recursion or allocation.

mod filter;
mod read;
mod write;

use hbase_model::printable::Printable;
use hbase_model::validate::{MAX_FAMILY, MAX_ROW};

use crate::error::{Error, Result};

/// Maximum time to live of a cell, in milliseconds; some 146 million years.
///
/// `HBase` adds it to the cell's timestamp in a signed 64-bit number, which wraps: with a larger
/// one, the cell expires at once. A cell without a time to live never expires.
pub const MAX_TTL_MS: u64 = i64::MAX.cast_unsigned() / 2;

fn check_length(what: &'static str, found: usize, most: usize) -> Result<()> {
    if found > most {
        return Err(Error::too_large(what, found, most));
    }
    Ok(())
}

/// Checks a family's name: no family has a longer one.
fn check_family(name: &[u8]) -> Result<()> {
    check_length("family", name.len(), MAX_FAMILY)
}

/// Checks a row key: 1 to [`MAX_ROW`] bytes.
///
/// # Errors
/// [`Error::InvalidRequest`] for an empty one, [`Error::TooLarge`].
pub fn check_row(row: &[u8]) -> Result<()> {
    if row.is_empty() {
        return Err(Error::invalid("an empty row key: it needs at least a byte"));
    }
    check_bound(row)
}

fn check_bound(row: &[u8]) -> Result<()> {
    check_length("row key", row.len(), MAX_ROW)
}

fn check_number(what: &str, found: u64, most: u64) -> Result<()> {
    if found > most {
        return Err(Error::invalid(format!(
            "{what}: found {found}, expected at most {most}"
        )));
    }
    Ok(())
}

/// Checks the time to live of a row's cells, in milliseconds.
fn check_ttl(row: &[u8], ttl_ms: Option<u64>) -> Result<()> {
    match ttl_ms {
        Some(ttl_ms) if ttl_ms > MAX_TTL_MS => Err(Error::invalid(format!(
            "row {}: a time to live of {ttl_ms} ms, expected at most {MAX_TTL_MS}: leave it out \
             for cells that live for ever",
            Printable(row)
        ))),
        _ => Ok(()),
    }
}
