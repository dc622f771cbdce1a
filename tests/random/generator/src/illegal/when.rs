//! Tables, key parts and columns in which an edit breaks only one rule.

use crate::spec::{
    Absence, Codec, Column, DefaultValue, Encoding, FieldRole, Key, Part, Salt, Stamp, Table,
};

/// Any table.
pub(super) fn any(_: &Table) -> bool {
    true
}

/// Whether an option of `#[table]` has this name.
pub(super) fn has(table: &Table, name: &str) -> bool {
    table.options.iter().any(|option| {
        let mut options = option.split(", ");
        options.any(|option| option.split(['=', '(']).next().map(str::trim) == Some(name))
    })
}

pub(super) fn lacks(table: &Table, names: &[&str]) -> bool {
    names.iter().all(|name| !has(table, name))
}

pub(super) fn has_one_family(table: &Table) -> bool {
    table.families.len() == 1
}

pub(super) fn is_unsalted(table: &Table) -> bool {
    table.key.salt == Salt::None
}

/// Whether names are strict, and fields have their default qualifiers.
pub(super) fn is_strict(table: &Table) -> bool {
    lacks(table, &["naming", "rename_all"])
}

/// Whether the table has neither index nor timestamp nor version.
pub(super) fn is_free(table: &Table) -> bool {
    !table.has_index() && table.stamp().is_none() && table.version().is_none()
}

/// Whether dynamic columns are counters, which exclude a timestamp.
pub(super) fn has_dynamic_counters(table: &Table) -> bool {
    let mut roles = table.fields.iter().map(|field| &field.role);
    roles.any(|role| matches!(role, FieldRole::Dynamic(dynamic) if dynamic.is_counter))
}

/// Whether the first family has no options, and no timestamp needs versions.
pub(super) fn has_plain_family(table: &Table) -> bool {
    table.families[0].options.is_empty() && table.stamp().is_none()
}

/// Whether the table has one family, and a field of it may be a timestamp.
pub(super) fn may_be_stamped(table: &Table) -> bool {
    is_free(table) && has_one_family(table) && !has_dynamic_counters(table)
}

/// The same with a family of five versions.
pub(super) fn keeps_five(table: &Table) -> bool {
    may_be_stamped(table) && table.families[0].versions == 5 && table.families[0].ttl_ms.is_none()
}

/// Whether the fields exclude no index.
pub(super) fn has_only_columns(table: &Table) -> bool {
    table.fields.iter().all(|field| {
        matches!(
            field.role,
            FieldRole::Column(_) | FieldRole::Group(_) | FieldRole::Skip | FieldRole::TableDate(_)
        )
    })
}

/// Whether a column of the only family may be indexed.
pub(super) fn may_be_indexed(table: &Table) -> bool {
    has_one_family(table) && table.may_be_indexed() && !table.has_index()
}

/// Whether the timestamp is the start of this period, and the first family keeps five versions.
pub(super) fn is_stamped_by(table: &Table, period: &str) -> bool {
    matches!(table.stamp(), Some((_, Stamp::Period(unit, None))) if unit == period)
        && has_one_family(table)
}

pub(super) fn part_is(key: &Key, at: usize, is: fn(&Part) -> bool) -> bool {
    is(&key.parts[at])
}

/// Whether a part has no options.
pub(super) fn is_plain(part: &Part) -> bool {
    part.encoding == Encoding::Native
        && !(part.desc || part.reverse || part.truncate || part.unseparated || part.direct)
        && part.max.is_none()
        && part.salt.is_none()
        && part.separator.is_none()
        && part.terminator.is_none()
        && !part.omit_none
}

/// Whether a part after the first has no options.
pub(super) fn is_plain_later(table: &Table, at: usize) -> bool {
    at > 0 && part_is(&table.key, at, is_plain)
}

/// Whether the last part, which is not the first, has no options.
pub(super) fn is_plain_last(table: &Table, at: usize) -> bool {
    at + 1 == table.key.parts.len() && is_plain_later(table, at)
}

/// Whether another part follows.
pub(super) fn is_inner(table: &Table, at: usize) -> bool {
    at + 1 < table.key.parts.len()
}

/// Whether rows have no version, which excludes dynamic columns, timestamps and salts that are not computed.
pub(super) fn has_no_version(table: &Table) -> bool {
    table.version().is_none()
}

/// Whether the salt is computed from the characters of parts.
pub(super) fn has_text_salt(table: &Table) -> bool {
    matches!(table.key.salt, Salt::Region { .. } | Salt::Java { .. })
}

/// Whether only a part declares the salt.
pub(super) fn is_salted_by_part(table: &Table) -> bool {
    table.key.salt != Salt::None && !table.key.names_salt && lacks(table, &["splits"])
}

/// The parts that feed the salt.
pub(super) fn marked(table: &Table) -> impl Iterator<Item = &Part> {
    table.key.parts.iter().filter(|part| part.salt.is_some())
}

/// Whether a separator of the key would follow a part, and the salt allows separators.
pub(super) fn closes_something(key: &Key) -> bool {
    let inner = &key.parts[..key.parts.len() - 1];
    !matches!(key.salt, Salt::Md5 { .. })
        && inner
            .iter()
            .any(|part| part.separator.is_none() && !part.unseparated)
}

/// Whether a column has no options.
pub(super) fn is_plain_column(column: &Column) -> bool {
    column.codec == Codec::Native
        && column.default == DefaultValue::None
        && column.absence != Absence::Stored
        && column.qualifier.is_none()
}

/// Whether the table would still have a column in its only family without one of them.
pub(super) fn may_lose_column(table: &Table) -> bool {
    let columns = table.fields.iter();
    let columns = columns.filter(|field| matches!(field.role, FieldRole::Column(_)));
    !table.has_index() && has_one_family(table) && columns.count() > 1
}

/// The literal of the table's name.
pub(super) fn name(table: &Table) -> String {
    format!("{:?}", table.full_name())
}

/// The start of the struct, up to its first field.
pub(super) fn header(table: &Table) -> String {
    format!("pub struct {} {{", table.name())
}

/// The struct without its attributes.
pub(super) fn body(table: &Table) -> String {
    let source = table.declaration();
    let at = source.find("pub struct").unwrap_or(0);
    source[at..].to_owned()
}
