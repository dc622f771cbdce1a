//! Finds words that the glossary rejects in public names and in the guide's pages, phrases that are not English in
//! pages, comments and strings, and first words of public docs that start a clause.
//!
//! The glossary is the table of `CONTRIBUTING.md` whose header is `| concept | word | not |`. The words in
//! backticks in its third column are rejected: in lower case as a word of any public name (`said` rejects
//! `what_is_said` and `SaidSo`; `side_by_side` rejects the three words in a row), with a capital as a whole
//! name (`Kind` does not reject `DeleteKind`). Public names are those of `pub` items, their public fields,
//! variants and methods; generated code is not read.
use std::path::Path;

use crate::Finding;
use crate::read::{Crate, Module};

mod docs;
mod idioms;
mod names;
mod prose;
mod source;

pub use idioms::{IDIOMS, Idioms};
pub use prose::check_page;

/// The header of the glossary's table.
pub const GLOSSARY: &str = "| concept | word | not |";

/// The words that names must not have.
#[derive(Debug)]
pub struct Glossary {
    rejected: Vec<Rejected>,
}

#[derive(Debug)]
struct Rejected {
    word: Word,
    /// The glossary's word for the same concept.
    instead: String,
}

#[derive(Debug)]
enum Word {
    Whole(String),
    Within(Vec<String>),
}

impl Glossary {
    /// Reads the table from Markdown; none if there is no such table or no rejected word in it.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let mut rejected = Vec::new();
        for [_, instead, not] in rows(text, GLOSSARY) {
            for word in in_backticks(not) {
                rejected.push(Rejected {
                    word: Word::parse(word),
                    instead: instead.to_owned(),
                });
            }
        }
        if rejected.is_empty() {
            None
        } else {
            Some(Self { rejected })
        }
    }

    /// The rejected word that starts a text of words in lower case, and the number of its words. Words with a
    /// capital are rejected only as names.
    fn rejected_at(&self, words: &[String]) -> Option<(&Rejected, usize)> {
        self.rejected
            .iter()
            .find_map(|rejected| match &rejected.word {
                Word::Within(part) if words.starts_with(part) => Some((rejected, part.len())),
                Word::Within(_) | Word::Whole(_) => None,
            })
    }

    fn rejected_in(&self, name: &str) -> Option<&Rejected> {
        let words = split(name);
        self.rejected.iter().find(|rejected| match &rejected.word {
            Word::Whole(whole) => whole == name,
            Word::Within(part) => words.windows(part.len()).any(|window| window == part),
        })
    }
}

impl Word {
    fn parse(word: &str) -> Self {
        if word.starts_with(char::is_uppercase) {
            Self::Whole(word.to_owned())
        } else {
            Self::Within(split(word))
        }
    }
}

/// The public names of a target that contain a rejected word.
#[must_use]
pub fn check(read: &Crate, glossary: &Glossary) -> Vec<Finding> {
    let mut findings = Vec::new();
    for module in &read.modules {
        if let Some(parent) = module.parent.filter(|_| module.is_public) {
            findings.extend(finding(
                &module.name,
                &read.modules[parent].file,
                module.line,
                glossary,
            ));
        }
        findings.extend(
            docs::rejected(&module.items)
                .into_iter()
                .map(first_word(module)),
        );
        for name in names::of(&module.items) {
            findings.extend(finding(
                &name.to_string(),
                &module.file,
                name.span().start().line,
                glossary,
            ));
        }
    }
    findings.sort();
    findings
}

/// A finding in the docs of a module's items.
fn first_word(module: &Module) -> impl Fn((String, usize)) -> Finding {
    move |(word, line)| Finding {
        file: module.file.clone(),
        line,
        message: format!("docs start with `{word}`, expected a noun phrase or a verb"),
    }
}

fn finding(name: &str, file: &Path, line: usize, glossary: &Glossary) -> Option<Finding> {
    let rejected = glossary.rejected_in(name)?;
    let message = format!(
        "public name `{name}`: the glossary's word is {}",
        rejected.instead
    );
    Some(Finding {
        file: file.to_owned(),
        line,
        message,
    })
}

/// The rows of the table of three columns with a header.
fn rows<'a>(text: &'a str, header: &str) -> Vec<[&'a str; 3]> {
    let lines = text.lines().skip_while(|line| line.trim() != header);
    let rows = lines.skip(2).take_while(|line| line.starts_with('|'));
    rows.filter_map(cells).collect()
}

fn cells(row: &str) -> Option<[&str; 3]> {
    let row = row.trim().strip_prefix('|')?.strip_suffix('|')?;
    let cells: Vec<&str> = row.split('|').map(str::trim).collect();
    cells.try_into().ok()
}

fn in_backticks(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

/// `snake_case`, `SCREAMING_CASE` and `CamelCase` names as their words in lower case.
fn split(name: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut was_lower = false;
    for part in name.split('_').filter(|part| !part.is_empty()) {
        words.push(String::new());
        for letter in part.chars() {
            if letter.is_uppercase() && was_lower {
                words.push(String::new());
            }
            was_lower = !letter.is_uppercase();
            words
                .last_mut()
                .expect("pushed above")
                .extend(letter.to_lowercase());
        }
        was_lower = false;
    }
    words
}
