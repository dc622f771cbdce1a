//! Facts that sources do not show, because only the compiler knows the type, or because they depend on the build.

use super::difference::as_text;
use super::facts::TableFacts;
use super::file::about;
use super::line::{FactLine, Keyword, is_same, of_table};
use super::table_lines::TableLines;

impl TableFacts {
    /// The same facts, with columns of unknown types as a lock has them, and the names of these columns.
    ///
    /// Sources do not show the type of each field. What they do not show is not compared.
    #[must_use]
    pub fn known_from(&self, locked: &str) -> (Self, Vec<String>) {
        let name = self.table.to_string();
        let (mut known, mut unknown) = (String::new(), Vec::new());
        for line in self.lines.lines() {
            let Some(column) = unknown_column(line, &name) else {
                push(&mut known, line);
                continue;
            };
            let lines = lines_of(&column, locked, &name);
            if lines.is_empty() || lines.contains(&line) {
                push(&mut known, line);
                continue;
            }
            for line in lines {
                push(&mut known, line);
            }
            unknown.push(as_text(column.name()).replace(' ', ":"));
        }
        (self.with_lines(known), unknown)
    }

    /// The same facts, with those that depend on the build as a lock has them, and the names of these: `cell D1 NOTE`.
    ///
    /// `other` has the facts of another build. A fact that differs between both is as locked if one of them is.
    #[must_use]
    pub fn of_some_build(&self, other: &Self, locked: &str) -> (Self, Vec<String>) {
        let name = self.table.to_string();
        let [here, there, locked] = [&self.lines, &other.lines, locked].map(|text| TableLines {
            text: text.as_bytes(),
            table: name.as_bytes(),
        });
        let own = self.lines.lines().filter_map(|line| parse(line, &name));
        let others = other.lines.lines().filter_map(|line| parse(line, &name));
        let others = others.filter(|fact| here.find(fact).is_none());
        let (mut known, mut unknown) = (String::new(), Vec::new());
        for fact in own.chain(others) {
            let builds = [here.find(&fact), there.find(&fact)];
            let locked = locked.find(&fact);
            let depends = !is_same_fact(builds[0], builds[1]);
            let is_locked = builds.iter().any(|found| is_same_fact(*found, locked));
            let chosen = if depends && is_locked {
                unknown.push(about(&fact));
                locked
            } else {
                builds[0]
            };
            if let Some(fact) = chosen {
                let [words, hash] = [fact.words, fact.hash].map(as_text);
                push(&mut known, &format!("{name} {words} {hash}"));
            }
        }
        (self.with_lines(known), unknown)
    }

    fn with_lines(&self, lines: String) -> Self {
        Self {
            lines,
            ..self.clone()
        }
    }
}

fn is_same_fact(one: Option<FactLine<'_>>, two: Option<FactLine<'_>>) -> bool {
    match (one, two) {
        (Some(one), Some(two)) => one.is_same(&two),
        (None, None) => true,
        _ => false,
    }
}

fn push(lines: &mut String, line: &str) {
    lines.push_str(line);
    lines.push('\n');
}

fn parse<'a>(line: &'a str, table: &str) -> Option<FactLine<'a>> {
    FactLine::parse(of_table(line.as_bytes(), table.as_bytes())?)
}

fn unknown_column<'a>(line: &'a str, table: &str) -> Option<FactLine<'a>> {
    let fact = parse(line, table)?;
    let is_unknown = fact.keyword == Keyword::Cell && is_same(fact.value_word(0), b"unknown");
    is_unknown.then_some(fact)
}

/// The locked lines of a column and of its codes.
fn lines_of<'l>(column: &FactLine<'_>, locked: &'l str, table: &str) -> Vec<&'l str> {
    let is_of = |line: &&str| {
        parse(line, table).is_some_and(|fact| {
            matches!(fact.keyword, Keyword::Cell | Keyword::Code)
                && fact.name_word(0) == column.name_word(0)
                && fact.name_word(1) == column.name_word(1)
        })
    };
    locked.lines().filter(is_of).collect()
}
