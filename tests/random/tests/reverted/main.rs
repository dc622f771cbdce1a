//! Reintroduces fixed bugs, one by one, into a copy of the sources. The fixed tables must find each of them.
//!
//! The copy has a target directory of its own, because cargo would give its artifacts the names of the checkout's. Only
//! the crates that a patch changes are built again.

#[path = "../support/mod.rs"]
mod support;

use std::collections::BTreeSet;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use support::{differences, output, target, workspace};

/// The tables that must find each bug: the first fixed ones, and others of the fixed ones that have a date or a random salt, which some bugs
/// need. More tables take longer to compile.
const TABLES: &str = "fixed:24,941,965,3118,3275";

/// Selects one patch by its name.
const SELECTION: &str = "REVERTED";

/// The selected patches.
fn patches() -> Vec<PathBuf> {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/reverted");
    let selected = env::var_os(SELECTION);
    let is_selected = |path: &PathBuf| {
        path.extension().is_some_and(|end| end == "patch")
            && (selected.is_none() || path.file_stem() == selected.as_deref())
    };
    let entries = fs::read_dir(dir).expect("the directory of the patches");
    let paths = entries.map(|entry| entry.expect("a patch").path());
    let mut patches: Vec<_> = paths.filter(is_selected).collect();
    patches.sort();
    assert!(!patches.is_empty(), "no patch has the name in {SELECTION}");
    patches
}

/// The paths of all files in a directory, relative to `root`.
fn files(root: &Path, dir: &Path, into: &mut BTreeSet<PathBuf>) {
    for entry in fs::read_dir(dir).expect("a directory") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            files(root, &path, into);
        } else {
            into.insert(path.strip_prefix(root).expect("a file in it").to_owned());
        }
    }
}

/// Makes the copy the same as the checkout. Files that are the same are not written, so that cargo does not build them again.
fn update(copy: &Path) {
    let mut list = Command::new("git");
    list.args([
        "ls-files",
        "-z",
        "--cached",
        "--others",
        "--exclude-standard",
    ]);
    let listed = output(list.current_dir(workspace()));
    assert!(listed.status.success(), "the checkout is a git repository");
    let listed = String::from_utf8(listed.stdout).expect("names in UTF-8");
    fs::create_dir_all(copy).expect("a directory");
    let mut stale = BTreeSet::new();
    files(copy, copy, &mut stale);
    for name in listed.split_terminator('\0') {
        let (from, to) = (workspace().join(name), copy.join(name));
        // The list contains deleted files too.
        let Ok(content) = fs::read(&from) else {
            continue;
        };
        stale.remove(Path::new(name));
        if fs::read(&to).ok().as_ref() != Some(&content) {
            fs::create_dir_all(to.parent().expect("a directory")).expect("a directory");
            fs::write(&to, content).expect("a file");
        }
    }
    for name in stale {
        fs::remove_file(copy.join(name)).expect("a file");
    }
}

fn apply(patch: &Path, copy: &Path) {
    let mut git = Command::new("git");
    // In a repository, git would apply nothing to files that the repository ignores.
    git.env("GIT_CEILING_DIRECTORIES", target());
    git.arg("apply").arg(patch).current_dir(copy);
    let applied = output(&mut git);
    assert!(
        applied.status.success(),
        "{} does not apply, because the sources have changed:\n{}\
         Write the patch again: put the bug that its first line describes back into the sources, replace the diff by \
         the output of `git diff`, and undo the change.",
        patch.display(),
        String::from_utf8_lossy(&applied.stderr)
    );
}

/// Whether a result in the copy differs from the reference model.
fn differs(copy: &Path, build: &Path) -> bool {
    match differences(copy, build, TABLES) {
        Ok(printed) => printed.is_some(),
        Err(printed) => panic!("the copy fails for another reason:\n{printed}"),
    }
}

#[test]
#[ignore = "it compiles the library once for each patch"]
fn the_fixed_tables_find_each_bug() {
    let patches = patches();
    let reverted = target().join("reverted");
    let (copy, build) = (reverted.join("sources"), reverted.join("build"));
    update(&copy);
    assert!(
        !differs(&copy, &build),
        "a result differs without any of the bugs: run the test `fixed`"
    );
    let mut missed = Vec::new();
    for patch in patches {
        apply(&patch, &copy);
        if !differs(&copy, &build) {
            missed.push(patch);
        }
        update(&copy);
    }
    assert!(missed.is_empty(), "the tables do not find {missed:?}");
}
