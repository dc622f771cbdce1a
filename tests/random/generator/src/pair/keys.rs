//! Changes of row keys.

use fastrand::Rng;

use super::edit::{Edit, edit};
use crate::make::{feeds, has_own_end};
use crate::spec::{Encoding, Key, Part, Salt, SaltText, Table};
use crate::types::{Kind, TYPES, Type};

pub(super) const EDITS: &[Edit] = &[
    edit("a key part becomes wider", "KEY", wider),
    edit("a key part descends", "KEY", descends),
    edit("key parts are exchanged", "KEY", exchanged),
    edit("a key part is added", "KEY", added),
    edit("a key part is removed", "KEY", removed),
    edit("the separator changes", "KEY", separator),
    edit("a salt is added", "KEY", salt_added),
    edit("the salt is removed", "KEY", salt_removed),
    edit("the salt has another number of values", "KEY", salt_changed),
    edit("a random salt has more values", "COST", more_salts),
    edit("a random salt has fewer values", "KEY", fewer_salts),
    edit("a random salt has more digits", "KEY", more_digits),
    edit("a number in the key becomes an enum", "READ", coded),
    edit("a key part has another name", "FREE", renamed),
    edit("the type of a key part is spelled otherwise", "", respelled),
];

/// The type with this path.
pub(super) fn named(rust: &str) -> Option<&'static Type> {
    TYPES.iter().find(|of| of.rust == rust)
}

/// The integer type of twice the width.
pub(super) fn wider_type(of: &Type) -> Option<&'static Type> {
    named(match of.rust {
        "u8" => "u16",
        "u16" => "u32",
        "u32" => "u64",
        "i8" => "i16",
        "i16" => "i32",
        "i32" => "i64",
        _ => return None,
    })
}

/// Whether a part is an integer in its default encoding, without options.
fn is_plain(part: &Part) -> bool {
    let is_integer = matches!(part.of.kind, Kind::Int { .. }) && !part.of.is_sequence();
    is_integer
        && part.encoding == Encoding::Native
        && !part.optional
        && !part.desc
        && !part.reverse
        && part.salt.is_none()
        && part.separator.is_none()
        && part.terminator.is_none()
        && !part.direct
}

/// One of the plain parts that `is_chosen` accepts.
fn one(table: &Table, rng: &mut Rng, is_chosen: impl Fn(&Part) -> bool) -> Option<usize> {
    let parts = table.key.parts.iter().enumerate();
    let parts = parts.filter(|(_, part)| is_plain(part) && is_chosen(part));
    rng.choice(parts.map(|(at, _)| at).collect::<Vec<_>>())
}

fn wider(table: &mut Table, rng: &mut Rng) -> Option<()> {
    let at = one(table, rng, |part| wider_type(part.of).is_some())?;
    let part = &mut table.key.parts[at];
    part.of = wider_type(part.of)?;
    Some(())
}

fn descends(table: &mut Table, rng: &mut Rng) -> Option<()> {
    let at = one(table, rng, |_| true)?;
    table.key.parts[at].desc = true;
    Some(())
}

/// The numbers of `Level` are `u16`s.
fn coded(table: &mut Table, rng: &mut Rng) -> Option<()> {
    let at = one(table, rng, |part| part.of.rust == "u16")?;
    let is_feasible = at > 0 || table.key.salt != Salt::None;
    table.key.parts[at].of = named("Level")?;
    is_feasible.then_some(())
}

fn exchanged(table: &mut Table, _: &mut Rng) -> Option<()> {
    let parts = &mut table.key.parts;
    let at = (1..parts.len()).find(|at| is_fixed(&parts[at - 1]) && is_fixed(&parts[*at]))?;
    parts.swap(at - 1, at);
    Some(())
}

/// Whether a part has a fixed width, so that it can be anywhere in the key.
fn is_fixed(part: &Part) -> bool {
    part.width().is_some() && !is_hot(part) && has_no_end(part) && !part.is_list()
}

/// Whether the part in front of a key without a salt is an error: it grows with time, or has few values.
fn is_hot(part: &Part) -> bool {
    let kind = part.of.kind;
    part.of.is_sequence() || kind.is_enum() || matches!(kind, Kind::Time | Kind::OfDay | Kind::Bool)
}

/// Whether a part has a value in each key, and neither an end of its own nor none.
fn has_no_end(part: &Part) -> bool {
    let has_end = part.separator.is_some() || part.terminator.is_some();
    !part.optional && !part.omit_none && !has_end && !part.direct && !part.unseparated
}

/// The part follows one of a fixed width, so that its start is known.
fn added(table: &mut Table, _: &mut Rng) -> Option<()> {
    let last = table.key.parts.last().filter(|part| is_plain(part))?;
    let added = Part {
        name: "added".to_owned(),
        of: named("u32")?,
        max: None,
        ..last.clone()
    };
    table.key.parts.push(added);
    Some(())
}

fn removed(table: &mut Table, _: &mut Rng) -> Option<()> {
    let parts = &mut table.key.parts;
    let (last, rest) = parts.split_last()?;
    let before = rest.last()?;
    if !is_plain(last) || !has_no_end(before) {
        return None;
    }
    parts.pop();
    uses_separator(&table.key).then_some(())
}

/// Whether something is in front of the key's separator, which would be an error otherwise.
fn uses_separator(key: &Key) -> bool {
    let last = key.parts.len() - 1;
    let is_between = !key.parts[..last].iter().all(has_own_end);
    key.separator.is_none() || key.salt != Salt::None || is_between
}

fn separator(table: &mut Table, _: &mut Rng) -> Option<()> {
    let key = &mut table.key;
    let is_used = key.salt != Salt::None || key.parts[..key.parts.len() - 1].iter().any(is_plain);
    let is_free = |part: &Part| part.separator.is_none() && part.terminator.is_none();
    if !is_used || !key.parts.iter().all(is_free) || key.separator != Some("_") {
        return None;
    }
    key.separator = Some("-");
    Some(())
}

fn salt_added(table: &mut Table, rng: &mut Rng) -> Option<()> {
    if table.key.salt != Salt::None || has_exceptions(table) {
        return None;
    }
    let at = rng.usize(..table.key.parts.len());
    let part = &mut table.key.parts[at];
    if !feeds(part, false) {
        return None;
    }
    part.salt = Some(SaltText::Whole);
    (table.key.salt, table.key.names_salt) = (Salt::Buckets(4), true);
    Some(())
}

/// Whether the table has exceptions from rules, which are errors where they are not needed.
fn has_exceptions(table: &Table) -> bool {
    let mut options = table.options.iter();
    options.any(|option| option.starts_with("allow"))
}

fn salt_removed(table: &mut Table, _: &mut Rng) -> Option<()> {
    let is_salted = !matches!(table.key.salt, Salt::None);
    let first = &table.key.parts[0];
    if !is_salted || is_hot(first) {
        return None;
    }
    table.key.salt = Salt::None;
    table.key.parts.iter_mut().for_each(|part| part.salt = None);
    uses_separator(&table.key).then_some(())
}

fn salt_changed(table: &mut Table, _: &mut Rng) -> Option<()> {
    let names_salt = table.key.names_salt;
    match &mut table.key.salt {
        Salt::Buckets(count) | Salt::Modulo(count) | Salt::Crc32 { count, .. }
            if *count < 200 && names_salt =>
        {
            *count += 3;
            Some(())
        }
        _ => None,
    }
}

/// The number of a random or round-robin salt.
fn random_count(table: &mut Table) -> Option<&mut u32> {
    match &mut table.key.salt {
        Salt::Random(count) | Salt::RoundRobin(count) => Some(count),
        _ => None,
    }
}

fn more_salts(table: &mut Table, _: &mut Rng) -> Option<()> {
    let is_binary = table.key.separator.is_none();
    let count = random_count(table)?;
    let more = *count + 3;
    let is_as_long = is_binary || (*count - 1).ilog10() == (more - 1).ilog10();
    *count = more;
    (more <= 256 && is_as_long).then_some(())
}

fn fewer_salts(table: &mut Table, _: &mut Rng) -> Option<()> {
    let count = random_count(table)?;
    *count = count.checked_sub(1).filter(|less| *less > 1)?;
    Some(())
}

/// Digits are padded to the width of the largest number, so those of existing keys have another width.
fn more_digits(table: &mut Table, _: &mut Rng) -> Option<()> {
    table.key.separator.as_ref()?;
    let count = random_count(table).filter(|count| **count <= 10)?;
    *count = 16;
    Some(())
}

#[allow(
    clippy::unnecessary_wraps,
    reason = "other changes are not always possible"
)]
fn renamed(table: &mut Table, rng: &mut Rng) -> Option<()> {
    let at = rng.usize(..table.key.parts.len());
    "renamed".clone_into(&mut table.key.parts[at].name);
    Some(())
}

fn respelled(table: &mut Table, rng: &mut Rng) -> Option<()> {
    let parts = table.key.parts.iter().enumerate();
    let parts = parts.filter(|(_, part)| other_spelling(part.of).is_some_and(Type::is_part));
    let at = rng.choice(parts.map(|(at, _)| at).collect::<Vec<_>>())?;
    let part = &mut table.key.parts[at];
    part.of = other_spelling(part.of)?;
    Some(())
}

/// A newtype or an alias of a type.
pub(super) fn other_spelling(of: &Type) -> Option<&'static Type> {
    named(match of.rust {
        "String" => "Words",
        "Words" => "String",
        "Name" => "Tagged<String>",
        "u32" => "Count",
        "Count" => "u32",
        "u64" => "UserId",
        "UserId" => "u64",
        "i32" => "Delta",
        "Delta" => "i32",
        "u16" => "Tagged<u16>",
        "i64" => "Tagged<i64>",
        "hbase_schema::Timestamp" | "Timestamp" => "When",
        "When" => "Moment",
        _ => return None,
    })
}
