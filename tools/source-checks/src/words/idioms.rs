//! Phrases that are not English, in pages, comments and strings.
//!
//! The table of `CONTRIBUTING.md` whose header is `| not | write | except |` lists them. The phrases in backticks in its first
//! column are findings, unless they are within a phrase in backticks of its third column.
use std::path::Path;

use super::{in_backticks, prose, rows, source};
use crate::Finding;

/// The header of the table of idioms.
pub const IDIOMS: &str = "| not | write | except |";

/// The phrases that prose must not have.
#[derive(Debug)]
pub struct Idioms {
    rejected: Vec<Rejected>,
}

#[derive(Debug)]
struct Rejected {
    phrase: Vec<String>,
    instead: String,
    /// Longer phrases that are English.
    except: Vec<Vec<String>>,
}

impl Idioms {
    /// Reads the table from Markdown; `None` without such a table, or a phrase in it.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let mut rejected = Vec::new();
        for [not, instead, except] in rows(text, IDIOMS) {
            for phrase in in_backticks(not) {
                rejected.push(Rejected {
                    phrase: words(phrase),
                    instead: instead.to_owned(),
                    except: in_backticks(except).map(words).collect(),
                });
            }
        }
        (!rejected.is_empty()).then_some(Self { rejected })
    }

    /// The findings in a page of Markdown.
    #[must_use]
    pub fn check_page(&self, file: &Path, page: &str) -> Vec<Finding> {
        let texts = prose::texts(page).into_iter();
        texts
            .flat_map(|text| self.check_text(file, &text))
            .collect()
    }

    /// The findings in the comments and strings of a Rust source. A source that is not Rust has no strings.
    #[must_use]
    pub fn check_source(&self, file: &Path, text: &str) -> Vec<Finding> {
        let texts = source::texts(text).into_iter();
        texts
            .flat_map(|text| self.check_text(file, &text))
            .collect()
    }

    fn check_text(&self, file: &Path, (line, text): &(usize, String)) -> Vec<Finding> {
        let words = words(&without_code(text));
        let starts = 0..words.len();
        let rejected = starts.filter_map(|start| Some((start, self.rejected_at(&words, start)?)));
        let findings = rejected.map(|(start, rejected)| Finding {
            file: file.to_owned(),
            line: *line,
            message: format!(
                "`{}`: write {}",
                words[start..start + rejected.phrase.len()].join(" "),
                rejected.instead
            ),
        });
        findings.collect()
    }

    fn rejected_at(&self, words: &[String], start: usize) -> Option<&Rejected> {
        let found = |rejected: &&Rejected| {
            words[start..].starts_with(&rejected.phrase)
                && !rejected
                    .except
                    .iter()
                    .any(|except| surrounds(except, words, start))
        };
        self.rejected.iter().find(found)
    }
}

/// Whether a phrase is found at a word, or a few words before it so that it contains that one.
fn surrounds(phrase: &[String], words: &[String], start: usize) -> bool {
    let first = (start + 1).saturating_sub(phrase.len());
    (first..=start).any(|first| words[first..].starts_with(phrase))
}

/// A text without what is in backticks.
fn without_code(text: &str) -> String {
    text.split('`').step_by(2).collect::<Vec<_>>().join("` `")
}

/// The words of a text, in lower case. A name in `snake_case` is one of them.
fn words(text: &str) -> Vec<String> {
    let parts = text.split(|letter: char| !letter.is_alphabetic() && letter != '_');
    let parts = parts.filter(|word| !word.is_empty());
    parts.map(str::to_lowercase).collect()
}
