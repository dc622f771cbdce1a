//! Mistakes that were corrected: with one of them back in a copy of the sources, the fixed tables find it.
//!
//! `cargo test -p hbase-schema-random-tests --test reverted -- --ignored`; `REVERTED=w3_latest` selects one.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The patches, by their names.
fn patches() -> Vec<(String, PathBuf)> {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("reverted");
    let wanted = std::env::var("REVERTED").ok();
    let entries = fs::read_dir(dir).expect("patches");
    let paths = entries.map(|entry| entry.expect("a patch").path());
    let named = paths.map(|path| {
        let name = path
            .file_stem()
            .map(|name| name.to_string_lossy().into_owned());
        (name.unwrap_or_default(), path)
    });
    let mut named: Vec<_> = named.collect();
    named.retain(|(name, _)| wanted.as_ref().is_none_or(|wanted| wanted == name));
    named.sort();
    named
}

fn run(command: &mut Command) -> Output {
    command
        .output()
        .unwrap_or_else(|error| panic!("{command:?}: {error}"))
}

/// Copies the files under version control.
fn copy_to(copy: &Path) {
    let listed = run(Command::new("git").arg("ls-files").current_dir(workspace()));
    let listed = String::from_utf8(listed.stdout).expect("names of files");
    for name in listed.lines() {
        let (from, to) = (workspace().join(name), copy.join(name));
        fs::create_dir_all(to.parent().expect("a directory")).expect("a directory");
        if from.is_file() && fs::read(&from).ok() != fs::read(&to).ok() {
            fs::copy(&from, &to).expect("a file");
        }
    }
}

fn patch(copy: &Path, patch: &Path, reverse: bool) {
    let mut command = Command::new("patch");
    command.args(["-p1", "-i"]).arg(patch).current_dir(copy);
    if reverse {
        command.arg("-R");
    }
    let output = run(&mut command);
    assert!(
        output.status.success(),
        "{}: {}",
        patch.display(),
        String::from_utf8_lossy(&output.stdout)
    );
}

/// Whether the fixed tables differ from the reference in this copy.
fn differs(copy: &Path, build: &Path) -> bool {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["test", "-p", "hbase-schema-random-tests", "--test", "fixed"]);
    cargo
        .env("CARGO_TARGET_DIR", build)
        .env("RANDOM_TABLES", "fixed")
        .current_dir(copy);
    let output = run(&mut cargo);
    let printed = String::from_utf8_lossy(&output.stdout);
    // A copy that does not compile proves nothing.
    assert!(
        printed.contains("test result"),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    !output.status.success()
}

#[test]
#[ignore = "it compiles the library once for each patch"]
fn the_fixed_tables_find_each_mistake() {
    let target = workspace().join("target/reverted");
    let (copy, build) = (target.join("sources"), target.join("build"));
    copy_to(&copy);
    let mut missed = Vec::new();
    for (name, path) in patches() {
        patch(&copy, &path, false);
        if !differs(&copy, &build) {
            missed.push(name);
        }
        patch(&copy, &path, true);
    }
    assert!(missed.is_empty(), "not found: {missed:?}");
}
