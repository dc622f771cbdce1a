//! Which names the glossary rejects.
use hbase_schema_source_checks::words::{self, Glossary, Idioms};

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

#[test]
fn the_prose_of_pages() {
    let glossary = Glossary::parse(PAGE).expect("a table");
    let page = "# Ask\n\nA `ask` and a Kind, [side by side](ask.md), task.\n\n```\nask\n```\n\n| a | b |\n|---|---|\n| x | to ask |\n";
    let found = words::check_page("page.md".as_ref(), page, &glossary);
    let found: Vec<String> = found.iter().map(ToString::to_string).collect();
    assert_eq!(
        found,
        [
            "page.md:1: `ask`: the glossary's word is **query**",
            "page.md:3: `side by side`: the glossary's word is **query**",
            "page.md:11: `ask`: the glossary's word is **query**",
        ]
    );
}

#[test]
fn docs_start_with_a_noun_phrase_or_a_verb() {
    let found = words(
        "/// What a row holds.\npub struct Row;\nimpl Row {\n/// Like `put`, in order.\npub fn puts(&self) {}\n\
         /// How it is.\nfn own(&self) {}\n}\n/// Whether rows are read.\npub fn is_read() -> bool { true }",
    );
    assert_eq!(
        found,
        [
            "lib.rs:1: docs start with `What`, expected a noun phrase or a verb",
            "lib.rs:4: docs start with `Like`, expected a noun phrase or a verb",
        ]
    );
}

const IDIOM_PAGE: &str = "| not | write | except |\n|---|---|---|\n\
    | `by half`, `oft` | **half** | `grow by half` |\n\n| `row` | a | |\n";

fn idioms(check: impl FnOnce(&Idioms) -> Vec<hbase_schema_source_checks::Finding>) -> Vec<String> {
    let idioms = Idioms::parse(IDIOM_PAGE).expect("a table");
    check(&idioms).iter().map(ToString::to_string).collect()
}

#[test]
fn idioms_of_comments_and_strings() {
    let source = "//! Oft.\nfn oft() {\n    // It is full by\n    // half.\n    \
        let text = \"\n\noft\"; // soft\n    println!(\"By half {text}\");\n}\n";
    let found = idioms(|idioms| idioms.check_source("lib.rs".as_ref(), source));
    assert_eq!(
        found,
        [
            "lib.rs:1: `oft`: write **half**",
            "lib.rs:3: `by half`: write **half**",
            "lib.rs:5: `oft`: write **half**",
            "lib.rs:8: `by half`: write **half**",
        ]
    );
}

#[test]
fn an_idiom_within_an_exception_is_left_alone() {
    let page = "They grow by half, oft, `oft`.\n\n```\noft\n```\n";
    let found = idioms(|idioms| idioms.check_page("page.md".as_ref(), page));
    assert_eq!(found, ["page.md:1: `oft`: write **half**"]);
}

#[test]
fn a_page_without_idioms_is_an_error() {
    assert!(Idioms::parse("| not | write | except |\n|---|---|---|\n| a | b | c |\n").is_none());
    assert!(Idioms::parse(PAGE).is_none());
}
