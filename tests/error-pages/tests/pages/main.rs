//! The pages of compile errors and the cases of `tests/ui` agree: a page's code that does not compile is the case's,
//! and its message is what the compiler prints. `BLESS=1` writes both into the pages, and the index of messages.

mod index;
mod message;
mod page;

use std::path::{Path, PathBuf};

use hbase_schema_error_pages::PAGES;
use page::Page;

fn directory() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/src/errors")
}

/// Compares a file with its expected contents; with `BLESS` in the environment, writes it.
fn check(file: &Path, expected: &str) {
    if std::env::var_os("BLESS").is_some() {
        // Other tests may be reading the file: they find the old or the new one.
        let new = file.with_extension("new");
        std::fs::write(&new, expected).unwrap();
        std::fs::rename(new, file).unwrap();
    }
    let found = std::fs::read_to_string(file).unwrap();
    let file = file.display();
    assert_eq!(found, expected, "{file}: `BLESS=1 cargo test` writes it");
}

#[test]
fn each_page_is_a_module() {
    let files = directory().read_dir().unwrap();
    let names = files.map(|file| file.unwrap().file_name().into_string().unwrap());
    let names = names.filter_map(|name| Some(name.strip_suffix(".md")?.to_owned()));
    let mut names: Vec<String> = names.filter(|name| name != index::NAME).collect();
    names.sort();
    assert_eq!(names, PAGES, "the pages, and `pages!` in src/lib.rs");
}

#[test]
fn pages_show_the_cases() {
    for name in PAGES {
        let page = Page::read(&directory(), name);
        assert!(!page.cases().is_empty(), "{name}: no case");
        check(&page.file, &page.with_cases());
    }
}

#[test]
fn the_index_lists_all_messages() {
    let pages = PAGES.iter().map(|name| Page::read(&directory(), name));
    let pages: Vec<Page> = pages.collect();
    check(
        &directory().join(index::NAME).with_extension("md"),
        &index::text(&pages),
    );
}
