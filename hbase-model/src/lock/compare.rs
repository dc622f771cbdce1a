//! Compares the facts of a table with its lock, in consts and at run time.

use super::change::{Change, Fact};
use super::difference::Difference;
use super::fact_change::BothLines;
use super::table_lines::TableLines;

/// A lock and the facts of one of its tables, which are compared.
///
/// ```
/// use hbase_model::lock::{Change, Comparison, Fact};
/// let lock = "S:T cell D1 CENTS u64 java required 0000000000000001\n";
/// let now = "S:T cell D1 CENTS u32 java required 0000000000000002\n";
/// let worst = Comparison::new(lock, now, "S:T").worst().unwrap();
/// assert_eq!((worst.fact, worst.change), (Fact::CellType, Change::Changed));
/// assert_eq!((worst.was(), worst.is()), ("u64", "u32"));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Comparison<'a>(BothLines<'a>);

impl<'a> Comparison<'a> {
    /// Compares the facts `now` of a table with a lock; both are lines as [`FactWriter`](super::FactWriter) writes them.
    /// Lines of other tables are skipped.
    pub const fn new(lock: &'a str, now: &'a str, table: &'a str) -> Self {
        Self::of_bytes(lock.as_bytes(), now.as_bytes(), table.as_bytes())
    }

    /// The same, of bytes.
    #[doc(hidden)]
    pub const fn of_bytes(lock: &'a [u8], now: &'a [u8], table: &'a [u8]) -> Self {
        Self(BothLines {
            lock: TableLines { text: lock, table },
            now: TableLines { text: now, table },
        })
    }

    /// The worst change, the first one of several; `None` if nothing changed.
    pub const fn worst(&self) -> Option<Difference<'a>> {
        let (mut worst, mut at) = (self.unlocked(), Cursor::START);
        while let Some((found, next)) = self.next(at) {
            worst = match worst {
                Some(known) if !found.is_worse_than(&known) => Some(known),
                _ => Some(found),
            };
            at = next;
        }
        worst
    }

    /// All changes: first those of facts that are now, then those that are gone.
    pub fn differences(&self) -> Vec<Difference<'a>> {
        let mut all = Vec::from_iter(self.unlocked());
        let mut at = Cursor::START;
        while let Some((found, next)) = self.next(at) {
            all.push(found);
            at = next;
        }
        all
    }

    /// The number of changes.
    pub const fn count(&self) -> usize {
        let mut count = self.unlocked().is_some() as usize;
        let mut at = Cursor::START;
        while let Some((_, next)) = self.next(at) {
            count += 1;
            at = next;
        }
        count
    }

    /// The change of a table that the lock does not have, which is its only one.
    const fn unlocked(&self) -> Option<Difference<'a>> {
        match (self.0.lock.fact_at(0), self.0.now.fact_at(0)) {
            (None, Some((fact, _))) => {
                let added = Difference::of(Fact::Table, Change::Added, &fact);
                Some(Difference {
                    about: [b"", b""],
                    ..added
                })
            }
            (Some((fact, _)), None) => {
                let removed = Difference::of(Fact::Table, Change::Removed, &fact);
                Some(self.0.excepted(Difference {
                    about: [b"", b""],
                    ..removed
                }))
            }
            _ => None,
        }
    }

    /// The next change after the cursor.
    const fn next(&self, mut at: Cursor) -> Option<(Difference<'a>, Cursor)> {
        if self.0.lock.is_empty() || self.0.now.is_empty() {
            return None;
        }
        while !at.is_gone {
            let Some((fact, offset)) = self.0.now.fact_at(at.offset) else {
                at = Cursor::GONE;
                break;
            };
            let line = at.line;
            at = at.after(offset);
            if let Some(found) = self.0.of_now(&fact) {
                let found = Difference {
                    line: Some(line),
                    ..found
                };
                return Some((self.0.excepted(found), at));
            }
        }
        while let Some((fact, offset)) = self.0.lock.fact_at(at.offset) {
            at = at.after(offset);
            if let Some(found) = self.0.of_gone(&fact) {
                return Some((self.0.excepted(found), at));
            }
        }
        None
    }
}

/// The position among the facts that are now, then among those of the lock.
#[derive(Clone, Copy)]
struct Cursor {
    is_gone: bool,
    offset: usize,
    line: usize,
}

impl Cursor {
    const START: Self = Self {
        is_gone: false,
        offset: 0,
        line: 0,
    };

    const GONE: Self = Self {
        is_gone: true,
        offset: 0,
        line: 0,
    };

    const fn after(self, offset: usize) -> Self {
        Self {
            offset,
            line: self.line + 1,
            ..self
        }
    }
}
