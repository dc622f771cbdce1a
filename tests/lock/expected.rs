//! Compares the messages with the files that contain them.

use std::collections::BTreeMap;
use std::env;
use std::fmt::Write;
use std::fs;

use crate::cases::Case;
use crate::compiler::Error;
use crate::directory;

/// Compares the messages of each topic with its file; with `BLESS=1`, writes the file.
pub(crate) fn compare(cases: &[Case], messages: &BTreeMap<&str, Vec<Error>>) {
    let mut topics: BTreeMap<&str, String> = BTreeMap::new();
    for case in cases {
        let text = topics.entry(&case.topic).or_default();
        let _ = writeln!(text, "{}: {}\n", case.name, case.rule);
        for error in &messages[case.name.as_str()] {
            let _ = writeln!(text, "{}\n", error.text);
        }
    }
    let mut differing = Vec::new();
    for (topic, text) in topics {
        let path = directory().join(format!("{topic}.stderr"));
        let expected = fs::read_to_string(&path).unwrap_or_default();
        if env::var_os("BLESS").is_some() {
            fs::write(&path, text).expect("a file");
        } else if expected != text {
            differing.push(format!(
                "{}:\n{}",
                path.display(),
                changed(&expected, &text)
            ));
        }
    }
    assert!(
        differing.is_empty(),
        "messages differ from their files, which BLESS=1 writes:\n{}",
        differing.join("\n")
    );
}

/// The lines that only one of two texts has.
fn changed(expected: &str, found: &str) -> String {
    let only = |a: &str, b: &str, mark: char| {
        let lines = a
            .lines()
            .filter(|line| !b.lines().any(|other| other == *line));
        let lines = lines.map(|line| format!("{mark} {line}\n"));
        lines.collect::<Vec<_>>().concat()
    };
    only(expected, found, '-') + &only(found, expected, '+')
}
