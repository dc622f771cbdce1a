//! Reads profiles with the files that they include.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::ConfigError;
use super::line::{Line, parse};
use super::profile::{Content, Node, Profile, Source};

/// Maximum size of a file, bytes.
const MAX_BYTES: u64 = 1 << 20;

/// Maximum number of files.
const MAX_FILES: usize = 256;

/// Maximum number of files that include each other.
const MAX_INCLUDED: usize = 8;

/// Maximum number of sections in each other.
const MAX_DEPTH: usize = 16;

/// Collects the sections of files.
#[derive(Debug, Default)]
pub(super) struct Reader {
    profile: Profile,
    files: usize,
    included: usize,
}

/// The open sections of one file, from the outermost on.
struct Open {
    nodes: Vec<Node>,
    file: Arc<PathBuf>,
}

impl Reader {
    pub(super) fn finish(self) -> Profile {
        self.profile
    }

    pub(super) fn read(&mut self, path: &Path) -> Result<(), ConfigError> {
        let bytes = crate::file::read(path, MAX_BYTES).map_err(unreadable(path))?;
        let text = match std::str::from_utf8(&bytes) {
            Ok(text) => text,
            Err(error) => {
                let line = 1 + bytes[..error.valid_up_to()]
                    .split(|byte| *byte == b'\n')
                    .skip(1)
                    .count();
                let file = Arc::new(path.to_owned());
                return Err(of_line(
                    &Source { file, line },
                    "bytes that are not UTF-8",
                    "UTF-8",
                ));
            }
        };
        self.files += 1;
        self.parse(path, text)
    }

    pub(super) fn parse(&mut self, path: &Path, text: &str) -> Result<(), ConfigError> {
        let file = Arc::new(path.to_owned());
        let mut open = Open {
            nodes: Vec::new(),
            file,
        };
        for (index, line) in text.trim_start_matches('\u{feff}').lines().enumerate() {
            let source = Source {
                file: Arc::clone(&open.file),
                line: index + 1,
            };
            let found =
                parse(line).map_err(|expected| of_line(&source, &quoted(line), expected))?;
            self.add(&mut open, &source, found)?;
        }
        if let [_, .., unclosed] = &*open.nodes {
            let found = format!("the end of the file, in {:?}", unclosed.name);
            return Err(of_line(
                &unclosed.source,
                &found,
                "a line `}` for the `{` of this line",
            ));
        }
        self.profile.sections.extend(open.nodes);
        Ok(())
    }

    fn add(&mut self, open: &mut Open, source: &Source, line: Line<'_>) -> Result<(), ConfigError> {
        match line {
            Line::Empty | Line::Module => Ok(()),
            Line::Include(file) => self.include(source, file),
            Line::IncludeFolder(folder) => self.include_folder(source, folder),
            Line::Section { name, is_final } => {
                if let [_, .., unclosed] = &*open.nodes {
                    let found = format!("`[{name}]` within {:?}", unclosed.name);
                    return Err(of_line(source, &found, "a line `}` before it"));
                }
                self.profile.sections.extend(open.nodes.pop());
                open.nodes.push(section(name, source, is_final));
                Ok(())
            }
            Line::Open { .. } | Line::Value { .. } if open.nodes.is_empty() => Err(of_line(
                source,
                "a value before any section",
                "a line such as `[libdefaults]` before it",
            )),
            Line::Open { .. } if open.nodes.len() >= MAX_DEPTH => Err(of_line(
                source,
                "the 17th `{` in a row",
                "at most 16 sections within each other",
            )),
            Line::Open { name, is_final } => {
                open.nodes.push(section(name, source, is_final));
                Ok(())
            }
            Line::Close => open.close(source),
            Line::Value {
                name,
                value,
                is_final,
            } => {
                open.push(Node {
                    name: name.to_owned(),
                    source: source.clone(),
                    is_final,
                    content: Content::Value(value),
                });
                Ok(())
            }
        }
    }

    fn include(&mut self, source: &Source, name: &str) -> Result<(), ConfigError> {
        let path = absolute(source, name)?;
        if self.files >= MAX_FILES {
            return Err(of_line(source, &quoted(name), "at most 256 files"));
        }
        if self.included >= MAX_INCLUDED {
            let expected =
                "at most 8 files that include each other, and no file that includes itself";
            return Err(of_line(source, &quoted(name), expected));
        }
        self.included += 1;
        let result = self.read(path);
        self.included -= 1;
        result
    }

    /// MIT's rule: names of letters, digits, `-` and `_`, or those that end in `.conf` and are not hidden.
    fn include_folder(&mut self, source: &Source, name: &str) -> Result<(), ConfigError> {
        let folder = absolute(source, name)?;
        let entries = fs::read_dir(folder).map_err(unreadable(folder))?;
        let mut names = Vec::new();
        for entry in entries.take(MAX_FILES + 1) {
            names.push(entry.map_err(unreadable(folder))?.file_name());
        }
        names.sort();
        for name in names
            .iter()
            .filter_map(|name| name.to_str())
            .filter(|name| is_included(name))
        {
            let path = folder.join(name);
            self.include(source, &path.to_string_lossy())?;
        }
        Ok(())
    }
}

impl Open {
    fn close(&mut self, source: &Source) -> Result<(), ConfigError> {
        if self.nodes.len() < 2 {
            return Err(of_line(source, "`}`", "a line `name = {` before it"));
        }
        if let Some(node) = self.nodes.pop() {
            self.push(node);
        }
        Ok(())
    }

    fn push(&mut self, node: Node) {
        if let Some(Node {
            content: Content::Section(nodes),
            ..
        }) = self.nodes.last_mut()
        {
            nodes.push(node);
        }
    }
}

fn section(name: &str, source: &Source, is_final: bool) -> Node {
    Node {
        name: name.to_owned(),
        source: source.clone(),
        is_final,
        content: Content::Section(Vec::new()),
    }
}

fn is_included(name: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    let stem = name.strip_suffix(".conf");
    name.bytes().all(is_plain)
        || stem.is_some_and(|stem| !stem.starts_with('.') && !stem.is_empty())
}

fn absolute<'a>(source: &Source, name: &'a str) -> Result<&'a Path, ConfigError> {
    let path = Path::new(name);
    if path.is_absolute() {
        return Ok(path);
    }
    Err(of_line(source, &quoted(name), "an absolute path"))
}

/// Text of a file, shortened for an error.
pub(super) fn quoted(text: &str) -> String {
    const MAX: usize = 80;
    let text = text.trim();
    let shown: String = text.chars().take(MAX).collect();
    let rest = if shown.len() < text.len() { "…" } else { "" };
    format!("{shown:?}{rest}")
}

pub(super) fn of_line(source: &Source, found: &str, expected: &str) -> ConfigError {
    ConfigError::Line {
        file: source.file.to_path_buf(),
        line: source.line,
        found: found.to_owned(),
        expected: expected.to_owned(),
    }
}

fn unreadable(file: &Path) -> impl Fn(io::Error) -> ConfigError {
    move |source| ConfigError::Unreadable {
        file: file.to_owned(),
        source,
    }
}
