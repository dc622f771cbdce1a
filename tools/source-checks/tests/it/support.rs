//! Crates of a few lines, in a folder of their own.
use std::path::Path;

use hbase_schema_source_checks::{Crate, Error, Finding};

/// Files, by their paths below `src`.
pub(crate) type Files<'a> = &'a [(&'a str, &'a str)];

pub(crate) fn try_read<T>(
    files: Files<'_>,
    check: impl FnOnce(Result<Crate, Error>, &Path) -> T,
) -> T {
    let folder = tempfile::tempdir().expect("a folder");
    for (path, text) in files {
        let path = folder.path().join(path);
        std::fs::create_dir_all(path.parent().expect("in the folder")).expect("a folder");
        std::fs::write(path, text).expect("a file");
    }
    check(
        Crate::read("example", &folder.path().join("lib.rs")),
        folder.path(),
    )
}

/// The findings of `check`, with paths relative to the crate's folder.
pub(crate) fn found(files: Files<'_>, check: impl FnOnce(&Crate) -> Vec<Finding>) -> Vec<String> {
    try_read(files, |read, folder| {
        let findings = check(&read.expect("valid sources"));
        let prefix = format!("{}/", folder.display());
        findings
            .iter()
            .map(|finding| finding.to_string().replace(&prefix, ""))
            .collect()
    })
}
