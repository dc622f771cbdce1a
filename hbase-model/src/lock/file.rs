//! Reads and writes lock files.

use std::collections::BTreeMap;
use std::fmt;

use super::compare::Comparison;
use super::difference::as_text;
use super::error::{LockError, LockErrorKind};
use super::facts::TableFacts;
use super::line::{self, FactLine};
use super::message::Message;
use super::writer::{HASH_DIGITS, digits};
use super::{hash, kind, update};

/// The first lines of a lock file.
const HEADER: &str = "\
# The layouts of this crate's tables, by `hbase_schema::lock!`. `hbase-schema lock` writes this file; check it in.
# Each line is a fact with its hash. After a merge, keep the lines of both sides.
";

/// The word before an exception, and the one once its change is recorded.
pub(super) const EXCEPT: &str = "except";
pub(super) const EXCEPTED: &str = "excepted";

/// The name of a lock file, beside `Cargo.toml`.
pub const LOCK_FILE: &str = "hbase.lock";

/// A lock file: the facts of tables as they were locked.
///
/// ```
/// use hbase_model::lock::LockFile;
/// let empty: LockFile = "".parse()?;
/// assert_eq!(empty.tables().count(), 0);
/// let error = "S:T cell D1 CENTS u64 java required 0123456789abcdef".parse::<LockFile>();
/// assert!(error.unwrap_err().to_string().starts_with("hbase.lock, line 1: found the hash 0123456789abcdef, expected "));
/// # Ok::<(), hbase_model::lock::LockError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LockFile {
    pub(super) tables: BTreeMap<String, LockedTable>,
}

/// The lines about one table in a lock file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LockedTable {
    /// The number of the layout: it rises with each change that existing rows do not survive.
    pub(super) layout: u32,
    /// The facts, each a line with its hash, sorted.
    pub(super) facts: Vec<String>,
    /// Facts of earlier layouts.
    pub(super) former: Vec<String>,
    /// Exceptions of changes that are not recorded yet.
    pub(super) exceptions: Vec<String>,
    /// Exceptions of changes that are.
    pub(super) recorded: Vec<String>,
}

impl LockedTable {
    /// The fingerprint of the table's facts.
    pub fn fingerprint(&self) -> u64 {
        let hashes = self.facts.iter().filter_map(|line| hash_of(line));
        hashes.fold(0, hash::with_fact)
    }

    /// The number of the layout, from 1: it rises with each change of a key or of a column's bytes.
    pub const fn layout(&self) -> u32 {
        if self.layout == 0 { 1 } else { self.layout }
    }

    fn has_removed(&self, name: &str) -> bool {
        let mut lines = self.former.iter();
        lines.any(|line| {
            let former = kind::former(line.as_bytes(), name.as_bytes());
            former.is_some_and(|former| former.is_removed)
        })
    }

    /// All lines about the table.
    pub(super) fn text(&self) -> String {
        self.lines().flat_map(|line| [line, "\n"]).collect()
    }

    fn lines(&self) -> impl Iterator<Item = &str> {
        let exceptions = self.exceptions.iter().chain(&self.recorded);
        let lines = self.facts.iter().chain(&self.former).chain(exceptions);
        lines.map(String::as_str)
    }
}

impl LockFile {
    /// The tables, with their names.
    pub fn tables(&self) -> impl Iterator<Item = (&str, &LockedTable)> {
        self.tables
            .iter()
            .map(|(name, table)| (name.as_str(), table))
    }

    /// The lines about a table, for [`Comparison::new`]; empty for a table that is not locked.
    pub fn lines_of(&self, table: &str) -> String {
        self.tables
            .get(table)
            .map_or_else(String::new, LockedTable::text)
    }

    /// The hash of a table's name, with which the macro `lock!` compares tables.
    #[doc(hidden)]
    pub fn name_hash(table: &str) -> u64 {
        hash::of_line(table.as_bytes())
    }

    /// The lock with these facts of all its tables.
    ///
    /// Columns that are removed stay in the lock as earlier facts, so that their names are not used again for other bytes.
    ///
    /// # Errors
    /// Each change that needs an exception, as a message.
    pub fn updated(&self, tables: &[TableFacts]) -> Result<Self, Vec<String>> {
        update::updated(self, tables)
    }

    /// Checks that no fact uses a removed name for other bytes. The compiler does not compare facts that are as locked, so that only
    /// this check finds it after two branches were merged.
    fn check_reused(&self, lines: &Lines) -> Result<(), LockError> {
        for (name, table) in &self.tables {
            if !table.has_removed(name) {
                continue;
            }
            let (text, facts) = (table.text(), table.facts.join("\n"));
            let differences = Comparison::new(&text, &facts, name).differences();
            if let Some(found) = differences.iter().find(|found| !found.excepted) {
                let about = format!("{name} {}", found.about());
                return Err(LockError {
                    line: lines.get(&about).copied().unwrap_or_default(),
                    kind: LockErrorKind::Reused {
                        message: Message::new(found, name, "", 0).as_str().to_owned(),
                    },
                });
            }
        }
        Ok(())
    }

    fn add(&mut self, number: usize, text: &str, lines: &mut Lines) -> Result<(), LockErrorKind> {
        let syntax = || LockErrorKind::Syntax {
            found: text.to_owned(),
        };
        let (name, rest) = text.split_once(' ').ok_or_else(syntax)?;
        let table = self.tables.entry(name.to_owned()).or_default();
        if let Some(layout) = rest.strip_prefix("layout ") {
            table.layout = layout.parse().map_err(|_| syntax())?;
            return Ok(());
        }
        for (keyword, lines) in [
            (EXCEPT, &mut table.exceptions),
            (EXCEPTED, &mut table.recorded),
        ] {
            if line::word(rest.as_bytes(), 0) == keyword.as_bytes() {
                check_exception(name, rest)?;
                lines.push(text.to_owned());
                return Ok(());
            }
        }
        let former = kind::former(text.as_bytes(), name.as_bytes());
        let fact = former.map(|former| former.fact);
        let fact = fact.or_else(|| FactLine::parse(rest.as_bytes()));
        let fact = fact.ok_or_else(syntax)?;
        check_hash(name, &fact)?;
        if former.is_some() {
            table.former.push(text.to_owned());
            return Ok(());
        }
        if table.facts.iter().any(|known| known == text) {
            return Ok(());
        }
        let about = format!("{name} {}", about(&fact));
        if let Some(first) = lines.insert(about.clone(), number) {
            return Err(LockErrorKind::Twice { about, first });
        }
        table.facts.push(text.to_owned());
        Ok(())
    }
}

/// The lines of facts, by what they are about.
type Lines = BTreeMap<String, usize>;

/// What a fact is about, in the words of its line.
pub(super) fn about(fact: &FactLine<'_>) -> String {
    let keyword = as_text(line::word(fact.words, 0));
    format!("{keyword} {}", as_text(fact.name()))
}

/// The hash at the end of a line.
fn hash_of(line: &str) -> Option<u64> {
    let digits = line.get(line.len().checked_sub(HASH_DIGITS)?..)?;
    u64::from_str_radix(digits, 16).ok()
}

/// Checks `except HASH REASON`.
fn check_exception(table: &str, words: &str) -> Result<(), LockErrorKind> {
    let mut words = words.splitn(3, ' ').skip(1);
    let [hash, reason] = [words.next(), words.next()].map(Option::unwrap_or_default);
    let is_digit = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
    if hash.len() != HASH_DIGITS || !hash.bytes().all(is_digit) {
        return Err(LockErrorKind::ExceptionHash {
            table: table.to_owned(),
            found: hash.to_owned(),
        });
    }
    if ["", "REASON"].contains(&reason.trim()) {
        return Err(LockErrorKind::NoReason {
            table: table.to_owned(),
            hash: hash.to_owned(),
        });
    }
    Ok(())
}

fn check_hash(table: &str, fact: &FactLine<'_>) -> Result<(), LockErrorKind> {
    let words = format!("{table} {}", as_text(fact.words));
    let expected = digits(hash::of_line(words.as_bytes()));
    if fact.hash == expected {
        return Ok(());
    }
    Err(LockErrorKind::Hash {
        found: as_text(fact.hash).to_owned(),
        expected: as_text(&expected).to_owned(),
    })
}

impl std::str::FromStr for LockFile {
    type Err = LockError;

    fn from_str(text: &str) -> Result<Self, LockError> {
        let (mut lock, mut lines) = (Self::default(), Lines::new());
        for (at, text) in text.lines().enumerate() {
            let fail = |kind| LockError { line: at + 1, kind };
            if text.starts_with('\u{feff}') {
                return Err(fail(LockErrorKind::ByteOrderMark));
            }
            if ["<<<<<<<", "=======", ">>>>>>>", "|||||||"]
                .iter()
                .any(|mark| text.starts_with(mark))
            {
                return Err(fail(LockErrorKind::Conflict));
            }
            let text = text.trim_end();
            if !text.is_empty() && !text.starts_with('#') {
                lock.add(at + 1, text, &mut lines).map_err(fail)?;
            }
        }
        for table in lock.tables.values_mut() {
            table.layout = table.layout();
            table.facts.sort_unstable();
        }
        lock.check_reused(&lines)?;
        Ok(lock)
    }
}

/// The file's text: sorted lines.
impl fmt::Display for LockFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(HEADER)?;
        let mut lines = Vec::new();
        for (name, table) in &self.tables {
            lines.extend(table.lines().map(str::to_owned));
            if table.layout > 1 {
                lines.push(format!("{name} layout {}", table.layout));
            }
        }
        lines.sort_unstable();
        lines.dedup();
        lines.iter().try_for_each(|line| writeln!(f, "{line}"))
    }
}

impl TableFacts {
    /// Compares with what a lock has of the table: lines of [`LockFile::lines_of`].
    pub fn compared<'a>(&'a self, locked: &'a str, table: &'a str) -> Comparison<'a> {
        Comparison::new(locked, &self.lines, table)
    }

    /// The facts of several structs that declare one table; facts that are equal are one.
    #[must_use]
    pub fn united(tables: &[Self]) -> Vec<Self> {
        let mut united: Vec<Self> = Vec::new();
        for table in tables {
            match united.iter_mut().find(|known| known.table == table.table) {
                Some(known) => known.unite(table),
                None => united.push(table.clone()),
            }
        }
        united
    }

    fn unite(&mut self, other: &Self) {
        for line in other.lines.lines() {
            if self.lines.lines().any(|known| known == line) {
                continue;
            }
            self.lines.push_str(line);
            self.lines.push('\n');
            self.fingerprint = hash::with_fact(self.fingerprint, hash_of(line).unwrap_or_default());
        }
    }
}
