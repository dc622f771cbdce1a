//! Validation of requests: the checks that `HBase`'s client and server make.
//!
//! Each request has a `validate`, which a backend calls first, before it copies or sends anything.
//! The backend checks what depends on the table (whether a family exists) or on itself (what it
//! supports).

mod filter;
mod read;
mod table;
mod write;

use crate::error::{Error, Result};
use crate::name::{self, NamingRules};
use crate::printable::Printable;

/// The longest row key, in bytes (`HConstants.MAX_ROW_LENGTH`).
pub const MAX_ROW: usize = 32_767;

/// The longest name of a family, in bytes: a cell keeps its length in a signed byte.
pub const MAX_FAMILY: usize = 127;

/// The longest time to live of a cell, in milliseconds; some 146 million years.
///
/// `HBase` adds it to the cell's timestamp in a signed number of 64 bits, which wraps: a larger one
/// makes a cell that is gone at once. A cell that lives for ever is one without a time to live.
pub const MAX_TTL_MS: u64 = i64::MAX.cast_unsigned() / 2;

/// The longest name of a namespace or table that can be created, in bytes: each is the name of a
/// directory, of which HDFS, as other file systems, takes 255 bytes.
pub const MAX_NAME: usize = 255;

/// Checks the name of a namespace that is to be created.
///
/// # Errors
/// [`Error::InvalidRequest`] for a name that breaks `HBase`'s rules, [`Error::TooLarge`] for one of
/// more than [`MAX_NAME`] bytes.
pub fn check_namespace(name: &str) -> Result<()> {
    let valid = name::check_namespace(name, NamingRules::HBase, true);
    valid.map_err(|error| Error::invalid(error.to_string()))?;
    check_length("namespace's name", name.len(), MAX_NAME)
}

fn check_length(what: &'static str, found: usize, most: usize) -> Result<()> {
    if found > most {
        return Err(Error::too_large(what, found, most));
    }
    Ok(())
}

/// A longer name is that of no family.
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
