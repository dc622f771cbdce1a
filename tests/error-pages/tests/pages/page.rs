//! A page: its text, with the blocks that show cases.

use std::path::{Path, PathBuf};

use super::message;

/// The directory of the cases.
const CASES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../ui");

/// One page of errors.
pub(crate) struct Page {
    pub(crate) name: String,
    pub(crate) file: PathBuf,
    text: String,
}

impl Page {
    pub(crate) fn read(directory: &Path, name: &str) -> Self {
        let file = directory.join(name).with_extension("md");
        Self {
            name: name.to_owned(),
            text: std::fs::read_to_string(&file).unwrap(),
            file,
        }
    }

    pub(crate) fn title(&self) -> &str {
        let title = self.text.lines().next().unwrap();
        title.strip_prefix("# ").unwrap()
    }

    /// The cases whose messages the page shows.
    pub(crate) fn cases(&self) -> Vec<&str> {
        let lines = self.text.lines();
        lines.filter_map(|line| case(line, "message")).collect()
    }

    /// The text, with the messages and the code of the cases as they are now.
    pub(crate) fn with_cases(&self) -> String {
        let mut text = String::new();
        let mut lines = self.text.lines();
        while let Some(line) = lines.next() {
            text.extend([line, "\n"]);
            let Some(block) = block(line) else { continue };
            let fence = lines.next().unwrap();
            assert!(fence.starts_with("```"), "{}: {line}", self.name);
            assert!(lines.any(|line| line == "```"), "{}: {line}", self.name);
            text.extend([fence, "\n", &block, "```\n"]);
        }
        text
    }
}

/// The text for the block below a line, if the line names a case.
fn block(line: &str) -> Option<String> {
    if let Some(case) = case(line, "message") {
        return Some(message::shown(&stderr(case), case));
    }
    case(line, "code").map(|case| read(case, "rs"))
}

/// The case that a line names: `<!-- code: shapes/no_key -->`.
fn case<'l>(line: &'l str, shown: &str) -> Option<&'l str> {
    let comment = line.strip_prefix("<!-- ")?.strip_suffix(" -->")?;
    comment.strip_prefix(shown)?.strip_prefix(": ")
}

/// What the compiler prints for a case.
pub(crate) fn stderr(case: &str) -> String {
    read(case, "stderr")
}

fn read(case: &str, extension: &str) -> String {
    let file = Path::new(CASES).join(case).with_extension(extension);
    let text = std::fs::read_to_string(&file);
    text.unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}
