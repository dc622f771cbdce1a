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
        let of = |what: &str, found: &str, expected: &str| {
            (found != expected).then(|| another(format!("{what} was {found}, and is {expected}")))
        };
        of("the store", &self.store, &run.store)
            .or_else(|| of("the table", &self.table, &run.table))
            .or_else(|| of("the source", &self.source.name, &run.source.name))
            .or_else(|| difference(&self.source, &run.source).map(another))
            .or_else(|| {
                of(
                    "the rule for duplicates",
                    &self.on_duplicate,
                    &run.on_duplicate,
                )
            })
            .or_else(|| {
                let found = self.check_table.or(run.check_table);
                of(
                    "the check of the rows of the table",
                    on_or_off(found),
                    on_or_off(run.check_table),
                )
            })
            .or_else(|| {
                let what = "mapping and key (the policy or the struct) were changed";
                (self.plan != run.plan).then(|| another(what.to_owned()))
            })
    }
}

const fn on_or_off(check: Option<bool>) -> &'static str {
    match check {
        Some(true) => "on",
        _ => "off",
    }
}

/// The error with the difference and the help.
#[allow(
    clippy::needless_pass_by_value,
    reason = "callers pass texts that are made for it"
)]
fn another(what: String) -> String {
    format!(
        "it belongs to another import: {what}; restore it, or remove this file and the rejects file to start over"
    )
}
