//! A script for `HBase`'s shell.

use std::fmt::Write;

use hbase_model::ddl::{Ddl, SplitsFile};
use hbase_model::splits::SplitError;

use super::{MARK, declared_by};
use crate::DeclaredTable;

/// A script, and the file that it needs beside it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ShellScript {
    /// For `hbase shell -n FILE.rb`.
    pub script: String,
    /// The splits, where there are many: the shell is started in its folder.
    pub splits_file: Option<SplitsFile>,
}

/// The script that creates a table, ready for `hbase shell -n FILE.rb`, which stops at the first
/// error and ends with a status other than 0.
///
/// A namespace may be there already, for other tables share it; the table may not. So one script
/// creates what all structs of a table declare: see [`declared`](crate::declared()).
///
/// # Errors
/// Where the splits are wrong.
pub fn shell(table: &DeclaredTable) -> Result<ShellScript, SplitError> {
    let ddl = Ddl::of(&table.table)?;
    let name = table.name();
    let mut script = format!(
        "# Creates {name}, as {}.\n",
        declared_by(&table.rows.join(", "))
    );
    // Writing to a text cannot fail.
    let _ = writeln!(script, "# {MARK}");
    if let Some(file) = &ddl.splits_file {
        let _ = writeln!(script, "# Run it in this folder: it reads {}.", file.name);
    }
    if let Some(create) = &ddl.create_namespace {
        let _ = writeln!(script, "{create}");
    }
    script.push_str(&ddl.create);
    script.push('\n');
    Ok(ShellScript {
        script,
        splits_file: ddl.splits_file,
    })
}
