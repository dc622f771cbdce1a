//! Tables described from sources: for build scripts and for the command.
//!
//! [`read()`] takes a crate's sources and gives every struct that derives `HTable` as a
//! [`DescribedTable`]: the table with its families and splits, the layout of its key, its columns.
//!
//! Sources say attributes and names of types, no more. Known are the types of the standard library,
//! of `hbase-schema` and of the crates that it has features for; and the types of the same sources:
//! those that derive `KeyPart`, `CellValue` or `Columns`, aliases, and impls by hand whose consts are
//! literals. What is none of those is an error that says so at its place. What a compiler would
//! refuse beside is not looked for: a description is as good as a struct that compiles.
//!
//! [`text`] turns described tables into texts, and [`Generate`] writes them from a build script.

mod declared;
mod generate;
mod read;
mod resolve;
pub mod text;

pub use declared::{DeclaredError, DeclaredTable, declared};
pub use generate::{Generate, GenerateError, GeneratedFile, WRITE_VARIABLE};
pub use hbase_model::{CellCodec, CellFormat, DescribedColumn, DescribedTable};
pub use read::{Diagnostic, ReadError, Reading, key_codes, read, read_files};
pub use resolve::KeyCodes;
