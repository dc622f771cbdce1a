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
        let example = without_dynamic(&bare(&example));
        let ours = fs::read_to_string(&file)
            .unwrap()
            .replace(RENAMED.0, RENAMED.1);
        for table in declarations(&without_dynamic(&bare(&ours))) {
            assert!(
                example.contains(&table),
                "{}: other than in the example:\n{table}",
                file.display()
            );
            compared += 1;
        }
    }
    assert_eq!(compared, 15, "tables of the examples");
}

/// The text without dynamic columns, which Java's programs know only by their bytes.
fn without_dynamic(text: &str) -> String {
    let mut lines: Vec<&str> = Vec::new();
    let mut is_dynamic = false;
    for line in text.lines() {
        if line.trim_start().starts_with("#[column(dynamic") {
            lines.pop_if(|line| line.trim_start().starts_with("#[family("));
            is_dynamic = true;
        } else if std::mem::take(&mut is_dynamic) {
            // The field itself.
        } else {
            lines.push(line);
        }
    }
    lines.join("\n") + "\n"
}

/// The text from `#[table` to the struct's closing brace.
fn declarations(text: &str) -> Vec<String> {
    let starts = text.match_indices("#[table(").map(|(at, _)| &text[at..]);
    let ends = starts.map(|text| text.split_inclusive("\n}\n").next().unwrap_or(text));
    ends.map(str::to_owned).collect()
}

/// The text without parts that have no effect on stored rows.
fn bare(text: &str) -> String {
    let lines = text.lines().map(|line| line.replacen("pub ", "", 1));
    let kept = lines.filter(|line| {
        let line = line.trim_start();
        !line.starts_with("///") && !line.starts_with("#[serde")
    });
    kept.map(|line| line + "\n").collect()
}
