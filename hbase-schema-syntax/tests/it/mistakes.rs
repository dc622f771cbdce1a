//! Every mistake in `tests/mistakes/`, with the token it stands at and its message.
//!
//! A file holds templates and cases: `template: … %` until the next one, `> text` for the `%`, and
//! below it the mistakes, one a line. `BLESS=1 cargo test` writes them as they are now.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use crate::support::{group_mistakes, mistakes};

fn files() -> Vec<PathBuf> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/mistakes");
    let entries = fs::read_dir(directory).unwrap();
    let mut files: Vec<PathBuf> = entries.map(|e| e.unwrap().path()).collect();
    files.sort();
    files
}

/// The file as it should be, and its mistakes.
fn checked(text: &str) -> (String, Vec<String>) {
    let (mut template, mut now, mut found) = ("", String::new(), Vec::new());
    for line in text.lines() {
        if let Some(new) = line.strip_prefix("template: ") {
            template = new;
        }
        let Some(case) = line.strip_prefix("> ") else {
            if line.starts_with("template: ") || line.starts_with('#') {
                writeln!(now, "{line}\n").unwrap();
            }
            continue;
        };
        let source = template.replace('%', case);
        let mistakes = match source.strip_prefix("group ") {
            Some(group) => group_mistakes(group),
            None => mistakes(&source),
        };
        writeln!(now, "{line}\n{}\n", mistakes.join("\n")).unwrap();
        found.extend(mistakes);
    }
    (now, found)
}

#[test]
fn every_mistake_has_its_message_at_its_token() {
    let bless = std::env::var_os("BLESS").is_some();
    for path in files() {
        let text = fs::read_to_string(&path).unwrap();
        let (now, _) = checked(&text);
        if bless {
            fs::write(&path, now).unwrap();
        } else {
            assert_eq!(now, text, "{}", path.display());
        }
    }
}

#[test]
fn no_mistake_passes_and_the_messages_are_many() {
    let mut all = BTreeSet::new();
    for path in files() {
        let (now, found) = checked(&fs::read_to_string(&path).unwrap());
        assert!(
            !now.contains("\n\n\n"),
            "a case of {} is right",
            path.display()
        );
        all.extend(found);
    }
    assert!(all.len() >= 150, "only {} different mistakes", all.len());
}

#[test]
fn messages_are_lower_case_without_a_full_stop() {
    for path in files() {
        for mistake in checked(&fs::read_to_string(&path).unwrap()).1 {
            assert!(!mistake.ends_with('.'), "{mistake}");
        }
    }
}
