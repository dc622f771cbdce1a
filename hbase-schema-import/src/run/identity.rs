//! The identity of an import, which must be the same for a run that continues it.

use serde::{Deserialize, Serialize};

use crate::source::{SourceIdentity, difference};

/// The identity of an import; a run recognizes its checkpoint by it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ImportIdentity {
    pub(crate) store: String,
    pub(crate) table: String,
    pub(crate) source: SourceIdentity,
    /// The mapping and the key's layout or policy.
    pub(crate) plan: String,
    pub(crate) on_duplicate: String,
    /// Whether rows of the table are duplicates too; absent in a checkpoint of an earlier version.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) check_table: Option<bool>,
}

impl ImportIdentity {
    /// The difference between a checkpoint's import and this run's.
    pub(super) fn difference(&self, run: &Self) -> Option<String> {
        let of = |(what, found, expected): (&str, &str, &str)| {
            (found != expected).then(|| format!("{what} was {found}, and is {expected}"))
        };
        let check = on_or_off(self.check_table.or(run.check_table));
        let names = [
            ("the store", &*self.store, &*run.store),
            ("the table", &self.table, &run.table),
            ("the source", &self.source.name, &run.source.name),
        ];
        let rule = "the rule for duplicates";
        let rules = [
            (rule, &*self.on_duplicate, &*run.on_duplicate),
            (
                "the check of the rows of the table",
                check,
                on_or_off(run.check_table),
            ),
        ];
        let what = "mapping and key (the policy or the struct) were changed";
        let found = names.into_iter().find_map(of);
        let found = found.or_else(|| difference(&self.source, &run.source));
        let found = found.or_else(|| rules.into_iter().find_map(of));
        let found = found.or_else(|| (self.plan != run.plan).then(|| what.to_owned()));
        found.map(|what| {
            format!(
                "it belongs to another import: {what}; restore it, or remove this file and the rejects file to start over"
            )
        })
    }
}

const fn on_or_off(check: Option<bool>) -> &'static str {
    match check {
        Some(true) => "on",
        _ => "off",
    }
}
