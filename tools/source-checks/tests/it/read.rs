//! How modules are found.
use hbase_schema_source_checks::targets;

use crate::support::try_read;

#[test]
fn modules_in_files_folders_and_other_paths() {
    let files = [
        (
            "lib.rs",
            "mod a; #[path = \"other/name.rs\"] mod b; mod c { mod d; }",
        ),
        ("a.rs", "mod e;"),
        ("a/e.rs", ""),
        ("other/name.rs", ""),
        ("c/d/mod.rs", ""),
    ];
    try_read(&files, |read, folder| {
        let read = read.expect("valid sources");
        let mut found: Vec<_> = read
            .modules
            .iter()
            .map(|module| (&*module.name, module.file.strip_prefix(folder).unwrap()))
            .collect();
        found.sort();
        let expected = [
            ("a", "a.rs"),
            ("b", "other/name.rs"),
            ("c", "lib.rs"),
            ("crate", "lib.rs"),
            ("d", "c/d/mod.rs"),
            ("e", "a/e.rs"),
        ];
        assert_eq!(found, expected.map(|(name, file)| (name, file.as_ref())));
    });
}

#[test]
fn a_missing_file_is_an_error_that_names_both_candidates() {
    let error = try_read(&[("lib.rs", "mod gone;")], |read, _| {
        read.err().expect("an error").to_string()
    });
    assert!(
        error.contains("no file for `mod gone;`: neither gone.rs nor gone/mod.rs is in "),
        "{error}"
    );
}

#[test]
fn what_is_no_rust_is_an_error_with_its_line() {
    let error = try_read(&[("lib.rs", "fn ok() {}\nfn }")], |read, _| {
        read.err().expect("an error").to_string()
    });
    assert!(error.contains("lib.rs:2: "), "{error}");
}

#[test]
fn libraries_and_programs_of_the_workspace() {
    let targets = targets(env!("CARGO_MANIFEST_DIR").as_ref()).expect("a workspace");
    let is_public = |name: &str| {
        targets
            .iter()
            .find(|target| target.name == name)
            .map(|target| target.is_public)
    };
    assert_eq!(is_public("hbase-model"), Some(true));
    assert_eq!(is_public("hbase-schema-suite"), Some(false));
    assert_eq!(
        is_public("hbase-schema-source-checks source-checks"),
        Some(false)
    );
    assert!(
        !targets
            .iter()
            .any(|target| target.root.ends_with("tests/it/main.rs")),
        "{targets:?}"
    );
}
