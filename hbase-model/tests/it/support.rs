//! What the golden tests share.

use std::fs;
use std::path::PathBuf;

use serde::de::DeserializeOwned;

/// The lines of a golden file.
pub(crate) fn golden<T: DeserializeOwned>(file: &str) -> Vec<T> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("tests/golden")
        .join(file);
    let text = fs::read_to_string(&path).expect("the golden file is there");
    let lines: Vec<T> = text
        .lines()
        .map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{line}: {error}")))
        .collect();
    assert!(!lines.is_empty(), "{file} is empty");
    lines
}
