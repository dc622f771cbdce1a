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

#[cfg(test)]
mod tests {
    use std::panic::catch_unwind;

    use super::super::text::{Lock, LockedRange};
    use super::*;
    use crate::schema::TableSchema;

    const TEXT: &str = "S:KEPT family D1 0000000000000001\nS:GONE family D1 0000000000000002\n";
    const TABLES: &[LockedRange] = &[range(1, 0, 34), range(2, 34, 68)];

    const fn range(name: u64, from: usize, to: usize) -> LockedRange {
        LockedRange {
            name,
            fingerprint: 0,
            from,
            to,
        }
    }

    macro_rules! lock {
        ($name:ident = $names:expr, $variable:expr) => {
            struct $name;

            impl IsLock for $name {
                const LOCK: Lock = Lock::new(TEXT, TABLES, $variable);
                const NAMES: &'static [u64] = &$names;
                const STRUCTS: &'static [&'static TableSchema] = &[];
            }
        };
    }

    lock!(Both = [2, 1], None);
    lock!(OneTwice = [1, 2, 1], None);
    lock!(Lacking = [1, 1], None);
    lock!(Off = [1], Some("write"));

    #[test]
    fn a_table_that_no_struct_declares_is_reported() {
        check_tables::<Both>();
        check_tables::<OneTwice>();
        check_tables::<Off>();
        let panic = catch_unwind(check_tables::<Lacking>).expect_err("a table is gone");
        let message = panic.downcast_ref::<String>().expect("a text");
        let expected = "the table S:GONE is in hbase.lock, and no longer declared";
        assert!(message.contains(expected), "{message}");
    }

    #[test]
    fn the_first_word_ends_before_a_blank_or_with_the_text() {
        let cases = [
            ("S:T family D1", "S:T"),
            ("S:T", "S:T"),
            (" S:T", ""),
            ("", ""),
        ];
        for (text, word) in cases {
            assert_eq!(first_word(text), word, "{text}");
        }
    }
}
