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
    /// Neither of the two files exists that a `mod` item may name.
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
    /// Rustdoc failed, or its JSON could not be read.
    #[error("rustdoc: {0}")]
    Rustdoc(String),
    /// The glossary's table is missing or has no rejected words.
    #[error("{}: found no table with the header `| concept | word | not |` and a word in backticks in its third column", .0.display())]
    Glossary(PathBuf),
}
