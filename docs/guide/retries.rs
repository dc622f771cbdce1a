//! The page on production has the tables of the retries' policy, which a test of `hbase-backend` compares with its code.

#[test]
fn the_tables_are_those_of_the_policy() {
    let source = include_str!("../../hbase-backend/src/retry/mod.rs");
    let page = include_str!("../src/production.md");
    let rows = source.lines().filter_map(|line| line.strip_prefix("//! |"));
    // The page has no names of Rust in front of the failures.
    let is_policy = |row: &str| row.matches('|').count() == 5;
    let rows = rows.map(|row| match row.split_once('|') {
        Some((_, rest)) if is_policy(row) => rest,
        _ => row,
    });
    let (_, section) = page.split_once("## Retries").expect("the section");
    let (section, _) = section.split_once("\n### ").expect("its end");
    let found = section.lines().filter_map(|line| line.strip_prefix('|'));
    let (expected, found): (Vec<_>, Vec<_>) = (rows.collect(), found.collect());
    assert!(expected.len() > 10, "{expected:?}");
    assert_eq!(found, expected);
}
