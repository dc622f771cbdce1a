//! The text of a crate's lock, and where its tables are in it.

use super::locked::Locked;

/// A crate's lock, as the macro `lock!` reads it.
#[derive(Clone, Copy, Debug)]
pub struct Lock {
    text: &'static str,
    pub(super) tables: &'static [LockedRange],
    pub(super) is_off: bool,
}

/// The lines of one table in a lock.
#[derive(Clone, Copy, Debug)]
pub struct LockedRange {
    /// The hash of the table's name.
    pub name: u64,
    /// The fingerprint of its facts.
    pub fingerprint: u64,
    /// The offset of its first line.
    pub from: usize,
    /// The offset after its last line.
    pub to: usize,
}

impl Lock {
    /// A lock with the ranges of its tables, in the order of their names' hashes; `variable` is the value of `HBASE_LOCK`.
    pub const fn new(
        text: &'static str,
        tables: &'static [LockedRange],
        variable: Option<&str>,
    ) -> Self {
        Self {
            text,
            tables,
            is_off: Self::is_off(variable),
        }
    }

    /// Whether the variable `HBASE_LOCK` switches the checks off: the lock is about to be written.
    pub const fn is_off(variable: Option<&str>) -> bool {
        match variable {
            Some(value) => matches!(value.as_bytes(), b"write"),
            None => false,
        }
    }

    /// Whether the listed structs declare the tables of the lock, each one once: then no table needs to be looked up.
    pub(super) const fn has_only(&self, names: &[u64]) -> bool {
        let (mut sum, mut at) = (0_u64, 0);
        while at < self.tables.len() && at < names.len() {
            sum = sum
                .wrapping_add(self.tables[at].name)
                .wrapping_sub(names[at]);
            at += 1;
        }
        sum == 0 && self.tables.len() == names.len()
    }

    /// Whether a table has this hash of its name and this fingerprint.
    pub(super) const fn has(&self, table: Locked) -> bool {
        match self.range(table.name) {
            Some(locked) => locked.fingerprint == table.fingerprint(),
            None => false,
        }
    }

    /// The table with this hash of its name, by binary search.
    pub(super) const fn range(&self, name: u64) -> Option<LockedRange> {
        let (mut from, mut to) = (0, self.tables.len());
        while from < to {
            let middle = usize::midpoint(from, to);
            let table = self.tables[middle];
            if table.name == name {
                return Some(table);
            }
            if table.name < name {
                from = middle + 1;
            } else {
                to = middle;
            }
        }
        None
    }

    pub(super) const fn lines(&self, [from, to]: [usize; 2]) -> &'static str {
        self.text.split_at(to).0.split_at(from).1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn range(name: u64) -> LockedRange {
        LockedRange {
            name,
            fingerprint: name + 100,
            from: 0,
            to: 0,
        }
    }

    #[test]
    fn tables_are_found_by_their_names() {
        static TABLES: [LockedRange; 3] = [range(2), range(5), range(9)];
        let lock = Lock::new("", &TABLES, None);
        for (name, found) in [
            (2, true),
            (5, true),
            (9, true),
            (0, false),
            (6, false),
            (10, false),
        ] {
            let fingerprint = lock.range(name).map(|range| range.fingerprint);
            assert_eq!(fingerprint, found.then_some(name + 100), "{name}");
        }
    }

    #[test]
    fn a_lock_has_a_table_with_its_fingerprint() {
        let schema = crate::stand_in::SCHEMA;
        let table = Locked::of(schema);
        let locked = |name, fingerprint| {
            let range = LockedRange {
                name,
                fingerprint,
                ..range(0)
            };
            Lock::new("", Box::leak(Box::new([range])), None)
        };
        let fingerprint = table.fingerprint();
        assert!(locked(table.name, fingerprint).has(table));
        assert!(!locked(table.name, fingerprint.wrapping_add(1)).has(table));
        assert!(!locked(table.name.wrapping_add(1), fingerprint).has(table));
    }

    #[test]
    fn a_lock_has_only_the_listed_tables() {
        static TABLES: [LockedRange; 3] = [range(2), range(5), range(9)];
        let lock = Lock::new("", &TABLES, None);
        assert!(lock.has_only(&[9, 2, 5]));
        assert!(!lock.has_only(&[9, 2, 6]));
        assert!(!lock.has_only(&[9, 2]));
        assert!(!lock.has_only(&[2, 5, 9, 9]));
        assert!(!lock.has_only(&[]));
        assert!(Lock::new("", &[], None).has_only(&[]));
    }

    #[test]
    fn the_variable_switches_checks_off() {
        assert!(Lock::new("", &[], Some("write")).is_off);
        assert!(!Lock::new("", &[], Some("writes")).is_off);
        assert!(!Lock::new("", &[], None).is_off);
    }
}
