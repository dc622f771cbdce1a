//! The files of modules.

use std::path::{Path, PathBuf};

use syn::{Attribute, Expr, ExprLit, Ident, Lit, Meta};

/// The directories of the modules of a file or an inline module.
#[derive(Clone)]
pub(super) struct ModulePaths {
    /// The directory of `foo.rs` for `mod foo;`.
    children: PathBuf,
    /// The directory that `#[path]` is relative to: inside an inline module, that of its children.
    paths: PathBuf,
}

impl ModulePaths {
    /// The paths of a file that owns its directory: the root of a crate, `mod.rs`, or one named by
    /// `#[path]`.
    pub(super) fn of_root(file: &Path) -> Self {
        let directory = parent(file);
        Self {
            children: directory.clone(),
            paths: directory,
        }
    }

    /// The paths of `foo.rs`, whose modules are in `foo/`.
    fn of_plain(file: &Path) -> Self {
        Self {
            children: file.with_extension(""),
            paths: parent(file),
        }
    }

    /// `mod name { … }`.
    pub(super) fn of_inline(&self, attributes: &[Attribute], name: &Ident) -> Self {
        let directory = match path_of(attributes) {
            Some(path) => self.paths.join(path),
            None => self.children.join(plain_name(name)),
        };
        Self {
            children: directory.clone(),
            paths: directory,
        }
    }

    /// The possible files of `mod name;`, the most likely first.
    pub(super) fn candidates(&self, attributes: &[Attribute], name: &Ident) -> Vec<PathBuf> {
        if let Some(path) = path_of(attributes) {
            return vec![self.paths.join(path)];
        }
        let name = plain_name(name);
        vec![
            self.children.join(format!("{name}.rs")),
            self.children.join(name).join("mod.rs"),
        ]
    }

    /// The directories for the modules of the file of `mod name;`.
    pub(super) fn of_file(file: &Path, attributes: &[Attribute]) -> Self {
        let owns = file.ends_with("mod.rs") || path_of(attributes).is_some();
        if owns {
            return Self::of_root(file);
        }
        Self::of_plain(file)
    }
}

fn parent(file: &Path) -> PathBuf {
    file.parent().unwrap_or_else(|| Path::new("")).to_path_buf()
}

fn plain_name(name: &Ident) -> String {
    let name = name.to_string();
    name.strip_prefix("r#").map_or(name.clone(), String::from)
}

/// `#[path = "…"]`.
fn path_of(attributes: &[Attribute]) -> Option<String> {
    attributes.iter().find_map(path_in)
}

fn path_in(attribute: &Attribute) -> Option<String> {
    let Meta::NameValue(pair) = &attribute.meta else {
        return None;
    };
    match &pair.value {
        Expr::Lit(ExprLit {
            lit: Lit::Str(text),
            ..
        }) if pair.path.is_ident("path") => Some(text.value()),
        _ => None,
    }
}
