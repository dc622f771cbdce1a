//! Which names the glossary rejects.
use hbase_schema_source_checks::words::{self, Glossary};

use crate::support::found;

const PAGE: &str = "# Words\n\n| concept | word | not |\n|---|---|---|\n\
    | a request | **query** | `ask`, what is asked, `side_by_side` |\n\
    | cases | named by the thing | bare `Kind` |\n\n| other | table | `row` |\n";

fn words(text: &str) -> Vec<String> {
    let glossary = Glossary::parse(PAGE).expect("a table");
    found(&[("lib.rs", text)], |read| words::check(read, &glossary))
}

#[test]
fn a_word_of_any_public_name() {
    let found =
        words("pub struct Row {\n pub ask_all: u8,\n asked: u8 }\npub trait AskMany { fn ask(); }");
    assert_eq!(
        found,
        [
            "lib.rs:2: public name `ask_all`: the glossary's word is **query**",
            "lib.rs:4: public name `AskMany`: the glossary's word is **query**",
            "lib.rs:4: public name `ask`: the glossary's word is **query**",
        ]
    );
}

#[test]
fn words_in_a_row_and_whole_names() {
    let found = words(
        "pub fn read_side_by_side() {} pub enum Kind { Side(u8) } pub enum DeleteKind { Kind }",
    );
    assert_eq!(found.len(), 3, "{found:?}");
    assert!(
        found[0].contains("`Kind`: the glossary's word is named by the thing"),
        "{found:?}"
    );
    assert!(found[2].contains("`read_side_by_side`"), "{found:?}");
}

#[test]
fn modules_constants_and_inherent_items() {
    let found =
        words("pub mod ask {} pub const ASK: u8 = 0; pub struct S; impl S { pub fn ask() {} }");
    assert_eq!(found.len(), 3, "{found:?}");
}

#[test]
fn private_names_longer_words_and_other_tables_are_left_alone() {
    let found = words(
        "mod ask {} struct Ask; pub(crate) enum Kind {} fn ask() {} pub fn task_row() {}\n\
         pub struct S; impl S { fn ask() {} } impl Clone for S { fn clone(&self) -> S { S } } #[cfg(test)] pub fn ask() {}",
    );
    assert_eq!(found, [""; 0]);
}

#[test]
fn a_page_without_the_table_is_an_error() {
    assert!(Glossary::parse("| concept | word | not |\n|---|---|---|\n| a | b | c |\n").is_none());
    assert!(Glossary::parse("no table").is_none());
}
