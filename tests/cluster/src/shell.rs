//! Tables made in `HBase`'s shell.

use std::fmt::Write;

use crate::{Place, Problem};

/// Creates tables by their statements, in place of what other tests left under their names; a table
/// stands in one statement only. `name` is that of the file, one of its own for each test.
///
/// # Errors
/// Where the shell refuses one, with what it printed.
pub fn create_anew(place: &Place, name: &str, statements: &[&str]) -> Result<(), Problem> {
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
    place.shell(name, &script).map(drop)
}
