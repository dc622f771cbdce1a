//! Tests of reads of whole families.

use hbase_backend::{CellBlock, CellKind, CellRef};

use super::*;

const TABLE: TableName = TableName::from_static("", "T");

fn row(columns: &[(&str, &str)], value: &[u8]) -> Row {
    let mut block = CellBlock::new();
    for (family, qualifier) in columns {
        let pushed = block.push(CellRef {
            row: b"r",
            family: family.as_bytes(),
            qualifier: qualifier.as_bytes(),
            timestamp: 1,
            kind: CellKind::Put,
            value,
        });
        pushed.expect("a small cell");
    }
    Row::from_trusted(block.take())
}

fn scan(columns: &[(&str, &str)]) -> Scan {
    let mut scan = Scan::new();
    scan.read.whole_families = true;
    for (family, qualifier) in columns {
        if qualifier.is_empty() {
            scan.read.add_family(family.as_bytes());
        } else {
            scan.read
                .add_column(family.as_bytes(), qualifier.as_bytes());
        }
    }
    scan
}

fn whole(scan: &Scan) -> Option<WholeFamilies> {
    WholeFamilies::of_scan(scan, &TABLE, &KnownFamilies::default())
}

#[test]
fn the_cells_of_the_columns_are_kept() {
    let seed = fastrand::u64(..);
    let mut rng = fastrand::Rng::with_seed(seed);
    let all: Vec<(&str, &str)> = ["D", "E", "F"]
        .into_iter()
        .flat_map(|family| ["A", "AA", "B", "C"].map(|qualifier| (family, qualifier)))
        .collect();
    for turn in 0..2000 {
        let mut named = rng.choose_multiple(all.iter().copied(), 3);
        named.push(("D", "AA"));
        if rng.bool() {
            named.retain(|(family, _)| *family != "E");
            named.push(("E", ""));
        }
        let is_named = |(family, qualifier): &(&str, &str)| {
            named.contains(&(family, qualifier)) || named.contains(&(family, ""))
        };
        let mut cells: Vec<_> = all.iter().copied().filter(|_| rng.bool()).collect();
        // Several versions.
        cells.extend(cells.clone().into_iter().filter(|_| rng.u8(..4) == 0));
        cells.sort_unstable();
        let expected: Vec<_> = cells.iter().copied().filter(is_named).collect();
        let mut whole = whole(&scan(&named)).expect("named columns");
        let kept = whole.keep(&row(&cells, b"value"));
        let expected = row(&expected, b"value");
        assert_eq!(&kept, expected.as_block(), "seed {seed}, turn {turn}");
    }
}

#[test]
fn columns_are_named_where_others_outweigh_them() {
    let named = scan(&[("D", "B")]);
    let known = KnownFamilies::default();
    let read = |cells: &[(&str, &str)], value: &[u8], rows: usize| {
        let mut whole = WholeFamilies::of_scan(&named, &TABLE, &known)?;
        for _ in 0..rows {
            whole.keep(&row(cells, value));
        }
        Some(whole)
    };
    let three = [("D", "A"), ("D", "B"), ("D", "C")];
    let mut whole = read(&three, b"", 1000).expect("nothing is known");
    assert!(!whole.is_costly());
    assert_eq!((whole.rows(1000), whole.rows(10)), (1000, 10));
    let four = [("D", "A"), ("D", "B"), ("D", "C"), ("D", "D")];
    whole = read(&four, b"", 1000).expect("nothing is known");
    assert!(whole.is_costly());
    assert!(!read(&four, b"", 20).expect("nothing is known").is_costly());
    assert!(
        read(&four, &[0; 1000], 20)
            .expect("nothing is known")
            .is_costly()
    );
    assert_eq!(whole.note(&known), Reading::Named);
    assert!(read(&four, b"", 0).is_none());
    // Of other columns nothing is known.
    let other = scan(&[("D", "C")]);
    let whole = WholeFamilies::of_scan(&other, &TABLE, &known).expect("nothing is known");
    assert_eq!(whole.rows(1000), PROBE_ROWS);
}

#[test]
fn a_response_that_was_too_long_is_remembered_and_a_few_rows_are_not() {
    let named = scan(&[("D", "B")]);
    let known = KnownFamilies::default();
    let whole = || WholeFamilies::of_scan(&named, &TABLE, &known);
    let mut few = whole().expect("nothing is known");
    few.keep(&row(&[("D", "B")], b"value"));
    assert_eq!(few.note(&known), Reading::Whole);
    let mut long = whole().expect("nothing is known");
    assert_eq!(long.rows(1000), PROBE_ROWS);
    long.note_too_long();
    assert_eq!(long.note(&known), Reading::Named);
    assert!(whole().is_none());
}

/// The cells of a row that is read again by name were of no use.
#[test]
fn rows_that_are_too_long_for_gets_are_dropped() {
    let mut get = Get::new("r");
    get.read = scan(&[("D", "B")]).read;
    let known = KnownFamilies::default();
    let mut whole = WholeFamilies::of_gets(&get, &TABLE, &known).expect("named columns");
    let names: Vec<String> = (0..whole.cells_of_get())
        .map(|n| format!("B{n:03}"))
        .collect();
    let mut cells: Vec<_> = names.iter().map(|name| ("D", name.as_str())).collect();
    cells[0] = ("D", "B");
    assert!(whole.keep_of_get(&row(&cells[1..], b"")).is_some());
    assert!(whole.keep_of_get(&row(&cells, b"")).is_none());
    assert_eq!(
        (whole.kept.cells, whole.cells()),
        (0, 2 * cells.len() as u64 - 1)
    );
    assert_eq!(whole.note(&known), Reading::Named);
}

#[test]
fn scans_that_count_cells_or_filter_them_name_their_columns() {
    let named = scan(&[("D", "B")]);
    assert!(whole(&named).is_some());
    assert!(whole(&scan(&[("D", "")])).is_none());
    let mut refused = named.clone();
    refused.batch = Some(3);
    assert!(whole(&refused).is_none());
    let mut refused = named.clone();
    refused.read.max_versions = 2;
    assert!(whole(&refused).is_none());
    for filter in [
        Filter::FirstKeyOnly,
        Filter::KeyOnly(false),
        Filter::Page(3),
    ] {
        let mut refused = named.clone();
        refused.read.filter = Some(Filter::And(vec![Filter::RowPrefix(vec![1]), filter]));
        assert!(whole(&refused).is_none());
    }
    let mut refused = named;
    refused.read.whole_families = false;
    assert!(whole(&refused).is_none());
}
