//! Why the sources could not be checked.
use std::path::PathBuf;

/// Errors of reading the workspace.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A file that a `mod` item names, or the glossary, could not be read.
    #[error("cannot read {}: {cause}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The system's error.
        cause: std::io::Error,
    },
    /// A file is not Rust.
    #[error("{}:{}: {cause}", path.display(), cause.span().start().line)]
    Syntax {
        /// The file.
        path: PathBuf,
        /// The parser's error.
        cause: syn::Error,
    },
    /// Neither of the files that a `mod` item may name exists.
    #[error("{}: no file for `mod {name};`: neither {name}.rs nor {name}/mod.rs is in {}", path.display(), dir.display())]
    NoModule {
        /// The file with the `mod` item.
        path: PathBuf,
        /// The module's name.
        name: String,
        /// The directory in which its file was expected.
        dir: PathBuf,
    },
    /// `cargo metadata` failed.
    #[error("cargo metadata: {0}")]
    Metadata(String),
    /// A table of words is missing or rejects none.
    #[error("{}: found no table with the header `{header}`, and a word in backticks where it lists what is rejected", path.display())]
    NoTable {
        /// The page.
        path: PathBuf,
        /// The header's line.
        header: &'static str,
    },
    /// Rustdoc failed, or its JSON could not be read.
    #[error("rustdoc: {0}")]
    Rustdoc(String),
}
