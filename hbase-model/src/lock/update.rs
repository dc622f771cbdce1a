//! Brings a lock up to date.

use super::cell_change::has_same_bytes;
use super::class::Class;
use super::compare::Comparison;
use super::difference::{Difference, as_text};
use super::facts::TableFacts;
use super::file::{EXCEPT, EXCEPTED, LockFile, LockedTable};
use super::kind::{self, REMOVED, WAS, is_owner};
use super::line::{FactLine, Keyword, of_table};
use super::message::Message;
use super::table_lines::TableLines;

/// The lock with these facts, or each change that needs an exception.
pub(super) fn updated(lock: &LockFile, tables: &[TableFacts]) -> Result<LockFile, Vec<String>> {
    let tables = TableFacts::united(tables);
    let mut updated = LockFile::default();
    let mut blocked = Vec::new();
    for facts in &tables {
        let name = facts.table.to_string();
        let locked = lock.tables.get(&name).cloned().unwrap_or_default();
        match table(&name, &locked, &facts.lines) {
            Ok(table) => {
                updated.tables.insert(name, table);
            }
            Err(messages) => blocked.extend(messages),
        }
    }
    for (name, locked) in lock.tables() {
        let is_gone = tables.iter().all(|facts| facts.table.to_string() != name);
        if is_gone {
            blocked.extend(table(name, locked, "").err().into_iter().flatten());
        }
    }
    if blocked.is_empty() {
        Ok(updated)
    } else {
        Err(blocked)
    }
}

fn table(name: &str, locked: &LockedTable, now: &str) -> Result<LockedTable, Vec<String>> {
    let before = locked.text();
    let differences = Comparison::new(&before, now, name).differences();
    let blocked = differences
        .iter()
        .filter(|found| found.class.needs_exception() && !found.excepted);
    let mut blocked: Vec<String> = blocked
        .map(|found| Message::new(found, name, "", 0).as_str().to_owned())
        .collect();
    blocked.extend(useless(locked, &differences));
    if !blocked.is_empty() {
        return Err(blocked);
    }
    let is_new_layout = differences
        .iter()
        .any(|found| found.class >= Class::Cell && !locked.facts.is_empty());
    let mut facts: Vec<String> = now.lines().map(str::to_owned).collect();
    facts.sort_unstable();
    facts.dedup();
    Ok(LockedTable {
        layout: locked.layout() + u32::from(is_new_layout),
        former: former(name, locked, &facts),
        facts,
        exceptions: Vec::new(),
        recorded: recorded(name, locked),
    })
}

/// The exceptions that are about none of the changes: their author meant another one.
fn useless<'l>(
    locked: &'l LockedTable,
    differences: &[Difference<'_>],
) -> impl Iterator<Item = String> + use<'l> {
    let hashes: Vec<String> = differences
        .iter()
        .filter(|found| found.class.needs_exception())
        .map(|found| found.hash().to_owned())
        .collect();
    let is_used = move |line: &&String| {
        let hash = line.split(' ').nth(2);
        hash.is_some_and(|hash| hashes.iter().any(|used| used == hash))
    };
    let useless = locked.exceptions.iter().filter(move |line| !is_used(line));
    useless.map(|line| {
        format!(
            "`{line}` is about no change since the lock was written: delete the line, or copy table and hash from the message \
             about the change"
        )
    })
}

/// The exceptions of changes that are recorded: they do not allow the same change once more.
fn recorded(name: &str, locked: &LockedTable) -> Vec<String> {
    let used = locked.exceptions.iter().map(|line| {
        let words = line.get(name.len() + 1..).unwrap_or_default();
        let exception = words.strip_prefix(EXCEPT).unwrap_or(words);
        format!("{name} {EXCEPTED}{exception}")
    });
    let mut recorded: Vec<String> = locked.recorded.iter().cloned().chain(used).collect();
    recorded.sort_unstable();
    recorded.dedup();
    recorded
}

/// The earlier facts: those that are known, and those that are gone or replaced now.
pub(super) fn former(name: &str, locked: &LockedTable, facts: &[String]) -> Vec<String> {
    let now = facts.join("\n");
    let now = TableLines {
        text: now.as_bytes(),
        table: name.as_bytes(),
    };
    let known = locked.former.iter().filter_map(|line| {
        let former = kind::former(line.as_bytes(), name.as_bytes())?;
        Some(former.fact)
    });
    let locked_lines = locked.facts.iter().filter_map(|line| parse(name, line));
    let gone = locked_lines.filter(|fact| is_remembered(fact, locked, name, &now));
    let former = known.chain(gone).filter_map(|fact| {
        let word = match now.find(&fact) {
            Some(now) if has_same_bytes(&fact, &now) => return None,
            Some(_) => WAS,
            None => REMOVED,
        };
        let [words, hash] = [fact.words, fact.hash].map(as_text);
        Some(format!("{name} {word} {words} {hash}"))
    });
    let mut former: Vec<String> = former.collect();
    former.sort_unstable();
    former.dedup();
    former
}

/// Whether a fact decides how existing rows are read once it is gone. A code that has another name is that of a renamed variant, or
/// its variants were exchanged; the codes of a key part do not outlive its encoding.
fn is_remembered(
    fact: &FactLine<'_>,
    locked: &LockedTable,
    name: &str,
    now: &TableLines<'_>,
) -> bool {
    match fact.keyword {
        Keyword::Cell | Keyword::Dynamic | Keyword::Key | Keyword::Salt => true,
        Keyword::Code => now.find(fact).is_none(),
        Keyword::KeyCode => {
            let parts = locked.facts.iter().filter_map(|line| parse(name, line));
            let mut parts = parts.filter(|part| is_owner(part, fact));
            let is_kept =
                |part: &FactLine<'_>| now.find(part).is_some_and(|now| has_same_bytes(part, &now));
            now.find(fact).is_none() && parts.any(|part| is_kept(&part))
        }
        _ => false,
    }
}

fn parse<'l>(name: &str, line: &'l str) -> Option<FactLine<'l>> {
    FactLine::parse(of_table(line.as_bytes(), name.as_bytes())?)
}
