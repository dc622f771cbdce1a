//! Hints are seeks: no filter of the list sees cells before one.

use hbase_backend::{Capability, Comparator, CompareOp, Filter};

use crate::{Cx, Table};

async fn columns<'a>(cx: &'a Cx, names: &str) -> Option<Table<'a>> {
    if cx.lacks(Capability::Filters) {
        return None;
    }
    let t = cx.table().await;
    for name in names.chars() {
        t.put("r", &format!("f:{name}"), 1, "").await;
    }
    Some(t)
}

fn page(limit: u32, offset: u32) -> Filter {
    Filter::ColumnPage { limit, offset }
}

fn prefix(bytes: &str) -> Filter {
    Filter::QualifierPrefix(bytes.into())
}

fn prefixes(bytes: [&str; 2]) -> Filter {
    Filter::QualifierPrefixes(bytes.map(|bytes| bytes.as_bytes().to_vec()).to_vec())
}

fn from(min: &str, min_inclusive: bool) -> Filter {
    Filter::QualifierRange {
        min: Some(min.into()),
        min_inclusive,
        max: None,
        max_inclusive: false,
    }
}

/// The filters that give hints, on columns `a` to `d`.
fn hinting() -> [Filter; 6] {
    [
        prefix("b"),
        prefix("d"),
        prefixes(["b", "d"]),
        prefixes(["a", "d"]),
        from("c", true),
        from("b", false),
    ]
}

/// Limit and offset of pages of columns.
const PAGES: [(u32, u32); 4] = [(1, 0), (2, 0), (1, 1), (2, 1)];

/// Asserts which of the columns `a` to `d` pass a list of a page and a hinting filter: a line for each
/// page, an entry for each filter.
async fn assert_pass(cx: &Cx, list: impl Fn(Filter, Filter) -> Filter, expected: &[[&str; 6]; 4]) {
    let Some(t) = columns(cx, "abcd").await else { return };
    for ((limit, offset), expected) in PAGES.into_iter().zip(*expected) {
        for (filter, expected) in hinting().into_iter().zip(expected) {
            let list = list(page(limit, offset), filter);
            let found = t.filter_row("r", list.clone()).await;
            let found: String = found.iter().filter_map(|cell| cell.chars().nth(2)).collect();
            assert_eq!(found, expected, "{list:?}");
        }
    }
}

pub async fn columns_before_a_hint_are_not_counted(cx: &Cx) {
    assert_pass(cx, |page, hint| Filter::And(vec![page, hint]), &[
        ["", "", "", "a", "", ""],
        ["b", "d", "b", "a", "c", ""],
        ["b", "d", "b", "", "c", ""],
        ["b", "d", "b", "d", "cd", "c"],
    ])
    .await;
}

pub async fn columns_are_counted_behind_a_hint(cx: &Cx) {
    assert_pass(cx, |page, hint| Filter::And(vec![hint, page]), &[
        ["b", "d", "b", "a", "c", "c"],
        ["b", "d", "bd", "ad", "cd", "cd"],
        ["", "", "d", "d", "d", "d"],
        ["", "", "d", "d", "d", "d"],
    ])
    .await;
}

pub async fn one_that_hints_is_enough(cx: &Cx) {
    assert_pass(cx, |page, hint| Filter::Or(vec![page, hint]), &[
        ["ab", "ad", "abd", "ad", "acd", "acd"],
        ["ab", "abd", "abd", "abd", "abcd", "abcd"],
        ["b", "bd", "bd", "abd", "bcd", "bcd"],
        ["bc", "bcd", "bcd", "abcd", "bcd", "bcd"],
    ])
    .await;
}

pub async fn of_several_hints_the_farthest_counts(cx: &Cx) {
    let Some(t) = columns(cx, "abcde").await else { return };
    let all = Filter::And(vec![page(2, 0), from("b", true), prefix("d")]);
    assert_eq!(t.filter_row("r", all).await, ["f:d@1="]);
}

pub async fn of_several_hints_the_nearest_is_enough(cx: &Cx) {
    let Some(t) = columns(cx, "abcde").await else { return };
    let any = Filter::Or(vec![prefix("c"), prefix("e")]);
    let list = Filter::And(vec![page(2, 0), any]);
    assert_eq!(t.filter_row("r", list).await, ["f:c@1="]);
}

pub async fn a_hint_within_skip_is_none(cx: &Cx) {
    let Some(t) = columns(cx, "abcd").await else { return };
    let inner = Filter::WhileMatch(Box::new(prefix("d")));
    let list = Filter::Or(vec![Filter::And(vec![page(3, 0), inner]), prefix("c")]);
    assert_eq!(t.filter_row("r", list).await, ["f:c@1="]);
}

pub async fn a_hint_passes_over_versions(cx: &Cx) {
    needs!(cx: RowVersions);
    let Some(t) = columns(cx, "").await else { return };
    for at in 1..4 {
        t.puts("r", &[("f:a", at, ""), ("f:b", at, ""), ("f:c", at, "")]).await;
    }
    let found = t
        .read("r", |read| {
            read.max_versions = 3;
            read.filter = Some(Filter::And(vec![page(5, 0), prefix("c")]));
        })
        .await;
    assert_eq!(found, ["f:c@3="]);
}

pub async fn a_hint_in_each_family(cx: &Cx) {
    let Some(t) = columns(cx, "abcd").await else { return };
    t.puts("r", &[("g:a", 1, ""), ("g:d", 1, "")]).await;
    let list = || Filter::And(vec![page(4, 0), prefix("d")]);
    assert_eq!(t.filter_row("r", list()).await, ["f:d@1=", "g:d@1="]);
    let list = Filter::And(vec![page(3, 0), prefix("d")]);
    assert_eq!(t.filter_row("r", list).await, ["f:d@1="]);
}

pub async fn columns_asked_for_behind_a_hint(cx: &Cx) {
    let Some(t) = columns(cx, "abcdef").await else { return };
    let found = t
        .read("r", |read| {
            for name in [b"a", b"b", b"e"] {
                read.add_column(b"f", name);
            }
            read.filter = Some(Filter::And(vec![page(2, 0), from("c", true)]));
        })
        .await;
    assert_eq!(found, ["f:e@1="]);
}

pub async fn deletes_hold_behind_a_hint(cx: &Cx) {
    let Some(t) = columns(cx, "abcd").await else { return };
    t.delete_column("r", "f:c", Some(1)).await;
    t.delete_family("r", "f", Some(0)).await;
    assert_eq!(t.filter_row("r", from("c", true)).await, ["f:d@1="]);
    t.delete_family("r", "f", Some(1)).await;
    assert!(t.filter_row("r", from("c", true)).await.is_empty());
}

pub async fn a_hint_is_no_seek_against_the_order(cx: &Cx) {
    needs!(cx: ReversedScan);
    let Some(t) = columns(cx, "abcd").await else { return };
    for (limit, expected) in [(2, vec![]), (4, vec!["f:d@1="])] {
        let list = Filter::And(vec![page(limit, 0), prefix("d")]);
        let found = t
            .scan_cells(|scan| {
                scan.reversed = true;
                scan.read.filter = Some(list);
            })
            .await;
        assert_eq!(found, expected, "{limit}");
    }
}

pub async fn many_columns_behind_a_hint(cx: &Cx) {
    needs!(cx: Filters);
    let t = cx.table().await;
    t.mutate("r", |m| {
        for n in 0..500 {
            m.put_at(b"f", format!("{n:04}").as_bytes(), 1, b"").expect("short");
        }
    })
    .await;
    assert_eq!(t.filter_row("r", prefix("0499")).await, ["f:0499@1="]);
    let list = Filter::And(vec![page(2, 0), prefixes(["0100", "0400"])]);
    assert_eq!(t.filter_row("r", list).await, ["f:0100@1="]);
    let list = Filter::And(vec![prefixes(["0100", "0400"]), page(2, 0)]);
    assert_eq!(t.filter_row("r", list).await, ["f:0100@1=", "f:0400@1="]);
}

pub async fn many_rows_between_ranges(cx: &Cx) {
    needs!(cx: AllFilters);
    let Some(t) = columns(cx, "").await else { return };
    let puts = (0..400).map(|n| {
        let mut put = hbase_backend::Mutation::new(format!("{n:04}"));
        put.put_at(b"f", b"q", 1, b"").expect("short");
        put.put_at(b"g", b"q", 1, b"").expect("short");
        put
    });
    let written = cx.backend().mutate_many(t.name(), puts.collect(), cx.soon()).await;
    assert!(written.expect("puts").iter().all(Result::is_ok));
    let range = |from: &str, to: &str| (from.into(), to.into());
    let ranges = vec![range("0300", "0302"), range("0099", "0100"), range("01", "0101")];
    let found = t.filter_keys(Filter::RowRanges(ranges.clone())).await;
    assert_eq!(found, ["0099", "0100", "0300", "0301"]);
    let list = Filter::And(vec![Filter::Page(3), Filter::RowRanges(ranges)]);
    assert_eq!(t.filter_keys(list).await, ["0099", "0100", "0300"]);
    let fuzzy = Filter::FuzzyRow(vec![(b"0?77".to_vec(), vec![true, false, true, true])]);
    assert_eq!(t.filter_keys(fuzzy).await, ["0077", "0177", "0277", "0377"]);
    let prefix = Filter::And(vec![Filter::RowPrefix(b"02".to_vec()), Filter::Page(2)]);
    assert_eq!(t.filter_keys(prefix).await, ["0200", "0201"]);
}

pub async fn a_cell_of_a_row_left_out_ends_the_scan(cx: &Cx) {
    needs!(cx: Filters);
    let t = cx.table().await;
    t.rows(&["a", "b", "c"]).await;
    let binary = |bytes: &str| Comparator::Binary(bytes.into());
    let until_b = Filter::WhileMatch(Box::new(Filter::Value(CompareOp::NotEqual, binary("b"))));
    let c = Filter::Row(CompareOp::Equal, binary("c"));
    assert!(t.filter_keys(Filter::And(vec![until_b, c])).await.is_empty());
}
