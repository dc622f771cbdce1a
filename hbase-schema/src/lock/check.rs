//! The check of a crate's tables against its lock, in consts.

use std::marker::PhantomData;

use hbase_model::lock::{Comparison, Difference, FactWriter, Message};

use super::facts;
use crate::clash::is_same;
use crate::schema::TableSchema;
use crate::table::Table;

/// The most bytes of a table's facts that a const compares line by line.
const MAX_TEXT: usize = 1 << 18;

/// A crate's lock, as the macro `lock!` reads it.
#[derive(Clone, Copy, Debug)]
pub struct Lock {
    text: &'static str,
    tables: &'static [LockedRange],
    is_off: bool,
}

/// A crate's lock, as a type.
pub trait IsLock {
    /// The lock.
    const LOCK: Lock;

    /// The hashes of the tables' names, for each listed struct.
    const NAMES: &'static [u64];

    /// The listed structs. Their schemas are evaluated only if one changed: that takes longer than all comparisons.
    const STRUCTS: &'static [&'static TableSchema];
}

/// A struct that can be compared with the lock `L`.
pub trait Locked<L> {
    /// The hash of the table's name.
    const NAME: u64;

    /// The fingerprint of the struct's facts.
    const FINGERPRINT: u64;

    /// Evaluated, it is a compile error if the struct changed: within the struct, so that the error is at the field.
    const CHECK: ();
}

/// A struct that derives `HTable`, also one with errors.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a table, and cannot be locked",
    label = "does not derive `HTable`",
    note = "list each struct that derives `HTable`, a generic one with its types"
)]
pub trait Declared {}

/// Checks that a listed type derives `HTable`.
pub const fn is_declared<T: Declared>() {}

/// The comparison of a listed struct. A struct with errors, which are already reported, has none.
pub struct Listed<T, L>(PhantomData<(T, L)>);

impl<T: Table + Locked<L>, L: IsLock> Listed<T, L> {
    /// The hash of the table's name.
    pub const NAME: u64 = T::NAME;

    /// The check.
    pub const CHECK: () = T::CHECK;
}

impl<T: Table, L> Listed<T, L> {
    /// The schema.
    pub const SCHEMA: &'static TableSchema = T::SCHEMA;
}

/// The items of [`Listed`] for a struct with errors.
pub trait Unlisted {
    /// No name.
    const NAME: u64 = 0;

    /// No check.
    const CHECK: () = ();

    /// A table without columns.
    const SCHEMA: &'static TableSchema = crate::stand_in::SCHEMA;
}

impl<T, L> Unlisted for Listed<T, L> {}

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
    L::LOCK.search(T::SCHEMA, L::STRUCTS)
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

/// The change of a struct since it was locked.
#[derive(Clone, Copy, Debug)]
pub struct Finding {
    /// 0 if nothing changed; the number of the field plus 1; 1 if no field is concerned.
    field: usize,
    message: Option<Message>,
}

impl Finding {
    const NONE: Self = Self {
        field: 0,
        message: None,
    };

    const fn too_long() -> Self {
        let text = "the facts of this table are not those of hbase.lock, and too long to be compared here: run \
                    `hbase-schema lock --check`";
        Self {
            field: 1,
            message: Some(Message::of_text(text)),
        }
    }

    /// The arm of the generated `match`: 0 if nothing changed.
    pub const fn field(&self) -> usize {
        self.field
    }
}

/// Ends the evaluation of a const with a message, at the caller.
///
/// # Panics
/// If the struct changed.
#[track_caller]
pub const fn report(found: &Finding) {
    if let Some(message) = &found.message {
        panic!("{}", message.as_str());
    }
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

    /// The change of a listed struct; nothing if only hashes differ, as of a struct that shares its table.
    const fn search(
        &self,
        schema: &'static TableSchema,
        structs: &'static [&'static TableSchema],
    ) -> Finding {
        // A struct with compile errors has no name.
        if schema.row.is_empty() {
            return Finding::NONE;
        }
        let mut facts = FactWriter::new(&schema.table.name, &mut []);
        facts::write(schema, &mut facts);
        let range = match self.range(facts.name_hash()) {
            Some(locked) if locked.fingerprint == facts.fingerprint() => return Finding::NONE,
            Some(locked) => [locked.from, locked.to],
            None => [0, 0],
        };
        self.compare(schema, structs, range, facts.count())
    }

    /// Whether the listed structs declare the tables of the lock, each one once: then no table needs to be looked up.
    const fn has_only(&self, names: &[u64]) -> bool {
        let (mut sum, mut at) = (0_u64, 0);
        while at < self.tables.len() && at < names.len() {
            sum = sum
                .wrapping_add(self.tables[at].name)
                .wrapping_sub(names[at]);
            at += 1;
        }
        sum == 0 && self.tables.len() == names.len()
    }

    /// The table with this hash of its name, by binary search.
    const fn range(&self, name: u64) -> Option<LockedRange> {
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

    const fn lines(&self, [from, to]: [usize; 2]) -> &'static str {
        self.text.split_at(to).0.split_at(from).1
    }

    /// Compares line by line: first the facts of this struct, then those of the other structs of its table.
    #[allow(
        clippy::large_stack_arrays,
        reason = "a const has no heap, and runs in the compiler"
    )]
    const fn compare(
        &self,
        schema: &'static TableSchema,
        structs: &'static [&'static TableSchema],
        range: [usize; 2],
        own: usize,
    ) -> Finding {
        let (mut buffer, mut name) = ([0; MAX_TEXT], [0; 512]);
        let Some(len) = write_all(schema, structs, &mut buffer) else {
            return Finding::too_long();
        };
        let now = as_text(buffer.split_at(len).0);
        let table = table_name(schema, &mut name);
        let comparison = Comparison::new(self.lines(range), now, table);
        let Some(found) = comparison.worst() else {
            return Finding::NONE;
        };
        let (number, field) = match found.line {
            Some(line) if line < own => field_of(schema, line),
            // Another struct has the fact.
            Some(_) => return Finding::NONE,
            None if !is_first(schema, structs) => return Finding::NONE,
            None => (0, ""),
        };
        Self::finding(&found, table, (number, field), comparison.count() - 1)
    }

    const fn finding(
        found: &Difference<'_>,
        table: &str,
        (number, field): (usize, &str),
        more: usize,
    ) -> Finding {
        Finding {
            field: number + 1,
            message: Some(Message::new(found, table, field, more)),
        }
    }
}

/// Writes the facts of a struct, then those of the other structs of its table; `None` if they are too long.
const fn write_all(
    schema: &'static TableSchema,
    structs: &'static [&'static TableSchema],
    out: &mut [u8],
) -> Option<usize> {
    let own = fingerprint(schema);
    let mut len = write_at(schema, out, 0);
    let mut at = 0;
    while at < structs.len() && len < MAX_TEXT {
        let other = fingerprint(structs[at]);
        if other.0 == own.0 && other.1 != own.1 {
            len = write_at(structs[at], out, len);
        }
        at += 1;
    }
    if len < MAX_TEXT { Some(len) } else { None }
}

/// Whether no struct before this one declares its table: it reports the facts that are gone.
const fn is_first(schema: &TableSchema, structs: &[&TableSchema]) -> bool {
    let name = name_hash(schema);
    let mut at = 0;
    while at < structs.len() {
        let other = structs[at];
        if name_hash(other) == name {
            return is_same(other.row, schema.row);
        }
        at += 1;
    }
    true
}

const fn write_at(schema: &'static TableSchema, out: &mut [u8], from: usize) -> usize {
    let mut facts = FactWriter::new(&schema.table.name, out.split_at_mut(from).1);
    facts::write(schema, &mut facts);
    from + facts.len()
}

/// The hash of the table's name, and the fingerprint of its facts.
const fn fingerprint(schema: &'static TableSchema) -> (u64, u64) {
    let mut facts = FactWriter::new(&schema.table.name, &mut []);
    facts::write(schema, &mut facts);
    (facts.name_hash(), facts.fingerprint())
}

const fn name_hash(schema: &TableSchema) -> u64 {
    FactWriter::new(&schema.table.name, &mut []).name_hash()
}

/// The number and the name of the field that a fact is of.
pub(crate) const fn field_of(schema: &'static TableSchema, fact: usize) -> (usize, &'static str) {
    let mut facts = FactWriter::new(&schema.table.name, &mut []).finding(fact);
    facts::write(schema, &mut facts);
    facts.found()
}

/// The table's name as in the lock.
const fn table_name<'n>(schema: &TableSchema, name: &'n mut [u8]) -> &'n str {
    let len = FactWriter::new(&schema.table.name, name).write_name();
    as_text(name.split_at(len).0)
}

const fn first_word(text: &str) -> &str {
    let mut to = 0;
    while to < text.len() && text.as_bytes()[to] != b' ' {
        to += 1;
    }
    text.split_at(to).0
}

/// Lines of facts are UTF-8.
const fn as_text(bytes: &[u8]) -> &str {
    match str::from_utf8(bytes) {
        Ok(text) => text,
        Err(_) => "",
    }
}
