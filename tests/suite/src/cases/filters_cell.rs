use hbase_backend::{Capability, Comparator, CompareOp, Filter, Get};

use crate::{Cx, Table};

async fn abc(cx: &Cx) -> Option<Table<'_>> {
    if cx.lacks(Capability::Filters) {
        return None;
    }
    let t = cx.table().await;
    let puts = [("f:a", 1, "1"), ("f:ab", 2, "22"), ("f:b", 3, "3"), ("g:a", 4, "44"), ("g:c", 5, "5")];
    t.puts("r", &puts).await;
    Some(t)
}

fn binary(bytes: &str) -> Comparator {
    Comparator::Binary(bytes.into())
}

fn range(min: Option<(&str, bool)>, max: Option<(&str, bool)>) -> Filter {
    Filter::QualifierRange {
        min: min.map(|(bound, _)| bound.into()),
        min_inclusive: min.is_some_and(|(_, inclusive)| inclusive),
        max: max.map(|(bound, _)| bound.into()),
        max_inclusive: max.is_some_and(|(_, inclusive)| inclusive),
    }
}

pub async fn by_family(cx: &Cx) {
    let Some(t) = abc(cx).await else { return };
    let g = Filter::Family(CompareOp::Equal, binary("g"));
    assert_eq!(t.filter_row("r", g).await, ["g:a@4=44", "g:c@5=5"]);
}

pub async fn by_qualifier(cx: &Cx) {
    let Some(t) = abc(cx).await else { return };
    let a = Filter::Qualifier(CompareOp::Equal, binary("a"));
    assert_eq!(t.filter_row("r", a).await, ["f:a@1=1", "g:a@4=44"]);
    let above = Filter::Qualifier(CompareOp::Greater, binary("a"));
    let expected = ["f:ab@2=22", "f:b@3=3", "g:c@5=5"];
    assert_eq!(t.filter_row("r", above).await, expected);
}

pub async fn by_the_qualifiers_beginning(cx: &Cx) {
    let Some(t) = abc(cx).await else { return };
    let a = Filter::QualifierPrefix(b"a".to_vec());
    assert_eq!(t.filter_row("r", a).await, ["f:a@1=1", "f:ab@2=22", "g:a@4=44"]);
}

pub async fn by_several_beginnings(cx: &Cx) {
    let Some(t) = abc(cx).await else { return };
    let prefixes = Filter::QualifierPrefixes(vec![b"c".to_vec(), b"ab".to_vec()]);
    assert_eq!(t.filter_row("r", prefixes).await, ["f:ab@2=22", "g:c@5=5"]);
}

pub async fn of_several_beginnings_the_nearest_alone_counts(cx: &Cx) {
    let Some(t) = abc(cx).await else { return };
    t.put("r", "f:ac", 6, "6").await;
    let prefixes = Filter::QualifierPrefixes(vec![b"a".to_vec(), b"ab".to_vec()]);
    let expected = ["f:a@1=1", "f:ab@2=22", "g:a@4=44"];
    assert_eq!(t.filter_row("r", prefixes).await, expected);
}

pub async fn a_beginning_given_twice_is_refused(cx: &Cx) {
    let Some(t) = abc(cx).await else { return };
    let mut get = Get::new("r");
    get.read.filter = Some(Filter::QualifierPrefixes(vec![b"a".to_vec(), b"a".to_vec()]));
    assert!(t.try_get(get).await.is_err());
}

pub async fn no_value_equals_null(cx: &Cx) {
    needs!(cx: AllFilters);
    let Some(t) = abc(cx).await else { return };
    t.put("r", "f:e", 6, "").await;
    let null = |op| Filter::Value(op, Comparator::Null);
    assert!(t.filter_row("r", null(CompareOp::Equal)).await.is_empty());
    assert_eq!(t.filter_row("r", null(CompareOp::NotEqual)).await.len(), 6);
}

pub async fn by_a_range_of_qualifiers(cx: &Cx) {
    let Some(t) = abc(cx).await else { return };
    let both = range(Some(("a", true)), Some(("ab", true)));
    assert_eq!(t.filter_row("r", both).await, ["f:a@1=1", "f:ab@2=22", "g:a@4=44"]);
    let neither = range(Some(("a", false)), Some(("b", false)));
    assert_eq!(t.filter_row("r", neither).await, ["f:ab@2=22"]);
    let open = range(Some(("b", true)), None);
    assert_eq!(t.filter_row("r", open).await, ["f:b@3=3", "g:c@5=5"]);
    let below = range(None, Some(("ab", false)));
    assert_eq!(t.filter_row("r", below).await, ["f:a@1=1", "g:a@4=44"]);
}

pub async fn by_value(cx: &Cx) {
    let Some(t) = abc(cx).await else { return };
    let three = Filter::Value(CompareOp::Equal, binary("3"));
    assert_eq!(t.filter_row("r", three).await, ["f:b@3=3"]);
    let above = Filter::Value(CompareOp::Greater, binary("3"));
    assert_eq!(t.filter_row("r", above).await, ["g:a@4=44", "g:c@5=5"]);
}

pub async fn a_row_without_a_passing_cell_is_left_out(cx: &Cx) {
    let Some(t) = abc(cx).await else { return };
    t.put("s", "f:a", 1, "5").await;
    let five = Filter::Value(CompareOp::Equal, binary("1"));
    assert_eq!(t.filter_keys(five).await, ["r"]);
}

pub async fn values_compare_as_unsigned_bytes(cx: &Cx) {
    needs!(cx: AllFilters);
    needs!(cx: Filters);
    let t = cx.table().await;
    for (row, number) in [("minus", -1_i64), ("one", 1), ("ten", 10)] {
        t.mutate(row, |m| {
            m.put_at(b"f", b"q", 1, &number.to_be_bytes()).expect("short");
        })
        .await;
    }
    let five = Comparator::Binary(5_i64.to_be_bytes().to_vec());
    let found = t.filter_keys(Filter::Value(CompareOp::Greater, five)).await;
    assert_eq!(found, ["minus", "ten"]);
    let found = t.filter_keys(Filter::Value(CompareOp::Less, Comparator::Long(5))).await;
    assert_eq!(found, ["minus", "one"]);
}

pub async fn a_value_that_is_no_number_fails_also_in_a_row_left_out_for_its_key(cx: &Cx) {
    needs!(cx: AllFilters);
    let Some(t) = abc(cx).await else { return };
    let is_number = Filter::Value(CompareOp::Less, Comparator::Long(5));
    let is_other_row = Filter::Row(CompareOp::Equal, binary("other"));
    let mut get = Get::new("r");
    get.read.filter = Some(Filter::And(vec![is_number, is_other_row]));
    assert!(t.try_get(get).await.is_err());
}

pub async fn a_substring_of_the_value(cx: &Cx) {
    let Some(t) = abc(cx).await else { return };
    t.put("r", "f:text", 6, "Hello World").await;
    let text = Filter::Value(CompareOp::Equal, Comparator::Substring("LO WO".into()));
    assert_eq!(t.filter_row("r", text).await, ["f:text@6=Hello World"]);
}

pub async fn a_pattern_in_the_value(cx: &Cx) {
    let Some(t) = abc(cx).await else { return };
    let doubled = Filter::Value(CompareOp::Equal, Comparator::Regex("^(22|44)$".into()));
    assert_eq!(t.filter_row("r", doubled).await, ["f:ab@2=22", "g:a@4=44"]);
}

pub async fn a_dot_matches_the_end_of_a_line(cx: &Cx) {
    needs!(cx: Filters);
    let t = cx.table().await;
    t.put("r", "f:q", 1, "one\ntwo").await;
    let pattern = Filter::Value(CompareOp::Equal, Comparator::Regex("one.two".into()));
    assert_eq!(t.filter_keys(pattern).await, ["r"]);
}

pub async fn by_timestamps(cx: &Cx) {
    let Some(t) = abc(cx).await else { return };
    let filter = Filter::Timestamps(vec![5, 2, 9]);
    assert_eq!(t.filter_row("r", filter).await, ["f:ab@2=22", "g:c@5=5"]);
}

pub async fn timestamps_find_an_older_version(cx: &Cx) {
    needs!(cx: Filters);
    let t = cx.table().await;
    t.puts("r", &[("f:q", 1, "1"), ("f:q", 2, "2"), ("f:q", 3, "3")]).await;
    assert_eq!(t.filter_row("r", Filter::Timestamps(vec![2])).await, ["f:q@2=2"]);
}

pub async fn a_value_filter_finds_an_older_version(cx: &Cx) {
    needs!(cx: Filters);
    let t = cx.table().await;
    t.puts("r", &[("f:q", 1, "x"), ("f:q", 2, "y"), ("f:q", 3, "z")]).await;
    let x = Filter::Value(CompareOp::Equal, binary("x"));
    assert_eq!(t.filter_row("r", x).await, ["f:q@1=x"]);
}

pub async fn no_more_versions_behind_a_filter_than_asked_for(cx: &Cx) {
    needs!(cx: RowVersions);
    needs!(cx: Filters);
    let t = cx.table().await;
    t.puts("r", &[("f:q", 1, "x"), ("f:q", 2, "y"), ("f:q", 3, "x")]).await;
    let x = || Filter::Value(CompareOp::Equal, binary("x"));
    assert_eq!(t.filter_row("r", x()).await, ["f:q@3=x"]);
    let found = t
        .read("r", |read| {
            read.max_versions = 2;
            read.filter = Some(x());
        })
        .await;
    assert_eq!(found, ["f:q@3=x", "f:q@1=x"]);
}

pub async fn keys_without_values(cx: &Cx) {
    let Some(t) = abc(cx).await else { return };
    let found = t.filter_row("r", Filter::KeyOnly(false)).await;
    assert_eq!(found, ["f:a@1=", "f:ab@2=", "f:b@3=", "g:a@4=", "g:c@5="]);
}

pub async fn keys_with_the_values_lengths(cx: &Cx) {
    let Some(t) = abc(cx).await else { return };
    let found = t
        .read("r", |read| {
            read.add_column(b"f", b"ab");
            read.filter = Some(Filter::KeyOnly(true));
        })
        .await;
    assert_eq!(found, [r"f:ab@2=\x00\x00\x00\x02"]);
}

pub async fn the_first_cell_of_each_row(cx: &Cx) {
    let Some(t) = abc(cx).await else { return };
    t.puts("s", &[("g:x", 1, "1"), ("g:y", 1, "2")]).await;
    let found = t.scan_cells(|scan| scan.read.filter = Some(Filter::FirstKeyOnly)).await;
    assert_eq!(found, ["f:a@1=1", "g:x@1=1"]);
}

pub async fn a_page_of_columns(cx: &Cx) {
    let Some(t) = abc(cx).await else { return };
    let page = |limit, offset| Filter::ColumnPage { limit, offset };
    assert_eq!(t.filter_row("r", page(2, 0)).await, ["f:a@1=1", "f:ab@2=22"]);
    assert_eq!(t.filter_row("r", page(2, 2)).await, ["f:b@3=3", "g:a@4=44"]);
    assert_eq!(t.filter_row("r", page(9, 4)).await, ["g:c@5=5"]);
    assert!(t.filter_row("r", page(9, 5)).await.is_empty());
}

pub async fn a_page_of_columns_shows_the_newest_versions(cx: &Cx) {
    needs!(cx: RowVersions);
    needs!(cx: Filters);
    let t = cx.table().await;
    t.puts("r", &[("f:a", 1, "1"), ("f:a", 2, "2"), ("f:b", 1, "3")]).await;
    let found = t
        .read("r", |read| {
            read.max_versions = 3;
            read.filter = Some(Filter::ColumnPage { limit: 5, offset: 0 });
        })
        .await;
    assert_eq!(found, ["f:a@2=2", "f:b@1=3"]);
}

pub async fn negated_leaves(cx: &Cx) {
    let Some(t) = abc(cx).await else { return };
    let not = |filter| Filter::Not(Box::new(filter));
    let value = not(Filter::Value(CompareOp::Less, binary("3")));
    assert_eq!(t.filter_row("r", value).await, ["f:b@3=3", "g:a@4=44", "g:c@5=5"]);
    let prefix = not(Filter::QualifierPrefix(b"a".to_vec()));
    assert_eq!(t.filter_row("r", prefix).await, ["f:b@3=3", "g:c@5=5"]);
    let middle = not(range(Some(("ab", true)), Some(("b", true))));
    assert_eq!(t.filter_row("r", middle).await, ["f:a@1=1", "g:a@4=44", "g:c@5=5"]);
}

pub async fn a_column_that_is_not_read_cannot_be_filtered_on(cx: &Cx) {
    let Some(t) = abc(cx).await else { return };
    let three = Filter::Value(CompareOp::Equal, binary("3"));
    let found = t
        .read("r", |read| {
            read.add_column(b"f", b"a");
            read.filter = Some(three);
        })
        .await;
    assert!(found.is_empty());
}

pub async fn a_limit_per_family_counts_what_passes(cx: &Cx) {
    needs!(cx: FamilyLimits);
    let Some(t) = abc(cx).await else { return };
    let not_a = Filter::Qualifier(CompareOp::NotEqual, binary("a"));
    let found = t
        .read("r", |read| {
            read.store_limit = Some(1);
            read.filter = Some(not_a);
        })
        .await;
    assert_eq!(found, ["f:ab@2=22", "g:c@5=5"]);
}
