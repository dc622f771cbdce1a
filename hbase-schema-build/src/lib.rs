//! Describes `HBase` tables from Rust sources, for build scripts and for the command `hbase-schema`.
//!
//! [`read()`] parses the sources of a crate and returns each struct that derives `HTable` as a
//! [`DescribedTable`]: the table's families, attributes and splits, the layout of its row key, its columns.
//!
//! Types are resolved by name: those of the standard library, of `hbase-schema` and of the crates that
//! it has features for, and those of the same sources, which are aliases, types that derive `KeyPart`,
//! `CellValue` or `Columns`, and types with hand-written impls whose consts are literals. Any other type is an
//! error with its location. Structs are expected to compile: other compile errors are not reported.
//!
//! [`text`] formats described tables, and [`Generate`] writes the files from a build script.

mod dates;
mod declared;
mod generate;
mod read;
mod resolve;
pub mod text;

pub use dates::{DateRange, DatesError, dated};
pub use declared::{DeclaredContent, DeclaredError, DeclaredTable, declared};
pub use generate::{Generate, GenerateError, GeneratedFile, WRITE_VARIABLE};
pub use hbase_model::{CellCodec, CellFormat, DescribedColumn, DescribedTable};
pub use read::{Diagnostic, ReadError, Reading, SourceSpan, read, read_files, read_for};
