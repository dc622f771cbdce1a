//! Compares a folder with the generated files.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use super::{GenerateError, GeneratedFile};
use crate::text::MARK;

/// The files of a folder that differ from those generated.
pub(super) struct FolderDiff {
    pub(super) stale: Vec<String>,
    pub(super) missing: Vec<String>,
    pub(super) superfluous: Vec<String>,
}

impl FolderDiff {
    pub(super) fn of(folder: &Path, files: &[GeneratedFile]) -> Result<Self, GenerateError> {
        let mut diff = Self {
            stale: Vec::new(),
            missing: Vec::new(),
            superfluous: superfluous(folder, files)?,
        };
        for file in files {
            let path = folder.join(&file.name);
            match fs::read_to_string(&path) {
                Ok(found) if same(&found, &file.content) => {}
                Err(error) if error.kind() == ErrorKind::NotFound => {
                    diff.missing.push(file.name.clone());
                }
                Err(error) if error.kind() != ErrorKind::InvalidData => {
                    return Err(GenerateError::io(&path, error));
                }
                _ => diff.stale.push(file.name.clone()),
            }
        }
        Ok(diff)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.stale.is_empty() && self.missing.is_empty() && self.superfluous.is_empty()
    }
}

/// Git may have converted line ends.
fn same(found: &str, expected: &str) -> bool {
    found == expected || found.replace("\r\n", "\n") == expected
}

/// The generator's files that no table has.
fn superfluous(folder: &Path, files: &[GeneratedFile]) -> Result<Vec<String>, GenerateError> {
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(GenerateError::io(folder, error)),
    };
    let mut names: Vec<String> = entries
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .filter(|name| !files.iter().any(|file| file.name == *name))
        .filter(|name| is_generated(&folder.join(name)))
        .collect();
    names.sort();
    Ok(names)
}

/// Scripts and statements have a mark. A file of splits has no comments: it belongs to the script next to it.
fn is_generated(path: &Path) -> bool {
    let is_marked = |path: &Path| fs::read_to_string(path).is_ok_and(|text| text.contains(MARK));
    let extension = path.extension().and_then(|extension| extension.to_str());
    match extension {
        Some("splits") => is_marked(&path.with_extension("rb")),
        Some("rb" | "sql") => is_marked(path),
        _ => false,
    }
}
