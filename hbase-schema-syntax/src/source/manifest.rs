//! The manifest of a crate.

use std::fs;
use std::path::Path;

use toml::Table;

/// The name by which the binaries of the crate in a directory import its library.
pub(super) fn library_name(directory: &Path) -> Option<String> {
    let manifest = fs::read_to_string(directory.join("Cargo.toml")).ok()?;
    let manifest: Table = manifest.parse().ok()?;
    let name = |section: &str| manifest.get(section)?.get("name")?.as_str();
    let name = name("lib").or_else(|| name("package"))?;
    Some(name.replace('-', "_"))
}
