//! The check that each table of a lock is declared, in a const.

use hbase_model::lock::{Comparison, Message};

use super::listed::IsLock;

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
