//! The rows that a key may have.

use hbase_model::Salt;

use crate::key::{KeyError, RowKey};

/// The row keys that `key` may have: one, or one for each value of a random or round-robin salt.
pub(super) fn of<K: RowKey>(key: &K) -> Result<Vec<Vec<u8>>, KeyError> {
    let bytes = key.encode()?.as_ref().to_vec();
    let Some(salt) = drawn::<K>() else {
        return Ok(vec![bytes]);
    };
    let count = salt.values().unwrap_or(0);
    let salted = |n| {
        let value = salt.nth(n);
        let rest = bytes.get(value.len()..).unwrap_or(&[]);
        [&value, rest].concat()
    };
    Ok((0..count).map(salted).collect())
}

/// The salt, if it cannot be computed from the key.
pub(super) fn drawn<K: RowKey>() -> Option<&'static Salt> {
    let salt = &K::LAYOUT.salt.as_ref()?.salt;
    (!salt.is_computed()).then_some(salt)
}
