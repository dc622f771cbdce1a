//! The targets of the workspace, as `cargo metadata` lists them.
use std::path::{Path, PathBuf};
use std::process::Command;

use serde::Deserialize;

use crate::Error;

/// Other crates do not use members in these folders as libraries: their public names may be sentences.
const UNPUBLISHED: [&str; 5] = ["tests", "benches", "docs", "examples", "tools"];

/// The kinds of target that are checked: tests, benchmarks, examples and build scripts are each a page of their own.
const CHECKED: [&str; 3] = ["lib", "proc-macro", "bin"];

/// A library or program of the workspace.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Target {
    /// The package's name, and the target's name if it differs.
    pub name: String,
    /// Its root file.
    pub root: PathBuf,
    /// Whether its public names are an interface: it is a library, but not one of tests or benchmarks.
    pub is_public: bool,
}

#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
    target_directory: PathBuf,
    workspace_root: PathBuf,
}

#[derive(Deserialize)]
struct Package {
    name: String,
    manifest_path: PathBuf,
    targets: Vec<PackageTarget>,
}

#[derive(Deserialize)]
struct PackageTarget {
    name: String,
    kind: Vec<String>,
    src_path: PathBuf,
}

/// All libraries and programs of the workspace in `root`.
///
/// # Errors
///
/// If cargo does not run, or rejects a manifest.
pub fn targets(root: &Path) -> Result<Vec<Target>, Error> {
    let metadata = metadata(root)?;
    let root = &metadata.workspace_root;
    let mut targets: Vec<Target> = metadata
        .packages
        .iter()
        .flat_map(|package| package.targets(root))
        .collect();
    targets.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(targets)
}

/// The folder that cargo builds in.
pub(crate) fn target_directory(root: &Path) -> Result<PathBuf, Error> {
    Ok(metadata(root)?.target_directory)
}

fn metadata(root: &Path) -> Result<Metadata, Error> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args(["metadata", "--no-deps", "--format-version=1"])
        .current_dir(root)
        .output()
        .map_err(|error| Error::Metadata(error.to_string()))?;
    if !output.status.success() {
        return Err(Error::Metadata(
            String::from_utf8_lossy(&output.stderr).into_owned(),
        ));
    }
    serde_json::from_slice(&output.stdout).map_err(|error| Error::Metadata(error.to_string()))
}

impl Package {
    fn targets(&self, root: &Path) -> impl Iterator<Item = Target> {
        let folder = self
            .manifest_path
            .strip_prefix(root)
            .unwrap_or(&self.manifest_path);
        let is_used = !UNPUBLISHED
            .iter()
            .any(|folder_name| folder.starts_with(folder_name));
        let checked = self.targets.iter().filter(|target| target.is_of(&CHECKED));
        checked.map(move |target| Target {
            name: self.name_of(target),
            root: target
                .src_path
                .strip_prefix(root)
                .unwrap_or(&target.src_path)
                .to_owned(),
            is_public: is_used && target.is_of(&["lib", "proc-macro"]),
        })
    }

    /// The package's name means its library, and its program of the same name.
    fn name_of(&self, target: &PackageTarget) -> String {
        let is_main = target.name.replace('_', "-") == self.name;
        if is_main {
            self.name.clone()
        } else {
            format!("{} {}", self.name, target.name)
        }
    }
}

impl PackageTarget {
    fn is_of(&self, kinds: &[&str]) -> bool {
        self.kind.iter().any(|kind| kinds.contains(&kind.as_str()))
    }
}
