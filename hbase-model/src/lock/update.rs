//! Brings a lock up to date.

use super::class::Class;
use super::compare::Comparison;
use super::facts::TableFacts;
use super::file::{LockFile, LockedTable, about};
use super::line::{FactLine, Keyword, of_table};
use super::message::Message;

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
    let blocked: Vec<String> = blocked
        .map(|found| Message::new(found, name, "", 0).as_str().to_owned())
        .collect();
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
        exceptions: locked.exceptions.clone(),
    })
}

/// The earlier facts: those that are known, and those that are replaced now. A fact that the table has once more is not one of them.
pub(super) fn former(name: &str, locked: &LockedTable, facts: &[String]) -> Vec<String> {
    let replaced = locked.facts.iter().filter(|line| !facts.contains(line));
    let replaced = replaced.filter(|line| is_remembered(name, line, facts));
    let replaced = replaced.filter_map(|line| {
        let (table, words) = line.split_at_checked(name.len())?;
        Some(format!("{table} was{words}"))
    });
    let known = locked.former.iter().cloned();
    let is_again = |line: &String| facts.contains(&line.replacen(" was ", " ", 1));
    let mut former: Vec<String> = known
        .chain(replaced)
        .filter(|line| !is_again(line))
        .collect();
    former.sort_unstable();
    former.dedup();
    former
}

/// Whether a fact that is gone or replaced decides how existing rows are read. A part that got another name does not.
fn is_remembered(name: &str, line: &str, facts: &[String]) -> bool {
    let parse = |line: &str| -> Option<(Keyword, String, Vec<u8>)> {
        let fact = FactLine::parse(of_table(line.as_bytes(), name.as_bytes())?)?;
        let bytes = match fact.keyword {
            Keyword::Cell => [fact.value_word(0), fact.value_word(1)].join(&b' '),
            Keyword::Key => fact.value_from(1).to_vec(),
            _ => fact.value().to_vec(),
        };
        Some((fact.keyword, about(&fact), bytes))
    };
    let Some((keyword, about, bytes)) = parse(line) else {
        return false;
    };
    let is_kept = facts
        .iter()
        .any(|now| parse(now) == Some((keyword, about.clone(), bytes.clone())));
    let decides = matches!(
        keyword,
        Keyword::Cell | Keyword::Dynamic | Keyword::Key | Keyword::Salt
    );
    decides && !is_kept
}
