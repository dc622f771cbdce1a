//! The messages of the derive, from the cases in `hbase-schema-syntax/tests/errors`.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// Masked messages that no illegal struct causes, each with the reason.
pub(crate) const EXCEPTIONS: &[(&str, &str)] = &[];

/// The reason why no illegal struct causes a message, if it is an exception.
pub(crate) fn exception(message: &str) -> Option<&'static str> {
    let mut exceptions = EXCEPTIONS.iter();
    let found = exceptions.find(|(exception, _)| *exception == message);
    found.map(|(_, reason)| *reason)
}

/// Derives of structs that are not generated at random: newtypes, enums with codes, entries and qualifiers.
const OTHER_DERIVES: [&str; 4] = ["part ", "cell ", "entry ", "qualifier "];

/// The masked messages of tables and groups, each with an example.
pub(crate) fn of_the_derive() -> BTreeMap<String, String> {
    let directory =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../hbase-schema-syntax/tests/errors");
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(directory).unwrap() {
        of_cases(
            &fs::read_to_string(entry.unwrap().path()).unwrap(),
            &mut found,
        );
    }
    assert!(found.len() > 200, "only {} messages", found.len());
    found
}

fn of_cases(cases: &str, found: &mut BTreeMap<String, String>) {
    let (mut template, mut is_other) = ("", false);
    for line in cases.lines() {
        if let Some(new) = line.strip_prefix("template: ") {
            template = new;
        } else if let Some(case) = line.strip_prefix("> ") {
            let source = template.replace('%', case);
            is_other = OTHER_DERIVES.iter().any(|other| source.starts_with(other));
        } else if let (false, Some((_, message))) = (is_other, line.split_once(": ")) {
            // The source of a token may contain a colon.
            let message = if message.starts_with(['{', '}']) {
                line
            } else {
                message
            };
            found.insert(masked(message), message.to_owned());
        }
    }
}

/// A message without the names and numbers of a struct, and without the help at its end.
pub(crate) fn masked(message: &str) -> String {
    let masked = without_suggestion(&without_names(message));
    let masked = masked.split("; ").next().unwrap_or_default();
    match masked.rsplit_once(": ") {
        Some((head, _)) if head.contains(' ') => head.to_owned(),
        _ => masked.to_owned(),
    }
}

/// Replaces quoted texts by `_` and numbers by `N`.
fn without_names(message: &str) -> String {
    let mut out = String::new();
    let mut rest = message;
    while let Some(first) = rest.chars().next() {
        let quoted = quoted(rest);
        if quoted > 0 {
            out.push_str("`_`");
            rest = &rest[quoted..];
        } else if first.is_ascii_digit() {
            out.push('N');
            rest = rest.trim_start_matches(|c: char| c.is_ascii_digit());
        } else {
            out.push(first);
            rest = &rest[first.len_utf8()..];
        }
    }
    while out.contains("`_`, `_`") {
        out = out.replace("`_`, `_`", "`_`");
    }
    out
}

/// The length of a quoted text at the start. An apostrophe quotes one character only.
fn quoted(text: &str) -> usize {
    let mut chars = text.chars();
    match chars.next() {
        Some(quote @ ('`' | '"')) => text[1..].find(quote).map_or(0, |end| end + 2),
        Some('\'') => match (chars.next(), chars.next()) {
            (Some(quoted), Some('\'')) => quoted.len_utf8() + 2,
            _ => 0,
        },
        _ => 0,
    }
}

fn without_suggestion(message: &str) -> String {
    message.replace(", did you mean `_`", "")
}
