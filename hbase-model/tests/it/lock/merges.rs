//! Merges of locks, by git.

use std::fs;
use std::path::Path;
use std::process::Command;

use hbase_model::lock::{LockErrorKind, LockFile};

use super::locked;

const KEY: &str = "key 01 id integer8-unsigned";
const FIRST: &str = "cell D1 AMOUNT u64 java optional";
const LAST: &str = "cell D1 ZIP text text optional";
const MIDDLE: [&str; 5] = [
    "cell D1 CITY text text optional",
    "cell D1 MAIL text text optional",
    "cell D1 NAME text text optional",
    "cell D1 NOTE text text optional",
    "cell D1 STREET text text optional",
];

fn lock_of(more: &[&str]) -> LockFile {
    let mut all = vec![KEY];
    all.extend(MIDDLE);
    all.extend(more);
    locked(&all)
}

/// Merges two versions of a lock; returns the text, and whether git merged it without a conflict.
fn merge(ours: &LockFile, base: &LockFile, theirs: &LockFile) -> (String, bool) {
    let folder = std::env::temp_dir().join(format!(
        "hbase_lock_{}_{}",
        std::process::id(),
        fastrand::u64(..)
    ));
    fs::create_dir(&folder).expect("a folder");
    let files = [("ours", ours), ("base", base), ("theirs", theirs)];
    for (name, lock) in files {
        fs::write(folder.join(name), lock.to_string()).expect("a file");
    }
    let merged = git(&folder);
    fs::remove_dir_all(folder).expect("the folder");
    merged
}

fn git(folder: &Path) -> (String, bool) {
    let merged = Command::new("git")
        .args(["merge-file", "-p", "ours", "base", "theirs"])
        .current_dir(folder)
        .output()
        .expect("git");
    let text = String::from_utf8(merged.stdout).expect("text");
    (text, merged.status.success())
}

#[test]
fn columns_in_different_places_merge_without_a_conflict() {
    let base = lock_of(&[]);
    let (text, is_clean) = merge(&lock_of(&[FIRST]), &base, &lock_of(&[LAST]));
    assert!(is_clean, "{text}");
    assert_eq!(text.parse::<LockFile>(), Ok(lock_of(&[FIRST, LAST])));
}

#[test]
fn of_adjacent_columns_both_are_kept() {
    let base = lock_of(&[]);
    let other = "cell D1 ZIP2 text text optional";
    let (text, is_clean) = merge(&lock_of(&[LAST]), &base, &lock_of(&[other]));
    assert!(!is_clean, "{text}");
    let error = text.parse::<LockFile>().expect_err("a conflict");
    assert_eq!(error.kind, LockErrorKind::Conflict);
    let kept: Vec<_> = text
        .lines()
        .filter(|line| !line.starts_with(['<', '=', '>']))
        .collect();
    assert_eq!(
        kept.join("\n").parse::<LockFile>(),
        Ok(lock_of(&[LAST, other]))
    );
}

#[test]
fn two_changes_of_a_column_conflict_in_one_line() {
    let (base, wide) = (
        lock_of(&[LAST]),
        lock_of(&["cell D1 ZIP u32 java optional"]),
    );
    let (text, is_clean) = merge(&wide, &base, &lock_of(&["cell D1 ZIP u64 java optional"]));
    assert!(!is_clean);
    let conflict: Vec<_> = text
        .lines()
        .skip_while(|line| !line.starts_with('<'))
        .collect();
    assert!(
        conflict[2].starts_with("=======") && conflict[4].starts_with(">>>>>>>"),
        "{text}"
    );
}
