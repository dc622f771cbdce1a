//! The package whose lock is meant.

use std::path::{Path, PathBuf};
use std::process::Command;

use hbase_model::lock::LOCK_FILE;
use hbase_schema_syntax::source::is_only_workspace;
use serde::Deserialize;

use super::cargo::cargo;
use crate::error::CliError;
use crate::tables;
use crate::text::either;

/// The lock file of a package's directory.
///
/// # Errors
/// A directory that is missing or is none of a package.
pub(super) fn lock_of(directory: &Path) -> Result<PathBuf, CliError> {
    tables::require_path(directory)?;
    if is_only_workspace(directory) {
        return Err(of_workspace(directory));
    }
    if directory.join("Cargo.toml").is_file() {
        return Ok(directory.join(LOCK_FILE));
    }
    let error = CliError::usage("a lock belongs to a crate").at(directory.display());
    Err(error
        .expected("the directory of a crate, with its Cargo.toml")
        .help("pass the directory: `hbase-schema lock PATH`"))
}

fn of_workspace(directory: &Path) -> CliError {
    let error = CliError::usage("each package of a workspace has a lock of its own")
        .at(directory.display());
    match users(directory) {
        Some(users) if !users.is_empty() => error.expected(either(&users)).help(format_args!(
            "pass the directory of a package: `hbase-schema lock {}`",
            users[0]
        )),
        _ => error.help("pass the directory of a package: `hbase-schema lock PATH`"),
    }
}

/// The directories of the packages that depend on `hbase-schema`; `None` if cargo does not know.
fn users(workspace: &Path) -> Option<Vec<String>> {
    let ran = Command::new(cargo())
        .args([
            "metadata",
            "--no-deps",
            "--offline",
            "--format-version",
            "1",
            "--manifest-path",
        ])
        .arg(workspace.join("Cargo.toml"))
        .output()
        .ok()?;
    let metadata: Metadata = serde_json::from_slice(&ran.stdout).ok()?;
    let root = workspace.canonicalize().ok()?;
    let users = metadata
        .packages
        .iter()
        .filter(|package| package.uses_schema());
    let directories = users.filter_map(|package| package.manifest_path.parent());
    let shown = directories.map(|path| {
        let inner = path.strip_prefix(&root).map(|inner| workspace.join(inner));
        inner
            .unwrap_or_else(|_| path.to_path_buf())
            .display()
            .to_string()
    });
    Some(shown.collect())
}

#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
}

#[derive(Deserialize)]
struct Package {
    manifest_path: PathBuf,
    dependencies: Vec<Dependency>,
}

#[derive(Deserialize)]
struct Dependency {
    name: String,
}

impl Package {
    fn uses_schema(&self) -> bool {
        self.dependencies
            .iter()
            .any(|dependency| dependency.name == "hbase-schema")
    }
}
