//! Checks of this workspace's own sources that neither rustc nor clippy makes.
//!
//! - [`circles`]: files that import each other, unless they are at most three in one module's folder.
//! - [`words`]: words that the glossary of `CONTRIBUTING.md` rejects, in public names, the README and the guide; its idioms there, in
//!   comments and in strings; docs that do not start with a noun phrase or a verb.
//! - [`functions`]: functions over 45 lines.
//! - [`api`]: public items of `hbase-schema`, which are compared with a list. It runs rustdoc, and therefore on request only.
//!
//! Libraries and programs are checked; tests, benchmarks, examples and build scripts only for idioms.
#![forbid(unsafe_code)]

pub mod api;
pub mod circles;
mod error;
mod finding;
pub mod functions;
mod pages;
mod read;
mod scope;
pub mod words;
mod workspace;

use std::path::Path;

pub use error::Error;
pub use finding::Finding;
pub use read::{Crate, Module};
pub use workspace::{Target, targets};

/// The findings of all checks.
#[derive(Debug, Default)]
pub struct Report {
    /// The findings of [`circles`].
    pub circles: Vec<Finding>,
    /// The findings of [`words`].
    pub words: Vec<Finding>,
    /// The findings of [`functions`].
    pub functions: Vec<Finding>,
}

/// Checks the workspace in `root`.
///
/// # Errors
///
/// If a source or the glossary cannot be read.
pub fn run(root: &Path) -> Result<Report, Error> {
    let (glossary, idioms) = rejected_words(&root.join("CONTRIBUTING.md"))?;
    let mut report = Report::default();
    for target in targets(root)? {
        let read = Crate::read(&target.name, &target.root)?;
        report.circles.extend(circles::check(&read));
        if target.is_public {
            report.words.extend(words::check(&read, &glossary));
        }
        report.functions.extend(functions::check(&read));
    }
    for (file, text) in pages::read(root)? {
        let words = &mut report.words;
        words.extend(words::check_page(&file, &text, &glossary));
        words.extend(idioms.check_page(&file, &text));
    }
    for (file, text) in pages::sources(root)? {
        report.words.extend(idioms.check_source(&file, &text));
    }
    Ok(report)
}

/// The words and phrases that a page of Markdown rejects.
fn rejected_words(page: &Path) -> Result<(words::Glossary, words::Idioms), Error> {
    let text = std::fs::read_to_string(page).map_err(|cause| Error::Io {
        path: page.to_owned(),
        cause,
    })?;
    let no_table = |header| Error::NoTable {
        path: page.to_owned(),
        header,
    };
    let glossary = words::Glossary::parse(&text).ok_or_else(|| no_table(words::GLOSSARY))?;
    let idioms = words::Idioms::parse(&text).ok_or_else(|| no_table(words::IDIOMS))?;
    Ok((glossary, idioms))
}
