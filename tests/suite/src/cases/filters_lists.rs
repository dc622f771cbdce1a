use hbase_backend::{Capability, Comparator, CompareOp, Filter};

use crate::{Cx, Table};

async fn people(cx: &Cx) -> Option<Table<'_>> {
    if cx.lacks(Capability::Filters) {
        return None;
    }
    let t = cx.table().await;
    t.puts("ann", &[("f:age", 1, "30"), ("f:city", 1, "X"), ("f:name", 1, "Ann")]).await;
    t.puts("bob", &[("f:age", 1, "40"), ("f:city", 1, "Y"), ("f:name", 1, "Bob")]).await;
    t.puts("cid", &[("f:age", 1, "50"), ("f:city", 1, "X"), ("f:name", 1, "Cid")]).await;
    Some(t)
}

fn is(column: &str, op: CompareOp, value: &str) -> Filter {
    Filter::ColumnValue {
        family: b"f".to_vec(),
        qualifier: column.into(),
        op,
        comparator: Comparator::Binary(value.into()),
        filter_if_missing: true,
        latest_version_only: true,
    }
}

fn qualifier(name: &str) -> Filter {
    Filter::Qualifier(CompareOp::Equal, Comparator::Binary(name.into()))
}

fn value(op: CompareOp, bytes: &str) -> Filter {
    Filter::Value(op, Comparator::Binary(bytes.into()))
}

pub async fn rows_that_all_let_through(cx: &Cx) {
    let Some(t) = people(cx).await else { return };
    let both = Filter::And(vec![
        is("city", CompareOp::Equal, "X"),
        is("age", CompareOp::Greater, "35"),
    ]);
    assert_eq!(t.filter_keys(both).await, ["cid"]);
}

pub async fn rows_that_any_lets_through(cx: &Cx) {
    let Some(t) = people(cx).await else { return };
    let either = Filter::Or(vec![
        is("city", CompareOp::Equal, "Y"),
        is("age", CompareOp::Greater, "45"),
    ]);
    assert_eq!(t.filter_keys(either).await, ["bob", "cid"]);
}

pub async fn lists_within_lists(cx: &Cx) {
    let Some(t) = people(cx).await else { return };
    let nested = Filter::And(vec![
        is("age", CompareOp::Less, "45"),
        Filter::Or(vec![
            is("city", CompareOp::Equal, "Y"),
            is("name", CompareOp::Equal, "Ann"),
        ]),
    ]);
    assert_eq!(t.filter_keys(nested).await, ["ann", "bob"]);
}

pub async fn cells_that_all_let_through(cx: &Cx) {
    let Some(t) = people(cx).await else { return };
    let both = Filter::And(vec![
        value(CompareOp::Greater, "3"),
        value(CompareOp::Less, "B"),
    ]);
    assert_eq!(t.filter_row("ann", both).await, ["f:age@1=30", "f:name@1=Ann"]);
}

pub async fn cells_that_any_lets_through(cx: &Cx) {
    let Some(t) = people(cx).await else { return };
    let either = Filter::Or(vec![qualifier("age"), qualifier("name")]);
    assert_eq!(t.filter_row("ann", either).await, ["f:age@1=30", "f:name@1=Ann"]);
}

pub async fn a_row_leaf_and_a_cell_leaf(cx: &Cx) {
    let Some(t) = people(cx).await else { return };
    let both = Filter::And(vec![Filter::RowPrefix(b"b".to_vec()), qualifier("name")]);
    let found = t.scan_cells(|scan| scan.read.filter = Some(both)).await;
    assert_eq!(found, ["f:name@1=Bob"]);
}

pub async fn a_row_leaf_or_a_cell_leaf(cx: &Cx) {
    let Some(t) = people(cx).await else { return };
    let either = Filter::Or(vec![Filter::RowPrefix(b"b".to_vec()), qualifier("name")]);
    let found = t.scan_cells(|scan| scan.read.filter = Some(either)).await;
    let expected =
        ["f:name@1=Ann", "f:age@1=40", "f:city@1=Y", "f:name@1=Bob", "f:name@1=Cid"];
    assert_eq!(found, expected);
}

pub async fn a_condition_on_one_column_and_another_shown(cx: &Cx) {
    let Some(t) = people(cx).await else { return };
    let both = Filter::And(vec![
        is("age", CompareOp::Greater, "35"),
        qualifier("name"),
    ]);
    let found = t.scan_cells(|scan| scan.read.filter = Some(both)).await;
    assert_eq!(found, ["f:name@1=Bob", "f:name@1=Cid"]);
}

pub async fn a_page_behind_a_condition(cx: &Cx) {
    let Some(t) = people(cx).await else { return };
    let page = Filter::And(vec![is("city", CompareOp::Equal, "X"), Filter::Page(1)]);
    assert_eq!(t.filter_keys(page).await, ["ann"]);
}

pub async fn keys_only_behind_a_condition(cx: &Cx) {
    let Some(t) = people(cx).await else { return };
    let both = Filter::And(vec![is("name", CompareOp::Equal, "Ann"), Filter::KeyOnly(false)]);
    let found = t.scan_cells(|scan| scan.read.filter = Some(both)).await;
    assert_eq!(found, ["f:age@1=", "f:city@1=", "f:name@1="]);
}

pub async fn columns_are_counted_only_where_they_pass(cx: &Cx) {
    let Some(t) = people(cx).await else { return };
    let not_age = Filter::Qualifier(CompareOp::NotEqual, Comparator::Binary(b"age".to_vec()));
    let both = Filter::And(vec![not_age, Filter::ColumnPage { limit: 1, offset: 0 }]);
    assert_eq!(t.filter_row("ann", both).await, ["f:city@1=X"]);
}

pub async fn skip_leaves_out_the_whole_row(cx: &Cx) {
    let Some(t) = people(cx).await else { return };
    let no_y = Filter::Skip(Box::new(value(CompareOp::NotEqual, "Y")));
    assert_eq!(t.filter_keys(no_y).await, ["ann", "cid"]);
}

pub async fn while_match_ends_the_scan(cx: &Cx) {
    let Some(t) = people(cx).await else { return };
    let until_y = Filter::WhileMatch(Box::new(value(CompareOp::NotEqual, "Y")));
    let found = t.scan_cells(|scan| scan.read.filter = Some(until_y)).await;
    assert_eq!(found, ["f:age@1=30", "f:city@1=X", "f:name@1=Ann", "f:age@1=40"]);
}

pub async fn a_negated_and_is_an_or(cx: &Cx) {
    let Some(t) = people(cx).await else { return };
    let not = Filter::Not(Box::new(Filter::And(vec![
        is("city", CompareOp::Equal, "X"),
        is("age", CompareOp::Less, "45"),
    ])));
    assert_eq!(t.filter_keys(not).await, ["bob", "cid"]);
}

pub async fn a_negated_or_is_an_and(cx: &Cx) {
    let Some(t) = people(cx).await else { return };
    let not = Filter::Not(Box::new(Filter::Or(vec![
        is("city", CompareOp::Equal, "Y"),
        is("age", CompareOp::Less, "35"),
    ])));
    assert_eq!(t.filter_keys(not).await, ["cid"]);
}

pub async fn a_negated_page_is_refused(cx: &Cx) {
    let Some(t) = people(cx).await else { return };
    let mut scan = hbase_backend::Scan::new();
    scan.read.filter = Some(Filter::Not(Box::new(Filter::Page(1))));
    assert!(t.try_scan(scan).await.is_err());
}

pub async fn ranges_and_prefixes_of_qualifiers_together(cx: &Cx) {
    let Some(t) = people(cx).await else { return };
    let either = Filter::Or(vec![
        Filter::QualifierPrefix(b"a".to_vec()),
        Filter::QualifierRange {
            min: Some(b"d".to_vec()),
            min_inclusive: true,
            max: None,
            max_inclusive: false,
        },
    ]);
    assert_eq!(t.filter_row("ann", either).await, ["f:age@1=30", "f:name@1=Ann"]);
}
