//! Compares the facts of the sources with a lock.

use hbase_model::TableName;
use hbase_model::lock::{
    Change, Comparison, Contradiction, Difference, LockFile, Message, TableFacts,
};
use serde::Serialize;

use super::sources::ListedStructs;

#[derive(Serialize)]
pub(super) struct CheckedTable {
    pub(super) table: String,
    /// The number of the locked layout, from 1.
    pub(super) layout: u32,
    pub(super) changes: Vec<ShownChange>,
    /// Facts that structs of the table declare differently, each as a message.
    pub(super) contradictions: Vec<String>,
    /// Columns whose types the sources do not show, as `FAMILY:QUALIFIER`.
    pub(super) unknown: Vec<String>,
    /// Facts that depend on features or other conditions of `cfg`, as in their lines.
    pub(super) conditional: Vec<String>,
}

#[derive(Serialize)]
pub(super) struct ShownChange {
    class: &'static str,
    /// What changed, as in its line.
    about: String,
    was: String,
    is: String,
    /// The hash by which an exception refers to the change, if its class needs one.
    #[serde(skip_serializing_if = "Option::is_none")]
    hash: Option<String>,
    /// Whether the lock has an exception.
    excepted: bool,
    pub(super) message: String,
}

impl ShownChange {
    fn of(found: &Difference<'_>, table: &str) -> Self {
        Self {
            class: found.class.name(),
            about: found.about(),
            was: found.was().to_owned(),
            is: found.is().to_owned(),
            hash: found
                .class
                .needs_exception()
                .then(|| found.hash().to_owned()),
            excepted: found.excepted,
            message: Message::new(found, table, "", 0).as_str().to_owned(),
        }
    }
}

/// The facts of the listed structs in both builds.
pub(super) struct Builds<'a> {
    listed: &'a ListedStructs,
    facts: Vec<TableFacts>,
    opposite: Option<Vec<TableFacts>>,
}

impl<'a> Builds<'a> {
    pub(super) fn new(listed: &'a ListedStructs, opposite: Option<&ListedStructs>) -> Self {
        Self {
            listed,
            facts: united(listed),
            opposite: opposite.map(united),
        }
    }

    /// The tables of the structs, then those that only the lock has. If a struct is unknown, these may be its tables.
    pub(super) fn compared(&self, lock: &LockFile) -> Vec<CheckedTable> {
        let opposite = self.opposite.iter().flatten();
        let declared = self.facts.iter().chain(opposite);
        let mut names: Vec<String> = declared.map(|facts| facts.table.to_string()).collect();
        if self.listed.unknown.is_empty() {
            names.extend(lock.tables().map(|(name, _)| name.to_owned()));
        }
        let mut compared: Vec<CheckedTable> = Vec::new();
        for name in names {
            if compared.iter().all(|table| table.table != name) {
                compared.push(self.compare(&name, lock));
            }
        }
        compared
    }

    fn compare(&self, name: &str, lock: &LockFile) -> CheckedTable {
        let locked = lock.lines_of(name);
        let (facts, conditional) = self.facts(name, &locked);
        let (facts, unknown) = facts.known_from(&locked);
        let contradictions = self.contradictions(name, &locked);
        let mut changes = Comparison::new(&locked, &facts.lines, name).differences();
        changes.retain(|found| contradictions.is_empty() && self.shows(found));
        let table = lock.tables().find(|(table, _)| *table == name);
        CheckedTable {
            table: name.to_owned(),
            layout: table.map_or(1, |(_, table)| table.layout()),
            changes: changes
                .iter()
                .map(|found| ShownChange::of(found, name))
                .collect(),
            contradictions,
            unknown,
            conditional,
        }
    }

    /// Whether the sources show a change: what is gone may be of an unknown struct.
    fn shows(&self, found: &Difference<'_>) -> bool {
        self.listed.unknown.is_empty() || found.change != Change::Removed
    }

    /// The facts of a table, and those of them that depend on the build.
    fn facts(&self, name: &str, locked: &str) -> (TableFacts, Vec<String>) {
        let none = TableFacts {
            table: TableName::unchecked(name),
            lines: String::new(),
            fingerprint: 0,
        };
        let of = |all: &[TableFacts]| {
            all.iter()
                .find(|facts| facts.table.to_string() == name)
                .cloned()
        };
        let own = of(&self.facts);
        let Some(opposite) = &self.opposite else {
            return (own.unwrap_or(none), Vec::new());
        };
        let opposite = of(opposite);
        let is_in_both = own.is_some() == opposite.is_some();
        let [own, opposite] = [own, opposite].map(|facts| facts.unwrap_or_else(|| none.clone()));
        let (facts, conditional) = own.of_some_build(&opposite, locked);
        if is_in_both || conditional.is_empty() {
            return (facts, conditional);
        }
        (facts, vec!["table".to_owned()])
    }

    /// What structs of a table declare differently.
    fn contradictions(&self, name: &str, locked: &str) -> Vec<String> {
        let structs = self.listed.structs.iter();
        let structs = structs.filter(|(_, facts)| facts.table.to_string() == name);
        let structs: Vec<(&str, String)> = structs
            .map(|(row, facts)| (row.as_str(), facts.known_from(locked).0.lines))
            .collect();
        let mut found = Vec::new();
        for (at, (first, lines)) in structs.iter().enumerate() {
            for (second, others) in &structs[at + 1..] {
                let contradiction = Contradiction::find([lines, others], name);
                if let Some(contradiction) = contradiction.filter(is_known) {
                    let structs = [(*first, ""), (*second, "")];
                    let message = Message::of_contradiction(&contradiction, name, structs);
                    found.push(message.as_str().to_owned());
                }
            }
        }
        found
    }
}

fn united(listed: &ListedStructs) -> Vec<TableFacts> {
    let facts = listed.structs.iter().map(|(_, facts)| facts.clone());
    TableFacts::united(&facts.collect::<Vec<_>>())
}

/// Whether the sources show the types of both columns.
fn is_known(found: &Contradiction<'_>) -> bool {
    !found
        .words()
        .iter()
        .any(|words| words.starts_with("unknown "))
}
