//! Which items are public, and how differences from the list are reported.
use std::path::Path;
use std::process::Command;

use hbase_schema_source_checks::api;

/// The public items of a library of this source.
fn items(source: &str) -> Vec<String> {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("lib.rs");
    std::fs::write(&file, source).expect("a file");
    let output = Command::new(Path::new(env!("CARGO_MANIFEST_DIR")).join("rustdoc"))
        .args(["--crate-name=example", "--edition=2024"])
        .args(["-Zunstable-options", "--output-format=json", "--out-dir"])
        .args([folder.path(), &file])
        .output()
        .expect("rustdoc runs");
    assert!(output.status.success(), "{output:?}");
    api::items(&api::read(&folder.path().join("example.json")).expect("JSON"))
}

#[test]
fn hidden_and_private_items_are_not_public() {
    let source = "
        pub struct Shown { pub field: u8 }
        struct Private;
        #[doc(hidden)] pub struct Hidden;
        #[doc(hidden)] pub mod hidden { pub struct Inside; }
        mod private { pub struct Unreachable; }
        impl Shown { pub fn method(&self) {} }
    ";
    assert_eq!(items(source), ["struct example::Shown"]);
}

#[test]
fn re_exports_have_the_path_and_the_kind_that_users_see() {
    let source = "
        mod private {
            pub trait Bound {}
            pub fn call() {}
            #[doc(hidden)] pub struct Hidden;
        }
        pub mod all { pub use crate::private::*; }
        pub use private::{Bound, Hidden};
        pub use private::call as renamed;
        pub use std::string::String as Text;
    ";
    assert_eq!(
        items(source),
        [
            "trait example::Bound",
            "struct example::Text",
            "mod example::all",
            "trait example::all::Bound",
            "fn example::all::call",
            "fn example::renamed",
        ]
    );
}

#[test]
fn modules_that_re_export_each_other_end() {
    let source = "pub mod a { pub use crate::b; } pub mod b { pub use crate::a; }";
    assert_eq!(
        items(source),
        [
            "mod example::a",
            "mod example::a::b",
            "mod example::a::b::a",
            "mod example::b",
            "mod example::b::a",
            "mod example::b::a::b",
        ]
    );
}

#[test]
fn differences_name_the_item_and_how_to_update_the_list() {
    let lines = |items: &[&str]| {
        items
            .iter()
            .map(|&item| item.to_owned())
            .collect::<Vec<_>>()
    };
    let listed = lines(&["struct example::Gone", "struct example::Kept"]);
    assert_eq!(api::compare(&listed, &listed), None);
    let found = lines(&["struct example::Kept", "trait example::New"]);
    let message = api::compare(&listed, &found).expect("differences");
    assert_eq!(
        message.lines().collect::<Vec<_>>(),
        [
            "the public items are not those of hbase-schema/api.txt:",
            "  new, not in the list: trait example::New",
            "  in the list, but not public: struct example::Gone",
            "hide what users need not name with `#[doc(hidden)]`, then update the list: \
             BLESS=1 cargo run -p hbase-schema-source-checks -- api",
        ]
    );
}
