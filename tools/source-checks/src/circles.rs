//! Import circles: files of one target that import each other, directly or through others.
//!
//! A file imports another one if it names something that the other one defines: in a `use`, in a path
//! (`crate::…`, `super::…`, `self::…`, a child module's name, a name brought in by `use`), or through `use
//! …::*`. Re-exports are followed to the file that defines the name, so that a `mod.rs` or `lib.rs` that only
//! re-exports names is in no circle; a re-export counts as an import only if the file uses the name itself.
//! Names of modules alone, code under `#[cfg(test)]`, methods called on values, and macros found by textual
//! scope do not count.
//!
//! A circle is a strongly connected component of that graph with at least two files. It is allowed if it has at
//! most three files, which are in one module's folder: `read/mod.rs`, `read/plan.rs` and `read/rows.rs` may use
//! each other (and so may `read.rs` and `read/plan.rs`), because other modules see them as one. Files in a
//! target's root folder have no module around them, and sub-folders are separate modules: such circles are
//! findings.
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use crate::Finding;
use crate::read::{Crate, Module};
use crate::scope::Scope;

mod components;
mod paths;

/// Maximum files of a circle in one module's folder.
const MAX_FILES: usize = 3;

/// The names that each file imports from each other file.
type Imports = BTreeMap<PathBuf, BTreeMap<PathBuf, BTreeSet<String>>>;

/// The circles of a target that go beyond one module's folder, or have more than three files.
#[must_use]
pub fn check(read: &Crate) -> Vec<Finding> {
    let imports = imports(read);
    let root = &read.modules[0].folder;
    components::of(&imports)
        .into_iter()
        .filter(|files| files.len() > MAX_FILES || !are_one_folder(files, root, read))
        .map(|files| finding(&files, &imports))
        .collect()
}

fn imports(read: &Crate) -> Imports {
    let scope = Scope::of(read);
    let mut imports = Imports::new();
    for (index, module) in read.modules.iter().enumerate() {
        let from = imports.entry(module.file.clone()).or_default();
        for (definer, name) in used(index, module, &scope) {
            let file = &read.modules[definer].file;
            if *file != module.file {
                from.entry(file.clone()).or_default().insert(name);
            }
        }
    }
    imports
}

/// The names that a module uses, each with the module that defines it.
fn used(index: usize, module: &Module, scope: &Scope) -> Vec<(usize, String)> {
    let tokens = paths::tokens(&module.items);
    let paths = paths::of(tokens.clone(), |head| scope.knows(index, head));
    let mut used: Vec<(usize, String)> = paths
        .iter()
        .filter_map(|path| scope.definer(index, path))
        .collect();
    let globs: Vec<usize> = scope.globs(index).collect();
    for name in paths::identifiers(tokens) {
        used.extend(
            globs
                .iter()
                .filter_map(|glob| scope.definer_in(*glob, &name)),
        );
        used.extend(scope.definer(index, &[name]));
    }
    used
}

/// Whether all files are in the folder of one module other than the root.
fn are_one_folder(files: &[PathBuf], root: &Path, read: &Crate) -> bool {
    let folders_of = |file: &PathBuf| -> BTreeSet<PathBuf> {
        let own = read
            .modules
            .iter()
            .find(|module| module.file == *file)
            .map(|module| module.folder.clone());
        own.into_iter()
            .chain(file.parent().map(Path::to_owned))
            .filter(|folder| folder != root)
            .collect()
    };
    let mut common = files.iter().map(folders_of);
    let first = common.next().unwrap_or_default();
    !common
        .fold(first, |common, folders| &common & &folders)
        .is_empty()
}

fn finding(files: &[PathBuf], imports: &Imports) -> Finding {
    let arrows = files.iter().flat_map(|file| {
        let others = imports[file]
            .iter()
            .filter(|(other, _)| files.contains(other));
        others.map(move |(other, names)| arrow(file, other, names))
    });
    let message = format!(
        "circle of {} files{}",
        files.len(),
        arrows.collect::<String>()
    );
    Finding {
        file: files[0].clone(),
        line: 1,
        message,
    }
}

fn arrow(file: &Path, other: &Path, names: &BTreeSet<String>) -> String {
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    format!(
        "\n    {} -> {}: {}",
        file.display(),
        other.display(),
        names.join(", ")
    )
}
