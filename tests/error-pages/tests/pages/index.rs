//! The index: which message is on which page.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::message;
use super::page::{Page, stderr};

/// The index's name, which mdBook shows as the page of the folder.
pub(crate) const NAME: &str = "README";

const HEAD: &str = "\
# Compile errors

Search this page for the first line of your message, or for some of its words. The names in backticks come from our examples; your message has your own names in their place. A
code such as E0277 is the compiler's name for a kind of error, and `rustc --explain E0277` describes it in general.

The derive reports all errors of a struct at once, each at the attribute or field that caused it. Fix the first one first, because later ones may follow
from it.
";

/// The whole index.
pub(crate) fn text(pages: &[Page]) -> String {
    let rows: BTreeSet<Row> = pages.iter().flat_map(rows).collect();
    let (compiler, derive): (Vec<&Row>, Vec<&Row>) = rows.iter().partition(|row| row.has_code);
    format!(
        "{HEAD}\n## Messages of the derive\n\n{}\n## Messages with a compiler code\n\n{}",
        table(&derive),
        table(&compiler)
    )
}

/// A message and its page.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Row {
    has_code: bool,
    message: String,
    link: String,
}

fn rows(page: &Page) -> Vec<Row> {
    let link = format!("[{}]({}.md)", page.title(), page.name);
    let stderrs: Vec<String> = page.cases().into_iter().map(stderr).collect();
    let lines = stderrs.iter().flat_map(|text| message::first_lines(text));
    let rows = lines.map(|line| Row {
        has_code: line.starts_with("error["),
        message: line.strip_prefix("error: ").unwrap_or(&line).to_owned(),
        link: link.clone(),
    });
    rows.collect()
}

fn table(rows: &[&Row]) -> String {
    let mut table = String::from("| message | page |\n|---|---|\n");
    for row in rows {
        let message = row.message.replace('|', "\\|");
        writeln!(table, "| `` {message} `` | {} |", row.link).expect("a String");
    }
    table
}
