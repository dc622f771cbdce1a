//! Files with prose: the README, the guide's Markdown, and all Rust sources.
use std::io;
use std::path::{Path, PathBuf};

use crate::Error;

/// The pages of the workspace in `root`, by their paths in it.
///
/// # Errors
///
/// If a page cannot be read.
pub(crate) fn read(root: &Path) -> Result<Vec<(PathBuf, String)>, Error> {
    let mut paths = vec![root.join("README.md")];
    list(&root.join("docs"), "md", &mut paths)?;
    texts(root, paths)
}

/// The Rust sources of the workspace in `root`, by their paths in it.
///
/// # Errors
///
/// If a source cannot be read.
pub(crate) fn sources(root: &Path) -> Result<Vec<(PathBuf, String)>, Error> {
    let mut paths = Vec::new();
    list(root, "rs", &mut paths)?;
    texts(root, paths)
}

fn texts(root: &Path, mut paths: Vec<PathBuf>) -> Result<Vec<(PathBuf, String)>, Error> {
    paths.sort();
    let texts = paths.into_iter().map(|path| {
        let text = std::fs::read_to_string(&path).map_err(|cause| failed(&path, cause))?;
        let below = path.strip_prefix(root).unwrap_or(&path).to_owned();
        Ok((below, text))
    });
    texts.collect()
}

/// Adds the files with this ending in a folder and in the folders in it, without what was built or is hidden.
fn list(folder: &Path, ending: &str, paths: &mut Vec<PathBuf>) -> Result<(), Error> {
    let entries = folder.read_dir().map_err(|cause| failed(folder, cause))?;
    for entry in entries {
        let entry = entry.map_err(|cause| failed(folder, cause))?;
        let (path, name) = (entry.path(), entry.file_name());
        let is_hidden = name.as_encoded_bytes().starts_with(b".") || name == "target";
        if path.is_dir() && !is_hidden {
            list(&path, ending, paths)?;
        } else if path.extension().is_some_and(|end| end == ending) && path.is_file() {
            paths.push(path);
        }
    }
    Ok(())
}

fn failed(path: &Path, cause: io::Error) -> Error {
    let path = path.to_owned();
    Error::Io { path, cause }
}
