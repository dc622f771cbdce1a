//! Rules of `#[version]`.

use super::rules;
use super::when::{has_dynamic_counters, has_one_family, has_only_columns, is_free};
use crate::spec::{FieldRole, Table};

/// Whether nothing excludes a version, and the table has none.
fn is_countable(table: &Table) -> bool {
    has_only_columns(table) && table.key.salt.is_computed() && table.version().is_none()
}

/// Whether a column of the only family may be a version.
pub(super) fn may_count(table: &Table) -> bool {
    has_one_family(table) && is_countable(table)
}

/// Whether a field may be a part of the key or the timestamp as well.
fn may_have_roles(table: &Table) -> bool {
    may_count(table) && is_free(table) && !has_dynamic_counters(table)
}

fn has_dynamic(table: &Table) -> bool {
    let mut roles = table.fields.iter().map(|field| &field.role);
    roles.any(|role| matches!(role, FieldRole::Dynamic(_)))
}

fn date(table: &Table) -> Option<String> {
    let is_dated = table.unit().is_some() && is_countable(table);
    is_dated.then(|| "#[table_date]".to_owned())
}

/// Whether the first of two families expires before the second one.
fn expires_first(table: &Table) -> bool {
    let [first, second] = table.families.as_slice() else {
        return false;
    };
    let is_longer = |ttl| second.ttl_ms.is_none_or(|other| other > ttl);
    is_countable(table) && first.ttl_ms.is_some_and(is_longer)
}

rules! {
    Field may_count, "#[version] pub stray: u32, #[version] pub other: u32," => "a row has one `#[version]`, and `stray` already has it";
    Field may_count, "#[version(u32)] pub stray: u32," => "`#[version]` takes no options";
    Field may_count, "#[version] #[column(default)] pub stray: u32," => "`default` cannot be combined with `#[version]`";
    Field |table| may_have_roles(table) && table.unit().is_none(), "#[version] #[index(\"RANDOM:BY_STRAY\")] pub stray: u32," => "every write would change the index";
    Field may_have_roles, "#[version] #[timestamp] pub stray: Timestamp," => "the version is a number in a cell of its own";
    Replace date, "#[version] #[table_date]" => "the version is a number in a cell of its own";
    Replace |table| may_count(table).then(|| "#[rowkey]".to_owned()), "#[version] #[rowkey]" => "the number changes, and a row key does not";
    Field |table| has_one_family(table) && table.stamp().is_some() && table.key.salt.is_computed(), "#[version] pub stray: u32," => "`#[version]` in a table with a `#[timestamp]`";
    Field |table| has_one_family(table) && is_free(table) && has_dynamic(table) && table.key.salt.is_computed(), "#[version] pub stray: u32," => "`#[version]` in a table with dynamic columns";
    Field |table| has_one_family(table) && has_only_columns(table) && !table.key.salt.is_computed(), "#[version] pub stray: u32," => "`#[version]` in a table with a salt that is not computed from the key";
    Field expires_first, "#[version] #[family(\"D1\")] pub stray: u32, #[family(\"D2\")] pub other: u8," => "`#[version]` in family `D1`, whose cells expire before those of `D2`";
}
