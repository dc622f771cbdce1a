//! The columns of a statement while it is made.

use std::collections::BTreeSet;

use crate::text::unsupported::Remarks;

/// One column of Hive's table.
pub(super) struct HiveColumn {
    /// The field of the struct.
    pub(super) field: String,
    /// Its type in Hive.
    pub(super) ty: String,
    /// Its entry in `hbase.columns.mapping`.
    pub(super) mapping: String,
}

/// A statement that is being made.
#[derive(Default)]
pub(super) struct Draft {
    /// The name of the key, if it is one column.
    pub(super) key_name: String,
    pub(super) columns: Vec<HiveColumn>,
    /// The delimiter between the fields of the key.
    pub(super) delimiter: Option<char>,
    /// Whether the last field of the key may contain the delimiter.
    pub(super) last_takes_rest: bool,
    pub(super) remarks: Remarks,
}

impl Draft {
    pub(super) fn push(&mut self, field: &str, ty: &str, mapping: &str) {
        self.columns.push(HiveColumn {
            field: field.to_owned(),
            ty: ty.to_owned(),
            mapping: mapping.to_owned(),
        });
    }
}

/// Checks that things can be named, and are distinct: Hive's names are case-insensitive. The help is for a name that is
/// not possible, and for one that occurs twice.
pub(super) fn names_are_unique<'n>(
    names: impl Iterator<Item = &'n str>,
    thing: &str,
    [unnamed, twice]: [&str; 2],
    remarks: &mut Remarks,
) {
    let mut seen = BTreeSet::new();
    for found in names {
        if found.contains('`') {
            let reason = format!("it cannot be named in backticks: {unnamed}");
            remarks.reject(found, reason);
        }
        if !seen.insert(name(found)) {
            let reason = format!(
                "another {thing} has the same name in lower case, and Hive ignores case: {twice}"
            );
            remarks.reject(found, reason);
        }
    }
}

pub(super) fn name(field: &str) -> String {
    field.replace('.', "_").to_lowercase()
}
