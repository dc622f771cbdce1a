//! Which circles are found, and which are allowed.
use hbase_schema_source_checks::circles;

use crate::support::{Files, found};

fn circles(files: Files<'_>) -> Vec<String> {
    found(files, circles::check)
}

#[test]
fn two_files_of_the_root_folder() {
    let found = circles(&[
        ("lib.rs", "mod table; mod store;"),
        ("table.rs", "use crate::store::Store; pub struct Table;"),
        (
            "store.rs",
            "use super::table::Table; pub struct Store(Table);",
        ),
    ]);
    assert_eq!(
        found,
        [
            "store.rs:1: circle of 2 files\n    store.rs -> table.rs: Table\n    table.rs -> store.rs: Store"
        ]
    );
}

#[test]
fn a_circle_through_a_third_file() {
    let found = circles(&[
        ("lib.rs", "mod a; mod b; mod c;"),
        ("a.rs", "use crate::b::B; pub struct A;"),
        ("b.rs", "pub struct B(crate::c::C);"),
        ("c.rs", "pub fn c() -> C { crate::a::A; C } pub struct C;"),
    ]);
    assert_eq!(found.len(), 1);
    assert!(
        found[0].starts_with("a.rs:1: circle of 3 files"),
        "{found:?}"
    );
}

#[test]
fn two_modules_folders() {
    let found = circles(&[
        ("lib.rs", "mod read; mod write;"),
        ("read/mod.rs", "pub mod plan;"),
        ("read/plan.rs", "use crate::write::Batch; pub struct Plan;"),
        (
            "write/mod.rs",
            "use crate::read::plan::Plan; pub struct Batch;",
        ),
    ]);
    assert_eq!(found.len(), 1);
}

#[test]
fn a_folder_and_its_sub_folder() {
    let found = circles(&[
        ("lib.rs", "mod read;"),
        ("read/mod.rs", "mod scan; pub struct Rows(scan::fan::Fan);"),
        ("read/scan/mod.rs", "pub mod fan;"),
        ("read/scan/fan.rs", "use crate::read::Rows; pub struct Fan;"),
    ]);
    assert_eq!(found.len(), 1);
}

#[test]
fn one_modules_folder_is_allowed() {
    let files = |root| {
        circles(&[
            ("lib.rs", "mod read;"),
            (
                root,
                "mod plan; mod rows; pub struct Read; pub use plan::Plan;",
            ),
            (
                "read/plan.rs",
                "use super::{rows::Rows, Read}; pub struct Plan;",
            ),
            ("read/rows.rs", "use super::Plan; pub struct Rows(Plan);"),
        ])
    };
    assert_eq!(files("read/mod.rs"), [""; 0]);
    assert_eq!(files("read.rs"), [""; 0]);
}

#[test]
fn three_files_of_one_folder_are_allowed_and_four_are_not() {
    let files = |last| {
        circles(&[
            ("lib.rs", "mod read;"),
            ("read/mod.rs", "mod a; mod b; mod c; mod d;"),
            ("read/a.rs", "use super::b::B; pub struct A;"),
            ("read/b.rs", "use super::c::C; pub struct B;"),
            ("read/c.rs", last),
            ("read/d.rs", "use super::a::A; pub struct D;"),
        ])
    };
    assert_eq!(files("use super::a::A; pub struct C;"), [""; 0]);
    assert_eq!(
        files("use super::d::D; pub struct C;"),
        [
            "read/a.rs:1: circle of 4 files\n    read/a.rs -> read/b.rs: B\n    read/b.rs -> read/c.rs: C\n    \
             read/c.rs -> read/d.rs: D\n    read/d.rs -> read/a.rs: A"
        ]
    );
}

#[test]
fn re_exports_are_followed_to_the_definition() {
    let found = circles(&[
        (
            "lib.rs",
            "mod db; mod error; pub use error::Error; pub use db::*;",
        ),
        ("error.rs", "pub struct Error;"),
        ("db.rs", "use crate::Error; pub struct Db(Error);"),
    ]);
    assert_eq!(found, [""; 0]);
}

#[test]
fn a_re_export_that_the_file_uses_itself_is_an_import() {
    let found = circles(&[
        (
            "lib.rs",
            "mod db; pub use db::Db; pub struct Url; pub fn connect() -> Db { todo!() }",
        ),
        ("db.rs", "use crate::Url; pub struct Db(Url);"),
    ]);
    assert_eq!(
        found,
        ["db.rs:1: circle of 2 files\n    db.rs -> lib.rs: Url\n    lib.rs -> db.rs: Db"]
    );
}

#[test]
fn globs_and_macros_bodies_count() {
    let found = circles(&[
        ("lib.rs", "mod a; mod b;"),
        ("a.rs", "use crate::b::*; pub struct A(B);"),
        (
            "b.rs",
            "macro_rules! a { () => { $crate::a::A } } pub struct B;",
        ),
    ]);
    assert_eq!(
        found,
        ["a.rs:1: circle of 2 files\n    a.rs -> b.rs: B\n    b.rs -> a.rs: A"]
    );
}

#[test]
fn a_function_may_bear_its_modules_name() {
    let found = circles(&[
        (
            "lib.rs",
            "mod a; mod b; use b::b; fn run() { b() } pub struct Root;",
        ),
        ("a.rs", "use super::b; pub fn a() { b() }"),
        ("b.rs", "pub fn b() { crate::a::a() }"),
    ]);
    assert_eq!(
        found,
        ["a.rs:1: circle of 2 files\n    a.rs -> b.rs: b\n    b.rs -> a.rs: a"]
    );
}

#[test]
fn tests_and_other_crates_count_as_nothing() {
    let found = circles(&[
        ("lib.rs", "mod a; mod bytes;"),
        (
            "a.rs",
            "use ::bytes::Bytes; #[cfg(test)] mod tests { use crate::bytes::B; } \
             #[cfg(all(test, unix))] use crate::bytes::B; pub struct A(Bytes);",
        ),
        (
            "bytes.rs",
            "use crate::a::A; use memchr::memchr; pub struct B(A); fn f() { memchr() }",
        ),
    ]);
    assert_eq!(found, [""; 0]);
}

#[test]
fn what_tests_do_not_need_counts() {
    let found = circles(&[
        ("lib.rs", "mod a; mod b;"),
        (
            "a.rs",
            "#[cfg(any(test, unix))] use crate::b::B; pub struct A;",
        ),
        ("b.rs", "#[cfg(not(test))] use crate::a::A; pub struct B;"),
    ]);
    assert_eq!(found.len(), 1, "{found:?}");
}
