//! What the macros write for the structs in `expansions/input/`, for reading: `BLESS=1 cargo test`
//! writes it into `expansions/` as it is now.

use std::path::Path;

use proc_macro2::TokenStream;
use syn::DeriveInput;

/// Compares the expansion of a struct with the one that is stored.
fn check(name: &str, derive: fn(&DeriveInput) -> TokenStream) {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("expansions");
    let source = std::fs::read_to_string(directory.join(format!("input/{name}.rs"))).unwrap();
    let file: syn::File = syn::parse2(derive(&syn::parse_str(&source).unwrap())).unwrap();
    let now = prettyplease::unparse(&file);
    let stored = directory.join(format!("{name}.rs"));
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(stored, now).unwrap();
    } else {
        let stored = std::fs::read_to_string(stored).unwrap_or_default();
        assert!(
            now == stored,
            "the expansion of `{name}` is another: see it by `BLESS=1 cargo test`\n{now}"
        );
    }
}

#[test]
fn a_salted_text_key() {
    check("call", crate::table::derive);
}

#[test]
fn a_borrowed_row_with_a_group() {
    check("note", crate::table::derive);
}

#[test]
fn a_struct_with_a_mistake() {
    check("mistaken", crate::table::derive);
}

#[test]
fn a_group_of_columns() {
    check("place", crate::columns_group::derive);
}
