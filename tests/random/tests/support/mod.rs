//! Runs the test `fixed` as another process, with other tables or sources.

use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// The directory of the workspace.
pub(crate) fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The target directory. This program is in `deps` in the directory of the profile.
pub(crate) fn target() -> PathBuf {
    let this = env::current_exe().expect("the path of this program");
    let target = this.ancestors().nth(3).expect("the target directory");
    target.to_owned()
}

/// Runs a command, and waits for its end.
///
/// # Panics
/// If it cannot be started.
pub(crate) fn output(command: &mut Command) -> Output {
    let output = command.output();
    output.unwrap_or_else(|error| panic!("{command:?}: {error}"))
}

/// Tests tables with the sources and the target directory; what the test printed if a result differs.
///
/// # Errors
/// What cargo printed, if the test fails for another reason: the sources do not compile.
pub(crate) fn differences(
    sources: &Path,
    target: &Path,
    tables: &str,
) -> Result<Option<String>, String> {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["test", "-p", "hbase-schema-random-tests", "--test", "fixed"]);
    cargo.env("CARGO_TARGET_DIR", target);
    cargo.env("RANDOM_TABLES", tables).current_dir(sources);
    let tested = output(&mut cargo);
    let printed = String::from_utf8_lossy(&tested.stdout).into_owned();
    if tested.status.success() {
        Ok(None)
    } else if printed.contains("tables differ") {
        Ok(Some(printed))
    } else {
        let errors = String::from_utf8_lossy(&tested.stderr);
        Err(format!("{printed}{errors}"))
    }
}
