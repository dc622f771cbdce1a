//! Tables created in `HBase`'s shell.

use std::fmt::Write;

use crate::{Cluster, ClusterError};

/// Creates tables by their statements; tables of the same names are dropped first. `name` names the
/// script, one for each test.
///
/// # Errors
/// If the shell rejects a statement, with its output.
pub fn create_anew(cluster: &Cluster, name: &str, statements: &[&str]) -> Result<(), ClusterError> {
    let mut script = String::new();
    let lines = statements.iter().flat_map(|statement| statement.lines());
    for line in lines {
        let quoted = line.split('\'').nth(1).unwrap_or_default();
        // The shell's commands are Ruby's methods.
        let _ = match line.split_once(' ') {
            Some(("create", _)) => writeln!(
                script,
                "if exists '{quoted}'\n  disable '{quoted}' if is_enabled '{quoted}'\n  drop '{quoted}'\nend\n{line}"
            ),
            _ => writeln!(script, "{line}"),
        };
    }
    cluster.shell(name, &script).map(drop)
}
