//! The check of a crate's tables against its lock, in consts.

use hbase_model::lock::{Comparison, Message};

use super::finding::Finding;
use super::listed::{IsLock, Locked};
use super::search::Structs;
use crate::table::Table;

/// The change of a struct since it was locked.
pub const fn check<T: Table + Locked<L>, L: IsLock>() -> Finding {
    match L::LOCK.range(T::NAME) {
        _ if L::LOCK.is_off => Finding::NONE,
        Some(locked) if locked.fingerprint == T::FINGERPRINT => Finding::NONE,
        _ => search::<T, L>(),
    }
}

/// The change of a struct whose fingerprint differs: a function of its own, since its consts are evaluated when it is called.
const fn search<T: Table, L: IsLock>() -> Finding {
    let listed = Structs {
        names: L::NAMES,
        schemas: L::STRUCTS,
    };
    L::LOCK.search(T::SCHEMA, listed)
}

/// Checks that each table of the lock is declared by a listed struct.
///
/// # Panics
/// If one is not.
#[track_caller]
pub const fn check_tables<L: IsLock>() {
    let lock = L::LOCK;
    if lock.is_off || lock.has_only(L::NAMES) {
        return;
    }
    let mut at = 0;
    while at < lock.tables.len() {
        let table = lock.tables[at];
        if !has(L::NAMES, table.name) {
            let text = lock.lines([table.from, table.to]);
            let name = first_word(text);
            if let Some(found) = Comparison::new(text, "", name).worst() {
                panic!("{}", Message::new(&found, name, "", 0).as_str());
            }
        }
        at += 1;
    }
}

const fn has(names: &[u64], name: u64) -> bool {
    let mut at = 0;
    while at < names.len() {
        if names[at] == name {
            return true;
        }
        at += 1;
    }
    false
}

const fn first_word(text: &str) -> &str {
    let mut to = 0;
    while to < text.len() && text.as_bytes()[to] != b' ' {
        to += 1;
    }
    text.split_at(to).0
}
