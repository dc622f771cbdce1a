use hbase_backend::{Capability, Comparator, CompareOp, Filter};

use crate::{Cx, Table};

async fn users(cx: &Cx) -> Option<Table<'_>> {
    if cx.lacks(Capability::Filters) {
        return None;
    }
    let t = cx.table().await;
    t.rows(&["user1", "user10", "user2", "user3", "zebra"]).await;
    Some(t)
}

fn binary(bytes: &str) -> Comparator {
    Comparator::Binary(bytes.into())
}

pub async fn a_prefix_of_the_key(cx: &Cx) {
    let Some(t) = users(cx).await else { return };
    let found = t.filter_keys(Filter::RowPrefix(b"user1".to_vec())).await;
    assert_eq!(found, ["user1", "user10"]);
}

pub async fn a_prefix_that_is_longer_than_the_key(cx: &Cx) {
    let Some(t) = users(cx).await else { return };
    let found = t.filter_keys(Filter::RowPrefix(b"user10".to_vec())).await;
    assert_eq!(found, ["user10"]);
}

pub async fn the_key_compared(cx: &Cx) {
    let Some(t) = users(cx).await else { return };
    for (op, expected) in [
        (CompareOp::Less, &["user1", "user10"][..]),
        (CompareOp::LessOrEqual, &["user1", "user10", "user2"]),
        (CompareOp::Equal, &["user2"]),
        (CompareOp::NotEqual, &["user1", "user10", "user3", "zebra"]),
        (CompareOp::GreaterOrEqual, &["user2", "user3", "zebra"]),
        (CompareOp::Greater, &["user3", "zebra"]),
    ] {
        let found = t.filter_keys(Filter::Row(op, binary("user2"))).await;
        assert_eq!(found, expected, "{op:?}");
    }
}

pub async fn the_keys_beginning_compared(cx: &Cx) {
    let Some(t) = users(cx).await else { return };
    let prefix = Comparator::BinaryPrefix(b"user1".to_vec());
    let found = t.filter_keys(Filter::Row(CompareOp::Greater, prefix)).await;
    assert_eq!(found, ["user2", "user3", "zebra"]);
}

pub async fn a_pattern_is_found_anywhere(cx: &Cx) {
    let Some(t) = users(cx).await else { return };
    let pattern = |pattern: &str| Filter::Row(CompareOp::Equal, Comparator::Regex(pattern.into()));
    assert_eq!(t.filter_keys(pattern("er1")).await, ["user1", "user10"]);
    assert_eq!(t.filter_keys(pattern("^user.$")).await, ["user1", "user2", "user3"]);
    assert_eq!(t.filter_keys(pattern("[0-9]{2}")).await, ["user10"]);
}

pub async fn a_pattern_that_must_not_be_found(cx: &Cx) {
    let Some(t) = users(cx).await else { return };
    let pattern = Comparator::Regex("^user".into());
    let found = t.filter_keys(Filter::Row(CompareOp::NotEqual, pattern)).await;
    assert_eq!(found, ["zebra"]);
}

pub async fn a_substring_in_any_case(cx: &Cx) {
    let Some(t) = users(cx).await else { return };
    let text = Comparator::Substring("ER1".into());
    let found = t.filter_keys(Filter::Row(CompareOp::Equal, text)).await;
    assert_eq!(found, ["user1", "user10"]);
}

pub async fn several_ranges_of_keys(cx: &Cx) {
    needs!(cx: AllFilters);
    let Some(t) = users(cx).await else { return };
    let ranges = vec![
        (b"user3".to_vec(), b"user4".to_vec()),
        (b"user1".to_vec(), b"user10".to_vec()),
    ];
    assert_eq!(t.filter_keys(Filter::RowRanges(ranges)).await, ["user1", "user3"]);
}

pub async fn a_range_without_an_end(cx: &Cx) {
    needs!(cx: AllFilters);
    let Some(t) = users(cx).await else { return };
    let ranges = vec![(b"user3".to_vec(), Vec::new())];
    assert_eq!(t.filter_keys(Filter::RowRanges(ranges)).await, ["user3", "zebra"]);
}

pub async fn a_range_in_which_no_key_lies_is_refused(cx: &Cx) {
    needs!(cx: Filters);
    let t = cx.table().await;
    t.rows(&["a"]).await;
    for (start, stop) in [("b", "b"), ("c", "b")] {
        let mut scan = hbase_backend::Scan::new();
        scan.read.filter = Some(Filter::RowRanges(vec![(start.into(), stop.into())]));
        assert!(t.try_scan(scan).await.is_err(), "{start} to {stop}");
    }
}

pub async fn a_key_that_is_no_number_cannot_be_compared_with_one(cx: &Cx) {
    let Some(t) = users(cx).await else { return };
    let mut scan = hbase_backend::Scan::new();
    scan.read.filter = Some(Filter::Row(CompareOp::Greater, Comparator::Long(1)));
    assert!(t.try_scan(scan).await.is_err());
}

pub async fn a_fuzzy_key(cx: &Cx) {
    needs!(cx: AllFilters);
    needs!(cx: Filters);
    let t = cx.table().await;
    t.rows(&["0101_a", "0102_a", "0201_b", "0301_a"]).await;
    let must = |mask: &str| mask.chars().map(|c| c == '!').collect::<Vec<_>>();
    let pattern = (b"????_a".to_vec(), must("....!!"));
    let found = t.filter_keys(Filter::FuzzyRow(vec![pattern])).await;
    assert_eq!(found, ["0101_a", "0102_a", "0301_a"]);
    let patterns = vec![
        (b"02??_b".to_vec(), must("!!..!!")),
        (b"03??_a".to_vec(), must("!!..!!")),
    ];
    assert_eq!(t.filter_keys(Filter::FuzzyRow(patterns)).await, ["0201_b", "0301_a"]);
}

pub async fn a_page_of_rows(cx: &Cx) {
    let Some(t) = users(cx).await else { return };
    assert_eq!(t.filter_keys(Filter::Page(2)).await, ["user1", "user10"]);
}

pub async fn a_page_counts_only_what_passes_before_it(cx: &Cx) {
    let Some(t) = users(cx).await else { return };
    let page = Filter::And(vec![
        Filter::Row(CompareOp::Greater, binary("user10")),
        Filter::Page(2),
    ]);
    assert_eq!(t.filter_keys(page).await, ["user2", "user3"]);
}

pub async fn while_a_key_matches(cx: &Cx) {
    let Some(t) = users(cx).await else { return };
    let not_two = Filter::Row(CompareOp::NotEqual, binary("user2"));
    let found = t.filter_keys(Filter::WhileMatch(Box::new(not_two))).await;
    assert_eq!(found, ["user1", "user10"]);
}

pub async fn a_key_filter_in_a_get(cx: &Cx) {
    let Some(t) = users(cx).await else { return };
    let user1 = || Filter::RowPrefix(b"user1".to_vec());
    assert_eq!(t.filter_row("user1", user1()).await, ["f:q@1=user1"]);
    assert!(t.filter_row("user2", user1()).await.is_empty());
}

pub async fn a_negated_prefix(cx: &Cx) {
    let Some(t) = users(cx).await else { return };
    let not = Filter::Not(Box::new(Filter::RowPrefix(b"user".to_vec())));
    assert_eq!(t.filter_keys(not).await, ["zebra"]);
}

pub async fn negated_ranges(cx: &Cx) {
    needs!(cx: AllFilters);
    let Some(t) = users(cx).await else { return };
    let ranges = Filter::RowRanges(vec![(b"user10".to_vec(), b"user3".to_vec())]);
    let found = t.filter_keys(Filter::Not(Box::new(ranges))).await;
    assert_eq!(found, ["user1", "user3", "zebra"]);
}
