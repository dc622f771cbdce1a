//! Programs of this workspace that tests run.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use crate::ClusterError;

/// The folder with the programs of a package on which the tests do not depend. It is the folder that
/// `HBASE_TEST_PROGRAMS` names, where all have been built, or the one in which `cargo build` with these
/// arguments puts them.
///
/// # Errors
/// [`ClusterError::Failed`] with the output of the compiler.
pub fn built_programs(arguments: &[&str]) -> Result<PathBuf, ClusterError> {
    match env::var_os("HBASE_TEST_PROGRAMS") {
        Some(folder) => Ok(folder.into()),
        None => build(arguments),
    }
}

fn build(arguments: &[&str]) -> Result<PathBuf, ClusterError> {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["build", "--quiet", "--bins"]);
    cargo.args(["--message-format", "json-render-diagnostics"]);
    let output = cargo.args(arguments).output()?;
    let messages = output.stdout.split(|byte| *byte == b'\n');
    let mut programs = messages.filter_map(|line| {
        let message: Value = serde_json::from_slice(line).ok()?;
        message["executable"].as_str().map(PathBuf::from)
    });
    let program = programs.next_back().filter(|_| output.status.success());
    let folder = program.as_deref().and_then(Path::parent);
    let failed = || ClusterError::Failed(String::from_utf8_lossy(&output.stderr).into_owned());
    folder.map(Path::to_owned).ok_or_else(failed)
}
