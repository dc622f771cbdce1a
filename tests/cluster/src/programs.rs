//! Programs of this workspace that tests run.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use crate::ClusterError;

/// The folder of a package's programs, which is no dependency of the tests: that named by `HBASE_TEST_PROGRAMS`, where
/// all have been built, or the one that `cargo build` with these arguments puts them into.
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
