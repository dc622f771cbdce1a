//! The rows that a key may have.
//!
//! A random or round-robin salt is not computed from the key, so a row may be stored under several salts. Gets return
//! the newest copy, and scans every copy: a filter on the server sees one copy at a time, so a merge on the client
//! would return rows whose newest copy the filter rejects. `mutate`, `replace` and counters reject such rows.

use hbase_model::{KeyLayout, Salt};

use super::table_ref::TableRef;
use crate::db::error::{CallContext, Error};
use crate::key::KeyError;
use crate::table::{KeyFor, Table};

/// The reason why calls on one row are rejected for random and round-robin salts.
pub(in crate::db) const DRAWN: &str = "the salt of this table is random or round-robin, so that a key may have several rows, and it is not known which one is meant: `get` reads the newest, `put` writes another; or use a salt that is computed from the key";

/// The rows of a key, in their table.
#[derive(Clone, Debug)]
pub(in crate::db) struct RowsOfKey {
    pub(in crate::db) table: TableRef,
    /// One row, or one for each value of a random or round-robin salt.
    pub(in crate::db) rows: Vec<Vec<u8>>,
}

/// The only row of a key, in its table.
#[derive(Clone, Debug)]
pub(in crate::db) struct RowOfKey {
    pub(in crate::db) table: TableRef,
    pub(in crate::db) row: Vec<u8>,
}

/// The rows that `key` may have.
pub(in crate::db) fn of<K: KeyFor<R>, R: Table>(key: &K) -> Result<RowsOfKey, KeyError> {
    let bytes = key.encode()?.as_ref().to_vec();
    let table = TableRef::of_key::<K, R>(key)?;
    let rows = match drawn(K::LAYOUT) {
        None => vec![bytes],
        Some(salt) => salted(salt, &bytes),
    };
    Ok(RowsOfKey { table, rows })
}

/// The row under each value of its salt.
fn salted(salt: &Salt, row: &[u8]) -> Vec<Vec<u8>> {
    let salted = |n| {
        let value = salt.nth(n);
        let rest = row.get(value.len()..).unwrap_or(&[]);
        [&value, rest].concat()
    };
    (0..salt.values().unwrap_or(0)).map(salted).collect()
}

/// The row of a key with only one row.
pub(in crate::db) fn one<K: KeyFor<R>, R: Table>(
    call: &'static str,
    key: &K,
) -> Result<RowOfKey, Error> {
    let about = CallContext::of::<R>(call);
    if drawn(K::LAYOUT).is_some() {
        return Err(about.request(DRAWN));
    }
    let encoded = |key: &K| {
        Ok(RowOfKey {
            row: key.encode()?.as_ref().to_vec(),
            table: TableRef::of_key::<K, R>(key)?,
        })
    };
    encoded(key).map_err(|error| about.key_error(error))
}

/// The salt, if it cannot be computed from the key.
pub(in crate::db) fn drawn(layout: &KeyLayout) -> Option<&Salt> {
    let salt = &layout.salt.as_ref()?.salt;
    (!salt.is_computed()).then_some(salt)
}
