//! Reads the cases.

use std::fs;
use std::path::Path;

use crate::directory;
use crate::sources::Section;

/// A change of a table.
pub(crate) struct Case {
    /// The file, without its extension.
    pub(crate) topic: String,
    /// The module.
    pub(crate) name: String,
    /// The rule of its worst change: what changes, and how.
    pub(crate) rule: String,
    /// The field that changes, if one does.
    pub(crate) field: Option<String>,
    /// The source of each section; empty for one that the case does not have.
    sources: [String; 4],
}

impl Case {
    /// The source of a section.
    pub(crate) fn source(&self, section: Section) -> &str {
        let source = &self.sources[section as usize];
        if section == Section::Right && source.is_empty() {
            return &self.sources[Section::Wrong as usize];
        }
        source
    }

    /// The name of the table.
    pub(crate) fn table(&self) -> String {
        let all = self.sources.iter();
        let mut names = all.filter_map(|source| source.split("#[table(\"").nth(1));
        let name = names.next().and_then(|rest| rest.split('"').next());
        name.expect("a table").to_owned()
    }
}

/// All cases, by file.
pub(crate) fn read() -> Vec<Case> {
    let entries = fs::read_dir(directory()).expect("the cases");
    let mut files: Vec<_> = entries
        .map(|entry| entry.expect("a file").path())
        .filter(|path| path.extension().is_some_and(|of| of == "rs"))
        .collect();
    files.sort();
    files.iter().flat_map(|file| of_file(file)).collect()
}

/// The cases of a file: modules at the start of a line, after the docs that name the rule.
fn of_file(path: &Path) -> Vec<Case> {
    let topic = path.file_stem().unwrap_or_default().to_string_lossy();
    let text = fs::read_to_string(path).expect("a file");
    let modules = text.split("\n/// ").skip(1);
    let cases = modules.map(|module| {
        let (rule, rest) = module.split_once('\n').expect("a module after its docs");
        let name = rest
            .strip_prefix("mod ")
            .and_then(|rest| rest.split_once(' '));
        let words: Vec<_> = rule.split('`').skip(1).step_by(2).collect();
        Case {
            topic: topic.to_string(),
            name: name.expect("a module").0.to_owned(),
            rule: words[..2].join(" "),
            field: words.get(2).map(|field| (*field).to_owned()),
            sources: Section::ALL.map(|section| section_of(rest, section)),
        }
    });
    cases.collect()
}

/// The items of a section, without their indentation.
fn section_of(module: &str, section: Section) -> String {
    let start = format!("    mod {} {{\n", section.name());
    let Some((_, rest)) = module.split_once(&start) else {
        return String::new();
    };
    let (items, _) = rest.split_once("\n    }\n").expect("the end of a module");
    let lines = items.lines().map(|line| line.get(8..).unwrap_or_default());
    lines.flat_map(|line| [line, "\n"]).collect()
}
