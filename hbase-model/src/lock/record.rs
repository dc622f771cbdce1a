//! Layout records: the layout of a struct as an attribute of the live table that has its rows.
//!
//! The attribute is `HBASE_SCHEMA_LAYOUT:` and the name of the struct. Its value is legible in `describe` of `HBase`'s shell: the number
//! of the layout, its fingerprint, the fingerprints of earlier layouts whose programs may go on, and the facts:
//!
//! ```text
//! layout 1 8f61b7a0c2d95e34;  key 01 id integer8-unsigned;  family D1;  cell D1 CENTS u64 java required
//! ```
//!
//! The facts are separated by a semicolon and two blanks, which no fact contains, since its words are never empty.

use std::cmp::Reverse;
use std::fmt;

use super::change::{Change, Fact};
use super::class::Class;
use super::compare::Comparison;
use super::difference::Difference;
use super::facts::TableFacts;
use super::file::LockedTable;
use super::kind::{REMOVED, WAS};
use super::writer::{HASH_DIGITS, digits};
use super::{hash, update};
use crate::descriptor::TableDescriptor;
use crate::name::TableName;

/// The start of the name of an attribute that has a layout record.
pub const RECORD_PREFIX: &str = "HBASE_SCHEMA_LAYOUT:";

/// The maximum length of a layout record in bytes: about 1,500 columns.
pub const MAX_RECORD: usize = 64 << 10;

const SEPARATOR: &str = ";  ";

/// Maximum fingerprints of earlier layouts.
const MAX_EARLIER: usize = 8;

/// The layout of a struct as a live table has it.
///
/// ```
/// use hbase_model::lock::{LayoutRecord, TableFacts};
/// use hbase_model::{FamilyDescriptor, TableDescriptor, TableName};
/// let name = TableName::parse("SHOP:ORDER_BOOK")?;
/// let mut table = TableDescriptor::new(name.clone());
/// table.families = vec![FamilyDescriptor::new("D1")].into();
/// let facts = TableFacts::of(&name, |facts| facts.table(&table, false));
/// let record = LayoutRecord::of(&facts);
/// let text = record.to_string();
/// assert_eq!(text, format!("layout 1 {:016x};  family D1", facts.fingerprint));
/// assert_eq!(LayoutRecord::parse(&text, &name), Some(record));
/// # Ok::<(), hbase_model::name::NameError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LayoutRecord {
    table: String,
    locked: LockedTable,
    /// The lines of `locked`, for comparisons.
    text: String,
    fingerprint: u64,
    /// The fingerprints of earlier layouts whose programs read and write the same rows, the newest last.
    earlier: Vec<u64>,
}

impl LayoutRecord {
    /// The first layout of a table.
    pub fn of(facts: &TableFacts) -> Self {
        let locked = LockedTable {
            layout: 1,
            facts: sorted(facts),
            ..LockedTable::default()
        };
        Self::new(facts.table.to_string(), locked, Vec::new())
    }

    fn new(table: String, locked: LockedTable, earlier: Vec<u64>) -> Self {
        Self {
            text: locked.text(),
            fingerprint: locked.fingerprint(),
            table,
            locked,
            earlier,
        }
    }

    /// Parses the value of an attribute; `None` for another format, and where the fingerprint is not that of the facts. The hashes of
    /// facts contain the name of the table as the struct declares it, which may contain a pattern for dates.
    pub fn parse(value: &str, table: &TableName) -> Option<Self> {
        let mut parts = value.split(SEPARATOR);
        let mut head = parts.next()?.split(' ');
        if head.next()? != "layout" {
            return None;
        }
        let (layout, fingerprint) = (head.next()?.parse().ok()?, from_digits(head.next()?)?);
        let earlier = match head.next() {
            None => Some(Vec::new()),
            Some("earlier") => head.map(from_digits).collect(),
            Some(_) => None,
        }?;
        let table = table.to_string();
        let mut locked = LockedTable {
            layout,
            ..LockedTable::default()
        };
        for part in parts {
            let former = [WAS, REMOVED]
                .iter()
                .find_map(|word| part.strip_prefix(word)?.strip_prefix(' '));
            let words = format!("{table} {}", former.unwrap_or(part));
            let hash = digits(hash::of_line(words.as_bytes()));
            let line = format!("{table} {part} {}", str::from_utf8(&hash).ok()?);
            let lines = match former {
                Some(_) => &mut locked.former,
                None => &mut locked.facts,
            };
            lines.push(line);
        }
        let record = Self::new(table, locked, earlier);
        (record.fingerprint == fingerprint).then_some(record)
    }

    /// The number of the layout, from 1.
    pub const fn layout(&self) -> u32 {
        self.locked.layout()
    }

    /// The same record with another number of the layout.
    #[must_use]
    pub fn with_layout(mut self, layout: u32) -> Self {
        self.locked.layout = layout;
        self
    }

    /// The fingerprint of the facts.
    pub const fn fingerprint(&self) -> u64 {
        self.fingerprint
    }

    /// Whether it is the layout with this fingerprint, or a later one whose programs read and write the same rows.
    pub fn has(&self, fingerprint: u64) -> bool {
        self.fingerprint == fingerprint || self.earlier.contains(&fingerprint)
    }

    /// The facts of the layout, as lines of a lock.
    pub(crate) fn lines(&self) -> &str {
        &self.text
    }

    /// The changes from the recorded layout to these facts that existing rows, or the programs of the recorded layout, do not survive,
    /// the worst first: those of the classes KEY, CELL and READ.
    ///
    /// Of another struct, only facts that contradict the recorded ones count: it may have columns of its own.
    pub fn harm<'a>(&'a self, facts: &'a TableFacts, is_same_struct: bool) -> Vec<Difference<'a>> {
        let mut found = Comparison::new(&self.text, &facts.lines, &self.table).differences();
        found.retain(|found| {
            // The definitions of indexes are stored, and checked, by themselves.
            let is_index = matches!(found.fact, Fact::Index | Fact::IndexTtl);
            let counts = is_same_struct || contradicts(found);
            found.class >= Class::Read && counts && !is_index
        });
        found.sort_by_key(|found| Reverse(found.class));
        found
    }

    /// The record of the layout with these facts, after this one. Programs of this one may go on if the change does no harm.
    #[must_use]
    pub fn followed_by(&self, facts: &TableFacts) -> Self {
        let lines = sorted(facts);
        let worst = self.harm(facts, true).first().map(|found| found.class);
        let earlier = match worst {
            None => self.earlier_than(facts.fingerprint),
            Some(_) => Vec::new(),
        };
        let is_new = worst.is_some_and(|worst| worst >= Class::Cell);
        let locked = LockedTable {
            layout: self.layout() + u32::from(is_new),
            former: update::former(&self.table, &self.locked, &lines),
            facts: lines,
            ..LockedTable::default()
        };
        Self::new(self.table.clone(), locked, earlier)
    }

    fn earlier_than(&self, fingerprint: u64) -> Vec<u64> {
        let mut earlier = self.earlier.clone();
        earlier.push(self.fingerprint);
        earlier.retain(|known| *known != fingerprint);
        let surplus = earlier.len().saturating_sub(MAX_EARLIER);
        earlier.drain(..surplus);
        earlier
    }
}

/// The value of the attribute.
impl fmt::Display for LayoutRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "layout {} {:016x}", self.layout(), self.fingerprint)?;
        if !self.earlier.is_empty() {
            f.write_str(" earlier")?;
            self.earlier
                .iter()
                .try_for_each(|earlier| write!(f, " {earlier:016x}"))?;
        }
        for line in self.locked.facts.iter().chain(&self.locked.former) {
            let words = line.get(self.table.len() + 1..).unwrap_or_default();
            let end = words.len().saturating_sub(HASH_DIGITS + 1);
            write!(f, "{SEPARATOR}{}", words.get(..end).unwrap_or_default())?;
        }
        Ok(())
    }
}

impl TableDescriptor {
    /// The records of a live table, each with the name of its struct; `None` for a record that cannot be read. `declared` is the table's
    /// name as the struct declares it.
    pub fn records(&self, declared: &TableName) -> Vec<(String, Option<LayoutRecord>)> {
        let records = self.metadata.iter().filter_map(|(name, value)| {
            let of = name.strip_prefix(RECORD_PREFIX)?;
            Some((of.to_owned(), LayoutRecord::parse(value, declared)))
        });
        records.collect()
    }
}

/// Whether two structs of one table cannot both be right.
const fn contradicts(found: &Difference<'_>) -> bool {
    match found.fact {
        Fact::Salt | Fact::RandomSalt | Fact::KeyPart => true,
        Fact::Cell | Fact::RequiredCell | Fact::AbsentValue | Fact::Coded | Fact::KeyCoded => false,
        _ => matches!(found.change, Change::Changed),
    }
}

fn sorted(facts: &TableFacts) -> Vec<String> {
    let mut lines: Vec<String> = facts.lines.lines().map(str::to_owned).collect();
    lines.sort_unstable();
    lines.dedup();
    lines
}

fn from_digits(text: &str) -> Option<u64> {
    let is_hash = text.len() == HASH_DIGITS;
    is_hash
        .then(|| u64::from_str_radix(text, 16).ok())
        .flatten()
}
