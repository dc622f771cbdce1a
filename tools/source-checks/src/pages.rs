//! The pages for users: the README, and the guide's Markdown.
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
    list(&root.join("docs"), &mut paths)?;
    paths.sort();
    let pages = paths.into_iter().map(|path| {
        let text = std::fs::read_to_string(&path).map_err(|cause| failed(&path, cause))?;
        let below = path.strip_prefix(root).unwrap_or(&path).to_owned();
        Ok((below, text))
    });
    pages.collect()
}

/// Adds the pages in a folder and the folders in it.
fn list(folder: &Path, paths: &mut Vec<PathBuf>) -> Result<(), Error> {
    let entries = folder.read_dir().map_err(|cause| failed(folder, cause))?;
    for entry in entries {
        let path = entry.map_err(|cause| failed(folder, cause))?.path();
        if path.is_dir() {
            list(&path, paths)?;
        } else if path.extension().is_some_and(|end| end == "md") {
            paths.push(path);
        }
    }
    Ok(())
}

fn failed(path: &Path, cause: io::Error) -> Error {
    let path = path.to_owned();
    Error::Io { path, cause }
}
