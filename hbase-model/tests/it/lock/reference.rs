//! What a change does, by what happens to rows: encodes keys by both layouts, and reads the cells that a put may leave.

use std::collections::BTreeSet;

use hbase_model::lock::Class;
use hbase_model::{KeyLayout, PartLayout, PartValue, codes};

/// A table of the reference model.
#[derive(Clone, Debug)]
pub(super) struct Model {
    pub(super) key: KeyLayout,
    pub(super) families: Vec<Family>,
    pub(super) columns: Vec<Column>,
    /// The column that counts the writes of a row.
    pub(super) version: Option<String>,
    /// The index's fields, and whether they descend.
    pub(super) indexes: Vec<(String, bool)>,
}

#[derive(Clone, Debug)]
pub(super) struct Family {
    pub(super) name: String,
    pub(super) versions: Option<u32>,
    pub(super) ttl_s: Option<u32>,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Column {
    pub(super) family: String,
    pub(super) name: String,
    pub(super) cells: Cells,
}

/// The cells of a column.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Cells {
    /// The bytes of a number; 0 for text.
    pub(super) width: u8,
    pub(super) as_text: bool,
    pub(super) absent: Absent,
    /// The codes of an enum.
    pub(super) codes: Codes,
}

/// The codes of an enum, each with its variant; empty for other types.
pub(super) type Codes = Vec<(u8, String)>;

/// A field's type: `T`, `Option<T>`, with `store_none`, `T` with `default`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Absent {
    Required,
    Optional,
    Empty,
    Default,
}

/// What a put may leave in a row.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Left {
    Value,
    NoCell,
    EmptyCell,
}

impl Absent {
    /// What puts of such a field may leave.
    fn leaves(self) -> &'static [Left] {
        match self {
            Self::Required | Self::Default => &[Left::Value],
            Self::Optional => &[Left::Value, Left::NoCell],
            Self::Empty => &[Left::Value, Left::EmptyCell],
        }
    }

    /// Whether such a field can be read from what is left: a number has no empty cell.
    fn reads(self, left: Left) -> bool {
        match left {
            Left::Value => true,
            Left::NoCell => self != Self::Required,
            Left::EmptyCell => self == Self::Empty,
        }
    }
}

/// The worst that a change does.
pub(super) fn class(before: &Model, now: &Model) -> Class {
    let all = [
        of_keys(before, now),
        of_families(before, now),
        of_columns(before, now),
        of_indexes(before, now),
        of_versions(before, now),
    ];
    all.into_iter().max().unwrap_or(Class::Free)
}

impl Model {
    /// The family and the name of the column that counts.
    fn version_column(&self) -> Option<(&str, &str)> {
        let mut columns = self.columns.iter();
        let column = columns.find(|column| Some(&column.name) == self.version.as_ref())?;
        Some((&column.family, &column.name))
    }
}

/// A program overwrites the writes that it does not see, because the other program does not count them in its column.
fn of_versions(before: &Model, now: &Model) -> Class {
    if before.version_column() == now.version_column() {
        Class::Free
    } else {
        Class::Roll
    }
}

/// Keys of rows, for some values: those that the new layout does not write, nor try, are not found.
fn of_keys(before: &Model, now: &Model) -> Class {
    if before.key.parts.len() != now.key.parts.len() {
        return Class::Key;
    }
    let is_random = |key: &KeyLayout| {
        let salt = key.salt.as_ref();
        salt.is_some_and(|salt| !salt.salt.can_be_computed())
    };
    // A put of a row with a random salt does not replace the row with the computed one.
    if !is_random(&before.key) && is_random(&now.key) {
        return Class::Key;
    }
    let classes = (0..24).map(|sample| of_key(before, now, sample));
    let parts = before.key.parts.iter().zip(now.key.parts.iter());
    let codes = parts.map(
        |(old, new)| match of_codes(&codes_of(old), &codes_of(new)) {
            // A key with another variant is the key of another row.
            Class::Cell => Class::Key,
            class => class,
        },
    );
    classes.chain(codes).max().unwrap_or(Class::Free)
}

/// The codes of a key part.
pub(super) fn codes_of(part: &PartLayout) -> Codes {
    let codes = codes::codes(&part.codes);
    let codes = codes.map(|(code, name)| (code.parse().expect("a number"), name.to_owned()));
    codes.collect()
}

fn of_key(before: &Model, now: &Model, sample: u128) -> Class {
    let fields = |key: &KeyLayout| -> Vec<String> {
        let names = key.parts.iter().map(|part| part.name.to_string());
        names.collect()
    };
    let (old, new) = (fields(&before.key), fields(&now.key));
    let values = (0..old.len()).map(|at| PartValue::Uint(7 * sample + at as u128));
    let values: Vec<PartValue> = values.collect();
    // A field that exists in both layouts keeps its value, wherever its part is.
    let kept = new
        .iter()
        .map(|field| old.iter().position(|known| known == field));
    let kept: Option<Vec<_>> = kept.map(|at| Some(values[at?].clone())).collect();
    let written = keys(&before.key, &values);
    let tried = keys(&now.key, &kept.unwrap_or_else(|| values.clone()));
    match (written.is_subset(&tried), tried.len() > written.len()) {
        (false, _) => Class::Key,
        (true, true) => Class::Cost,
        (true, false) => Class::Free,
    }
}

/// The keys of a row: one for each value of a random salt.
fn keys(key: &KeyLayout, values: &[PartValue]) -> BTreeSet<Vec<u8>> {
    let salts = key.salt.as_ref().and_then(|salt| salt.salt.values());
    let keys = (0..salts.unwrap_or(1)).map(|number| key.encode_with(values, number));
    keys.collect::<Result<_, _>>().expect("small numbers")
}

fn of_families(before: &Model, now: &Model) -> Class {
    let loses = before.families.iter().any(|old| {
        let Some(new) = now.families.iter().find(|new| new.name == old.name) else {
            return true;
        };
        let fewer = matches!((old.versions, new.versions), (Some(old), Some(new)) if new < old);
        // Without a declaration, an alteration keeps what is.
        let shorter = new
            .ttl_s
            .is_some_and(|new| old.ttl_s.is_none_or(|old| new < old));
        fewer || shorter
    });
    if loses { Class::Loss } else { Class::Free }
}

fn of_columns(before: &Model, now: &Model) -> Class {
    let find = |model: &Model, column: &Column| {
        let mut columns = model.columns.iter();
        let is_same =
            |other: &&Column| (&other.family, &other.name) == (&column.family, &column.name);
        columns.find(is_same).cloned()
    };
    let kept = before
        .columns
        .iter()
        .filter_map(|old| Some((old, find(now, old)?)));
    let kept = kept.map(|(old, new)| of_cells(&old.cells, &new.cells));
    let gone: Vec<_> = before
        .columns
        .iter()
        .filter(|old| find(now, old).is_none())
        .collect();
    let added = now.columns.iter().filter(|new| find(before, new).is_none());
    let added = added.map(|new| {
        // The data of a field that has a similar column now is likely in the old one.
        let is_moved = gone.iter().any(|old| {
            old.cells == new.cells && (old.family == new.family || old.name == new.name)
        });
        if is_moved || !new.cells.absent.reads(Left::NoCell) {
            Class::Read
        } else {
            Class::Free
        }
    });
    let removed = gone.iter().map(|old| {
        // New programs leave no cell, which old ones read.
        if old.cells.absent.reads(Left::NoCell) {
            Class::Free
        } else {
            Class::Roll
        }
    });
    kept.chain(added)
        .chain(removed)
        .max()
        .unwrap_or(Class::Free)
}

fn of_cells(old: &Cells, new: &Cells) -> Class {
    if (old.width, old.as_text) != (new.width, new.as_text) {
        return Class::Cell;
    }
    let unread = old
        .absent
        .leaves()
        .iter()
        .filter(|left| !new.absent.reads(**left));
    let unread = unread.map(|left| {
        if *left == Left::EmptyCell {
            Class::Cell
        } else {
            Class::Read
        }
    });
    // Rows from before a `default` was declared may lack the cell.
    let default =
        (old.absent == Absent::Default && !new.absent.reads(Left::NoCell)).then_some(Class::Read);
    let empty =
        (old.absent == Absent::Empty && !new.absent.reads(Left::NoCell)).then_some(Class::Read);
    let rolls = new
        .absent
        .leaves()
        .iter()
        .any(|left| !old.absent.reads(*left));
    let rolls = rolls.then_some(Class::Roll);
    let codes = of_codes(&old.codes, &new.codes);
    unread
        .chain(default)
        .chain(empty)
        .chain(rolls)
        .chain([codes])
        .max()
        .unwrap_or(Class::Free)
}

fn of_codes(old: &Codes, new: &Codes) -> Class {
    if new.is_empty() {
        return Class::Free;
    }
    if old.is_empty() {
        return Class::Read;
    }
    let name = |codes: &[(u8, String)], code: u8| {
        codes
            .iter()
            .find(|known| known.0 == code)
            .map(|known| known.1.clone())
    };
    let is_exchanged = old.iter().any(|(code, was)| {
        let is = name(new, *code);
        let moved = |is: &String| {
            old.iter().any(|known| known.1 == *is) || new.iter().any(|known| known.1 == *was)
        };
        is.is_some_and(|is| is != *was && moved(&is))
    });
    if is_exchanged {
        return Class::Cell;
    }
    let is_missing = old.iter().any(|(code, _)| name(new, *code).is_none());
    let is_new = new.iter().any(|(code, _)| name(old, *code).is_none());
    match (is_missing, is_new) {
        (true, _) => Class::Read,
        (false, true) => Class::Roll,
        (false, false) => Class::Free,
    }
}

fn of_indexes(before: &Model, now: &Model) -> Class {
    let find =
        |model: &Model, name: &str| model.indexes.iter().find(|index| index.0 == name).cloned();
    let changed = before
        .indexes
        .iter()
        .any(|old| find(now, &old.0).is_some_and(|new| new != *old));
    if changed {
        return Class::Key;
    }
    let same = before.indexes.len() == now.indexes.len()
        && before.indexes.iter().all(|old| find(now, &old.0).is_some());
    if same { Class::Free } else { Class::Roll }
}
