//! Facts that only the compiler knows.

use super::difference::as_text;
use super::facts::TableFacts;
use super::line::{FactLine, Keyword, is_same, of_table};

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
        let facts = Self {
            lines: known,
            ..self.clone()
        };
        (facts, unknown)
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
