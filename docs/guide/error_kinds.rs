//! The page on production has a line for each kind of error.

/// The variants, from the source: an enum cannot list them.
fn variants() -> Vec<&'static str> {
    let source = include_str!("../../hbase-schema/src/db/error/kind.rs");
    let (_, body) = source.split_once("pub enum ErrorKind {").expect("the enum");
    let (body, _) = body.split_once("\n}").expect("its end");
    let names = body
        .lines()
        .filter_map(|line| line.trim().strip_suffix(','));
    names.filter(|name| !name.starts_with("///")).collect()
}

#[test]
fn each_kind_has_a_line_and_each_line_a_kind() {
    let page = include_str!("../src/production.md");
    let (_, table) = page.split_once("| `ErrorKind` |").expect("the table");
    let lines = table
        .lines()
        .skip(2)
        .take_while(|line| line.starts_with("| `"));
    let described: Vec<&str> = lines.filter_map(|line| line.split('`').nth(1)).collect();
    let variants = variants();
    assert!(variants.len() > 10, "{variants:?}");
    assert_eq!(described, variants);
}
