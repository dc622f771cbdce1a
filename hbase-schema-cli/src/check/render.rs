//! Prints diagnostics in the compiler's format.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write};
use std::ops::Range;

use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};

use super::diagnostic::{Diagnostic, Position, Severity};

/// Writes each diagnostic with its source line, followed by an empty line.
pub(super) fn all(diagnostics: &[Diagnostic], out: &mut dyn Write) -> io::Result<()> {
    let mut sources = BTreeMap::new();
    for diagnostic in diagnostics {
        let source = sources
            .entry(diagnostic.file.as_str())
            .or_insert_with_key(|file| fs::read_to_string(file).ok());
        writeln!(out, "{}\n", one(diagnostic, source.as_deref()))?;
    }
    Ok(())
}

fn one(diagnostic: &Diagnostic, source: Option<&str>) -> String {
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let title = level.primary_title(diagnostic.message.as_str());
    let spanned = source.and_then(|text| Some((text, span(text, diagnostic)?)));
    let group = match spanned {
        Some((text, span)) => title.element(
            Snippet::source(text)
                .path(diagnostic.file.as_str())
                .annotation(AnnotationKind::Primary.span(span)),
        ),
        // The file has gone or changed since it was read.
        None => Group::with_title(title).element(
            Origin::path(diagnostic.file.as_str())
                .line(diagnostic.from.line)
                .char_column(diagnostic.from.column),
        ),
    };
    let help = diagnostic
        .help
        .as_deref()
        .map(|help| Level::HELP.message(help));
    let group = group.elements(help);
    Renderer::styled().render(&[group])
}

/// The bytes of a diagnostic in its file.
fn span(text: &str, diagnostic: &Diagnostic) -> Option<Range<usize>> {
    Some(offset(text, diagnostic.from)?..offset(text, diagnostic.to)?)
}

/// The byte offset of a line and a column, up to the end of the line.
fn offset(text: &str, position: Position) -> Option<usize> {
    let before = position.line.checked_sub(1)?;
    let line = text.split_inclusive('\n').nth(before).unwrap_or("");
    let start: usize = text.split_inclusive('\n').take(before).map(str::len).sum();
    let in_line = line.char_indices().map(|(at, _)| at);
    let ends = in_line.chain([line.trim_end_matches(['\r', '\n']).len()]);
    Some(start + ends.take(position.column).last()?)
}
