//! The documents that the macros' docs include: the reference of options, and the expansions of the
//! structs in `expansions/input/`. `BLESS=1 cargo test` updates them.

use std::path::Path;

use proc_macro2::TokenStream;
use syn::DeriveInput;

/// Compares a document with the stored one.
fn check(name: &str, now: &str) {
    let stored = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(stored, now).unwrap();
    } else {
        let stored = std::fs::read_to_string(stored).unwrap_or_default();
        assert!(
            now == stored,
            "`{name}` is not current: see it by `BLESS=1 cargo test`\n{now}"
        );
    }
}

/// Compares the expansion of a struct with the stored one.
fn check_expansion(name: &str, derive: fn(&DeriveInput) -> TokenStream) {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("expansions");
    let source = std::fs::read_to_string(directory.join(format!("input/{name}.rs"))).unwrap();
    let file: syn::File = syn::parse2(derive(&syn::parse_str(&source).unwrap())).unwrap();
    check(
        &format!("expansions/{name}.rs"),
        &prettyplease::unparse(&file),
    );
}

#[test]
fn the_reference_of_options() {
    check("OPTIONS.md", &hbase_schema_syntax::options_markdown());
}

#[test]
fn a_salted_text_key() {
    check_expansion("call", crate::table::derive);
}

#[test]
fn a_borrowed_row_with_a_group() {
    check_expansion("note", crate::table::derive);
}

#[test]
fn a_struct_with_an_error() {
    check_expansion("invalid", crate::table::derive);
}

#[test]
fn an_entry_of_two_fields() {
    check_expansion("mail", crate::entry::derive);
}

#[test]
fn a_group_of_columns() {
    check_expansion("place", crate::columns_group::derive);
}

#[test]
fn a_key_part_around_a_number() {
    check_expansion("user_id", crate::key_part::derive);
}

#[test]
fn a_cell_of_codes() {
    check_expansion("state", crate::cell_value::derive);
}

#[test]
fn a_qualifier_of_two_parts() {
    check_expansion("entry", crate::qualifier::derive);
}
