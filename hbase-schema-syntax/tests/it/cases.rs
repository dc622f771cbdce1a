//! Files of cases: `template: … %` until the next one, `> text` for the `%`, and below it the result. `BLESS=1 cargo
//! test` writes the current results.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

/// The files in a directory of the crate.
pub(crate) fn files(directory: &str) -> Vec<PathBuf> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join(directory);
    let entries = fs::read_dir(directory).unwrap();
    let mut files: Vec<PathBuf> = entries.map(|e| e.unwrap().path()).collect();
    files.sort();
    files
}

/// Compares each file with the current results, or writes them.
pub(crate) fn check(directory: &str, mut say: impl FnMut(&str) -> String) {
    let bless = std::env::var_os("BLESS").is_some();
    for path in files(directory) {
        let text = fs::read_to_string(&path).unwrap();
        let now = said(&text, &mut say);
        if bless {
            fs::write(&path, now).unwrap();
        } else {
            assert_eq!(now, text, "{}", path.display());
        }
    }
}

/// The file with the current results.
pub(crate) fn said(text: &str, say: &mut dyn FnMut(&str) -> String) -> String {
    let (mut template, mut now) = ("", String::new());
    for line in text.lines() {
        if let Some(new) = line.strip_prefix("template: ") {
            template = new;
        }
        if let Some(case) = line.strip_prefix("> ") {
            let said = say(&template.replace('%', case));
            writeln!(now, "{line}\n{said}\n").unwrap();
        } else if line.starts_with("template: ") || line.starts_with('#') {
            writeln!(now, "{line}\n").unwrap();
        }
    }
    now
}
