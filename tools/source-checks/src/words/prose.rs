//! The prose of Markdown pages: everything except code, link targets and HTML.
use std::path::Path;

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

use super::Glossary;
use crate::Finding;

/// The words of a page that the glossary rejects.
#[must_use]
pub fn check_page(file: &Path, page: &str, glossary: &Glossary) -> Vec<Finding> {
    let texts = texts(page).into_iter();
    texts
        .flat_map(|(line, text)| check_text(file, line, &text, glossary))
        .collect()
}

/// The prose of a page, each text with its line.
pub(super) fn texts(page: &str) -> Vec<(usize, String)> {
    let mut texts = Vec::new();
    let mut in_code = false;
    for (event, range) in Parser::new_ext(page, Options::ENABLE_TABLES).into_offset_iter() {
        match event {
            Event::Start(Tag::CodeBlock(_)) => in_code = true,
            Event::End(TagEnd::CodeBlock) => in_code = false,
            Event::Text(text) if !in_code => {
                let line = 1 + page[..range.start].matches('\n').count();
                texts.push((line, text.to_string()));
            }
            _ => {}
        }
    }
    texts
}

fn check_text(file: &Path, line: usize, text: &str, glossary: &Glossary) -> Vec<Finding> {
    let letters = |letter: char| !letter.is_alphabetic();
    let words = text.split(letters).filter(|word| !word.is_empty());
    let words: Vec<String> = words.map(str::to_lowercase).collect();
    let mut findings = Vec::new();
    for start in 0..words.len() {
        if let Some((rejected, len)) = glossary.rejected_at(&words[start..]) {
            let found = words[start..start + len].join(" ");
            findings.push(Finding {
                file: file.to_owned(),
                line,
                message: format!("`{found}`: the glossary's word is {}", rejected.instead),
            });
        }
    }
    findings
}
