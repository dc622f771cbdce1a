//! Rustdoc's JSON of a package.
use std::path::Path;
use std::process::Command;

use rustdoc_types::{Crate, FORMAT_VERSION};
use serde::Deserialize;

use crate::Error;

/// Documents `package` with all features as JSON, in the target folder's `doc`, and reads the result.
pub(super) fn of_package(root: &Path, package: &str) -> Result<Crate, Error> {
    // Relative paths of a wrapper would be relative to the package.
    let wrapper = std::path::absolute(root.join("tools/source-checks/rustdoc"));
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = Command::new(cargo)
        .args(["rustdoc", "--quiet", "--all-features", "--package", package])
        .args(["--", "-Zunstable-options", "--output-format=json"])
        .current_dir(root)
        .env("RUSTDOC", wrapper.map_err(|error| failed(&error))?)
        .status()
        .map_err(|error| failed(&error))?;
    if !status.success() {
        return Err(failed(&format!("{package}: {status}")));
    }
    let file = format!("{}.json", package.replace('-', "_"));
    read(
        &crate::workspace::target_directory(root)?
            .join("doc")
            .join(file),
    )
}

/// Reads rustdoc's JSON.
///
/// # Errors
///
/// If the file cannot be read, or its format has another version than the crate `rustdoc-types` in `Cargo.lock`.
pub fn read(path: &Path) -> Result<Crate, Error> {
    let bytes = std::fs::read(path).map_err(|cause| Error::Io {
        path: path.to_owned(),
        cause,
    })?;
    let Version {
        format_version: found,
    } = serde_json::from_slice(&bytes).map_err(|error| failed(&error))?;
    if found != FORMAT_VERSION {
        return Err(failed(&format!(
            "{}: the format's version is {found}, expected {FORMAT_VERSION}: in the workspace's Cargo.toml, \
             set `rustdoc-types` to the release whose minor version is {found}",
            path.display(),
        )));
    }
    serde_json::from_slice(&bytes).map_err(|error| failed(&error))
}

#[derive(Deserialize)]
struct Version {
    format_version: u32,
}

fn failed(error: &dyn std::fmt::Display) -> Error {
    Error::Rustdoc(error.to_string())
}
