//! The manifest of a crate.

use std::fs;
use std::path::Path;

use toml::Table;

/// Whether a directory has the manifest of a workspace that is not a package itself.
pub fn is_only_workspace(directory: &Path) -> bool {
    read(directory).is_some_and(|manifest| {
        manifest.contains_key("workspace") && !manifest.contains_key("package")
    })
}

/// The name by which the binaries of the crate in a directory import its library.
pub(super) fn library_name(directory: &Path) -> Option<String> {
    let manifest = read(directory)?;
    let name = |section: &str| manifest.get(section)?.get("name")?.as_str();
    let name = name("lib").or_else(|| name("package"))?;
    Some(name.replace('-', "_"))
}

fn read(directory: &Path) -> Option<Table> {
    let manifest = fs::read_to_string(directory.join("Cargo.toml")).ok()?;
    manifest.parse().ok()
}
