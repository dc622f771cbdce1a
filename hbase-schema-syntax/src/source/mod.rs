//! Tables in source files, for build scripts and for the command.
//!
//! Structs that a macro generates are not found. `cfg` and `cfg_attr` are evaluated for a [`Build`]. Items
//! of tests (`#[cfg(test)]`, `#[test]`) are left out, since their tables are not for a cluster.

mod absent;
mod bare_traits;
mod build;
mod conditional;
mod error;
mod find;
mod locked;
mod manifest;
mod modules;
mod nesting;
mod normalize;
mod resolve;
mod types;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

pub use build::Build;
pub use error::{SourceError, SpannedError, SpannedErrors};
pub use locked::{Listed, LockList};
pub use manifest::is_only_workspace;
pub use nesting::{MAX_NESTING, on_deep_stack};
pub use types::{Meaning, Scope, SourceImpl, SourceType, TypeItem};

use syn::DeriveInput;

use crate::ast::Table;
use crate::parse::parse_table;
use modules::ModulePaths;
use types::Modules;

/// A struct that derives `HTable`, and its file.
pub struct SourceTable {
    /// The file, relative to the path that was read.
    pub file: PathBuf,
    /// Its scope, in which its fields' types are resolved.
    pub scope: Scope,
    /// The struct.
    pub input: DeriveInput,
}

impl SourceTable {
    /// Parses and checks the struct.
    ///
    /// All errors of the struct, with file, line and column. Lines are available only on the thread
    /// that parsed the file.
    pub fn table(&self) -> Result<Table<'_>, SpannedErrors> {
        parse_table(&self.input).map_err(|errors| SpannedErrors::of(&self.file, &errors))
    }
}

/// The types and impls in the files of a crate.
pub struct Sources {
    /// Every struct that derives `HTable`, in source order.
    pub tables: Vec<SourceTable>,
    /// Every file that was read or failed to be read.
    pub files: Vec<PathBuf>,
    /// Errors of files that cannot be read, are not valid Rust, or are missing; their items are not
    /// included.
    pub errors: Vec<SourceError>,
    /// Each `hbase_schema::lock!`, in source order.
    pub lock_lists: Vec<LockList>,
    modules: Modules,
}

impl Sources {
    /// Resolves a path to a type in a scope.
    pub fn meaning(&self, scope: Scope, path: &syn::Path) -> Meaning<'_> {
        self.modules.meaning(scope, &types::names(path))
    }

    /// Whether a type derives a trait, under any imported name of the trait.
    pub fn derives(&self, scope: Scope, input: &DeriveInput, name: &str) -> bool {
        self.modules.derives(scope, input, name)
    }

    /// The impls of traits, in source order.
    pub fn impls(&self) -> &[SourceImpl] {
        &self.modules.impls
    }
}

/// Reads a `.rs` file or a crate's directory, with the files of its modules.
///
/// # Errors
/// [`SourceError`] if there is nothing to read. Errors of single files are in
/// [`errors`](Sources::errors).
pub fn read_sources(path: &Path) -> Result<Sources, SourceError> {
    read_sources_for(path, Build::default())
}

/// [`read_sources`] for a build.
///
/// # Errors
/// Same as [`read_sources`].
pub fn read_sources_for(path: &Path, build: Build) -> Result<Sources, SourceError> {
    let mut reader = Reader {
        build,
        ..Reader::default()
    };
    for root in roots(path)? {
        let scope = reader.modules.root();
        if root.ends_with("lib.rs")
            && let Some(name) = manifest::library_name(path)
        {
            reader.modules.set_library(name, scope);
        }
        reader.root.clone_from(&root);
        reader.file(&root, ModulePaths::of_root(&root), scope);
    }
    reader.modules.link();
    Ok(Sources {
        tables: tables(&reader.modules),
        files: reader.files,
        errors: reader.errors,
        lock_lists: reader.lock_lists,
        modules: reader.modules,
    })
}

/// Returns every struct that derives `HTable` in a `.rs` file or a crate's directory, and in the
/// files of its modules, in source order.
///
/// # Errors
/// The first file that cannot be read, is not valid Rust, or is missing.
pub fn read_crate(path: &Path) -> Result<Vec<SourceTable>, SourceError> {
    let sources = read_sources(path)?;
    match sources.errors.into_iter().next() {
        Some(error) => Err(error),
        None => Ok(sources.tables),
    }
}

/// Returns enums and unions too, so that they are rejected rather than ignored.
fn tables(modules: &Modules) -> Vec<SourceTable> {
    let types = modules.types.iter();
    types
        .filter_map(|found| match &found.item {
            TypeItem::Defined(input) if modules.derives(found.scope, input, "HTable") => {
                Some(SourceTable {
                    file: found.file.clone(),
                    scope: found.scope,
                    input: input.clone(),
                })
            }
            _ => None,
        })
        .collect()
}

/// The root files of a crate.
fn roots(path: &Path) -> Result<Vec<PathBuf>, SourceError> {
    if path.is_file() {
        return Ok(vec![path.to_path_buf()]);
    }
    // The crate's folder, or its folder `src` itself.
    let folders = [path.join("src"), path.to_path_buf()];
    let mut found = folders.iter().map(|folder| roots_in(folder));
    let roots = found.find(|roots| !roots.is_empty());
    roots.ok_or_else(|| SourceError::NoCrate {
        path: path.to_path_buf(),
    })
}

/// The root files in a folder of sources.
fn roots_in(source: &Path) -> Vec<PathBuf> {
    let names = ["lib.rs", "main.rs"].iter();
    let files = names.map(|name| source.join(name));
    let mut roots: Vec<PathBuf> = files.filter(|file| file.is_file()).collect();
    roots.extend(binaries(&source.join("bin")));
    roots
}

/// `src/bin/*.rs` and `src/bin/*/main.rs`.
fn binaries(directory: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(directory).into_iter().flatten().flatten();
    let mut files: Vec<PathBuf> = entries
        .map(|entry| entry.path())
        .map(|path| {
            if path.is_dir() {
                path.join("main.rs")
            } else {
                path
            }
        })
        .filter(|path| path.is_file() && path.extension().is_some_and(|e| e == "rs"))
        .collect();
    files.sort();
    files
}

/// The state of a read.
#[derive(Default)]
struct Reader {
    build: Build,
    /// The root file that is being read, with its modules.
    root: PathBuf,
    files: Vec<PathBuf>,
    errors: Vec<SourceError>,
    lock_lists: Vec<LockList>,
    modules: Modules,
    /// A library and a binary may share files, and `#[path]` may form a circle: each file is read
    /// once, and is the same module everywhere.
    seen: BTreeMap<PathBuf, Scope>,
}

impl Reader {
    /// The module of a file, if it was read.
    fn scope_of(&self, path: &Path) -> Option<Scope> {
        self.seen.get(&whole(path)).copied()
    }

    fn file(&mut self, path: &Path, paths: ModulePaths, scope: Scope) {
        if self.scope_of(path).is_some() {
            return;
        }
        self.seen.insert(whole(path), scope);
        self.files.push(path.to_path_buf());
        match parse(path) {
            Ok(file) => find::in_file(self, path, paths, scope, &file),
            Err(error) => self.errors.push(error),
        }
    }
}

fn whole(path: &Path) -> PathBuf {
    fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf())
}

fn parse(path: &Path) -> Result<syn::File, SourceError> {
    let text = fs::read_to_string(path).map_err(|source| SourceError::Read {
        path: path.to_path_buf(),
        source,
    })?;
    nesting::check_nesting(&text)
        .and_then(|()| syn::parse_file(&text).or_else(|e| bare_traits::parse_with_dyn(&text, e)))
        .and_then(|file| normalize::with_normalized_identifiers(file, &text))
        .map_err(|e| SourceError::Syntax(SpannedError::of(path, &e)))
}
