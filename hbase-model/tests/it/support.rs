//! Common parts of the golden tests.

use std::fs;
use std::path::PathBuf;

use serde::de::DeserializeOwned;

/// The lines of a golden file.
pub(crate) fn golden<T: DeserializeOwned>(file: &str) -> Vec<T> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("../tests/golden")
        .join(file);
    let text = fs::read_to_string(&path).expect("the golden file is there");
    let lines: Vec<T> = text
        .lines()
        .map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{line}: {error}")))
        .collect();
    assert!(!lines.is_empty(), "{file} is empty");
    lines
}

/// The bytes that hex digits mean.
pub(crate) fn unhex(hex: &str) -> Vec<u8> {
    hex.as_bytes()
        .chunks(2)
        .map(|pair| std::str::from_utf8(pair).expect("ASCII"))
        .map(|pair| u8::from_str_radix(pair, 16).expect("hex"))
        .collect()
}
