//! The facts of a crate's structs, as its compiled test writes them.

use std::path::Path;
use std::{env, fs, process};

use hbase_model::TableName;
use hbase_model::lock::TableFacts;

use super::cargo::run_test;
use crate::cli::LockArgs;
use crate::error::CliError;

/// A struct of the crate.
#[derive(Debug, PartialEq)]
pub(super) struct StructFacts {
    pub(super) row: String,
    pub(super) facts: TableFacts,
}

/// Compiles the crate, which compares its structs with the lock, and runs the test that writes their facts.
pub(super) fn read(args: &LockArgs, lock: &Path) -> Result<Vec<StructFacts>, CliError> {
    let name = format!(
        "hbase-schema-{}-{:08x}.facts",
        process::id(),
        fastrand::u32(..)
    );
    let path = env::temp_dir().join(name);
    let ran = run_test(args, lock, ("HBASE_LOCK_FACTS", path.as_os_str()));
    let text = fs::read_to_string(&path);
    // Left in the temporary directory if it cannot be removed.
    let _ = fs::remove_file(&path);
    ran?;
    let text = text.map_err(|error| CliError::cannot("read the facts of the structs", &error))?;
    parse(&text).ok_or_else(|| {
        let error = CliError::findings("cannot read the facts of the structs");
        error.help("use the same version of `hbase-schema` for the crate and the command")
    })
}

/// Parses a line with `struct` for each struct, and its facts after it.
fn parse(text: &str) -> Option<Vec<StructFacts>> {
    let mut structs: Vec<StructFacts> = Vec::new();
    for line in text.lines() {
        if let Some(head) = line.strip_prefix("struct ") {
            let mut words = head.split(' ');
            let row = words.next()?.to_owned();
            // A name with a date is checked when its dates are replaced.
            let table = TableName::unchecked(words.next()?);
            let fingerprint = u64::from_str_radix(words.next()?, 16).ok()?;
            let facts = TableFacts {
                table,
                lines: String::new(),
                fingerprint,
            };
            structs.push(StructFacts { row, facts });
            continue;
        }
        let lines = &mut structs.last_mut()?.facts.lines;
        lines.push_str(line);
        lines.push('\n');
    }
    Some(structs)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn facts_follow_their_struct() {
        let text = "struct Order SHOP:ORDERS 00000000000000ff\nSHOP:ORDERS family D1 00\nstruct Day DAYS_{yyyyMMdd} 01\n";
        let found = parse(text).unwrap();
        assert_eq!(found.len(), 2);
        assert_eq!(found[0].row, "Order");
        assert_eq!(found[0].facts.fingerprint, 0xff);
        assert_eq!(found[0].facts.lines, "SHOP:ORDERS family D1 00\n");
        assert_eq!(found[1].facts.table.to_string(), "DAYS_{yyyyMMdd}");
        assert_eq!(parse("SHOP:ORDERS family D1 00\n"), None);
        assert_eq!(parse("struct Order\n"), None);
    }
}
