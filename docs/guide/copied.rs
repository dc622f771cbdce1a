//! The page with the format of policies has the text of the crate's documentation, which is readable in both places.

use std::path::Path;

const PAGE: &str = include_str!("../src/policy-format.md");
const COPIED: &str = include_str!("../../hbase-row-key-policy/src/format.md");

#[test]
fn the_page_has_the_text_of_the_crate() {
    let start = PAGE.match_indices("\n\n").nth(1);
    let start = start.map_or(PAGE.len(), |(at, blank)| at + blank.len());
    let (head, copied) = PAGE.split_at(start);
    if std::env::var_os("BLESS").is_some() {
        let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/policy-format.md");
        std::fs::write(page, format!("{head}{COPIED}")).expect("the page");
        return;
    }
    assert_eq!(
        copied, COPIED,
        "`BLESS=1` copies hbase-row-key-policy/src/format.md"
    );
}
