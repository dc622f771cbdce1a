//! Scripts for `HBase`'s shell.

use std::fmt::Write;

use hbase_model::ddl::{Ddl, SplitsFile, create_if_missing};
use hbase_model::splits::SplitError;

use super::{MARK, declared_by};
use crate::{DeclaredContent, DeclaredTable};

/// A script and the file of split points that it reads.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ShellScript {
    /// For `hbase shell -n FILE.rb`.
    pub script: String,
    /// The split points, if the table has many; the shell must run in the folder of this file.
    pub splits_file: Option<SplitsFile>,
}

/// Formats the script that creates a table, for `hbase shell -n FILE.rb`, which stops at the first error
/// with a non-zero status.
///
/// The namespace and the table of the indexes' states may exist; other tables must not. One script creates the table of
/// all structs that declare it: see [`declared`](crate::declared()).
///
/// # Errors
/// Splits that cannot be computed.
pub fn shell(table: &DeclaredTable) -> Result<ShellScript, SplitError> {
    let ddl = Ddl::of(&table.table)?;
    let name = table.name();
    let what = match &table.content {
        DeclaredContent::Rows { .. } => String::new(),
        _ => format!(", {}", table.described()),
    };
    let mut script = format!(
        "# Creates {name}{what}, as {}.\n",
        declared_by(&table.rows.join(", "))
    );
    // Writing to a `String` cannot fail.
    let _ = writeln!(script, "# {MARK}");
    if let Some(file) = &ddl.splits_file {
        let _ = writeln!(script, "# Run it in this folder: it reads {}.", file.name);
    }
    if let Some(create) = &ddl.create_namespace {
        let _ = writeln!(script, "{create}");
    }
    // Other tables of the namespace share it.
    if table.content == DeclaredContent::IndexStates {
        script.push_str(&create_if_missing(&table.table)?);
    } else {
        script.push_str(&ddl.create);
    }
    script.push('\n');
    Ok(ShellScript {
        script,
        splits_file: ddl.splits_file,
    })
}
