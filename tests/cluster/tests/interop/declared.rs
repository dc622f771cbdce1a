//! The tables have the declarations of the examples.

use std::fs;
use std::path::Path;

/// Intended differences: one table cannot have two key layouts.
const RENAMED: (&str, &str) = ("DLQX:EVENT_UNPADDED", "DLQX:USER_EVENT");

#[test]
fn tables_are_declared_as_in_the_examples() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut compared = 0;
    for entry in fs::read_dir(root.join("src/tables")).unwrap() {
        let file = entry.unwrap().path();
        let name = file.file_name().unwrap();
        let Ok(example) = fs::read_to_string(root.join("../../examples").join(name)) else {
            continue;
        };
        let example = bare(&example);
        let ours = fs::read_to_string(&file)
            .unwrap()
            .replace(RENAMED.0, RENAMED.1);
        for table in declarations(&bare(&ours)) {
            assert!(
                example.contains(&table),
                "{}: other than in the example:\n{table}",
                file.display()
            );
            compared += 1;
        }
    }
    assert_eq!(compared, 14, "tables of the examples");
}

/// The text from `#[table` to the struct's closing brace.
fn declarations(text: &str) -> Vec<String> {
    let starts = text.match_indices("#[table(").map(|(at, _)| &text[at..]);
    let ends = starts.map(|text| text.split_inclusive("\n}\n").next().unwrap_or(text));
    ends.map(str::to_owned).collect()
}

/// The text without what has no effect on stored rows.
fn bare(text: &str) -> String {
    let lines = text.lines().map(|line| line.replacen("pub ", "", 1));
    let kept = lines.filter(|line| {
        let line = line.trim_start();
        !line.starts_with("///") && !line.starts_with("#[serde")
    });
    kept.map(|line| line + "\n").collect()
}
