//! The messages of the derive, from the cases in `hbase-schema-syntax/tests/errors`.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// Masked messages that no illegal struct causes, each with the reason.
pub(crate) type Exceptions = [(&'static str, &'static str)];

/// Fails if an expected message is neither found nor an exception, or if an exception is found.
pub(crate) fn compare(
    found: &BTreeSet<String>,
    expected: &BTreeMap<String, String>,
    exceptions: &Exceptions,
) {
    let excepted = |message: &str| exceptions.iter().any(|(of, _)| *of == message);
    let uncaused: Vec<_> = expected
        .iter()
        .filter(|(message, _)| !found.contains(*message) && !excepted(message))
        .collect();
    let count = uncaused.len();
    assert!(
        uncaused.is_empty(),
        "no illegal struct causes these {count} messages: {uncaused:#?}"
    );
    for (message, _) in exceptions {
        assert!(expected.contains_key(*message), "not a message: {message}");
        assert!(!found.contains(*message), "caused anyway: {message}");
    }
}

/// Derives of structs that are not generated at random: newtypes, enums with codes, entries and qualifiers.
const OTHER_DERIVES: [&str; 4] = ["part ", "cell ", "entry ", "qualifier "];

/// The masked messages of tables and groups, each with an example.
pub(crate) fn of_attributes() -> BTreeMap<String, String> {
    let directory =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../hbase-schema-syntax/tests/errors");
    let mut found = BTreeMap::new();
    for cases in texts(&directory, "txt") {
        of_cases(&cases, &mut found);
    }
    assert!(found.len() > 200, "only {} messages", found.len());
    found
}

/// The masked messages of trait bounds and constants, each with an example.
pub(crate) fn of_types() -> BTreeMap<String, String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut found = BTreeMap::new();
    for source in texts(&root.join("hbase-schema/src"), "rs") {
        let bounds = source.split("on_unimplemented(").skip(1);
        let messages =
            bounds.filter_map(|rest| rest.split_once("message = \"")?.1.split_once("\",\n"));
        for (message, _) in messages {
            found.insert(masked(message), message.to_owned());
        }
    }
    for output in texts(&root.join("tests/ui"), "stderr") {
        for message in output
            .lines()
            .filter_map(|line| line.strip_prefix("error[E0080]: "))
        {
            found.insert(masked(message), message.to_owned());
        }
    }
    assert!(found.len() > 60, "only {} messages", found.len());
    found
}

/// The files below a directory whose names end with `extension`.
fn texts(directory: &Path, extension: &str) -> Vec<String> {
    let mut all = Vec::new();
    for entry in fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            all.extend(texts(&path, extension));
        } else if path.extension().is_some_and(|of| of == extension) {
            all.push(fs::read_to_string(path).unwrap());
        }
    }
    all
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
            found.insert(masked(message), message.to_owned());
        }
    }
}

/// A message without the names and numbers of a struct, and without the help at its end.
pub(crate) fn masked(message: &str) -> String {
    let message = message
        .strip_prefix("evaluation panicked: ")
        .unwrap_or(message);
    let masked = without_suggestion(&without_names(message));
    let masked = masked.split("; ").next().unwrap_or_default();
    match masked.rsplit_once(": ") {
        Some((head, tail)) if head.contains(' ') && is_help(tail) => head.to_owned(),
        _ => masked.to_owned(),
    }
}

/// The first words of the help at the end of messages.
const HELP: [&str; 23] = [
    "add", "choose", "close", "declare", "expected", "found", "give", "keep", "leave", "list",
    "make", "mark", "name", "one", "put", "rename", "salt", "shorten", "sort", "store", "take",
    "use", "write",
];

fn is_help(text: &str) -> bool {
    let first = text.split(' ').next().unwrap_or_default();
    HELP.contains(&first)
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
