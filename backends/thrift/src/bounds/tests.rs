use hbase_backend::RowBound;

use super::Bounds;

const KEYS: &[&[u8]] = &[
    b"\0",
    b"\0\0",
    b"a",
    b"a\0",
    b"a\0\xff",
    b"a\xff",
    b"a\xff\xff\xff\xff\xff\xff\xff\xff\xff",
    b"b",
    b"b\0",
    b"c",
    b"\xff",
    b"\xff\xff",
];

fn bound(kind: usize, key: &[u8]) -> RowBound {
    match kind {
        0 => RowBound::Unbounded,
        1 => RowBound::Included(key.to_vec()),
        _ => RowBound::Excluded(key.to_vec()),
    }
}

/// The gateway's rows for its start and stop row, without the excluded ones.
fn found(bounds: &Bounds, reversed: bool) -> Vec<&'static [u8]> {
    if bounds.empty {
        return Vec::new();
    }
    let (start, stop) = (bounds.start.as_slice(), bounds.stop.as_slice());
    let mut keys = KEYS.to_vec();
    if reversed {
        keys.reverse();
        keys.retain(|key| (start.is_empty() || *key <= start) && (stop.is_empty() || *key > stop));
    } else {
        keys.retain(|key| *key >= start && (stop.is_empty() || *key < stop));
    }
    keys.retain(|key| bounds.without.as_deref() != Some(*key));
    keys.retain(|key| bounds.floor.as_deref().is_none_or(|floor| *key >= floor));
    keys
}

fn wanted(start: &RowBound, stop: &RowBound, reversed: bool) -> Vec<&'static [u8]> {
    let (low, high) = if reversed {
        (stop, start)
    } else {
        (start, stop)
    };
    let mut keys = KEYS.to_vec();
    keys.retain(|key| match low {
        RowBound::Unbounded => true,
        RowBound::Included(low) => *key >= low.as_slice(),
        RowBound::Excluded(low) => *key > low.as_slice(),
    });
    keys.retain(|key| match high {
        RowBound::Unbounded => true,
        RowBound::Included(high) => *key <= high.as_slice(),
        RowBound::Excluded(high) => *key < high.as_slice(),
    });
    if reversed {
        keys.reverse();
    }
    keys
}

fn all(mut check: impl FnMut(RowBound, RowBound, bool)) {
    for reversed in [false, true] {
        for (start, stop) in KEYS.iter().flat_map(|a| KEYS.iter().map(move |b| (a, b))) {
            for kinds in 0..9 {
                check(bound(kinds / 3, start), bound(kinds % 3, stop), reversed);
            }
        }
    }
}

#[test]
fn every_pair_of_bounds_gives_the_rows_between() {
    all(|start, stop, reversed| {
        let bounds = Bounds::new(&start, &stop, reversed);
        assert_eq!(
            found(&bounds, reversed),
            wanted(&start, &stop, reversed),
            "{start:?} {stop:?} reversed {reversed}: {bounds:?}"
        );
    });
}

#[test]
fn behind_any_row_the_rest_follows() {
    all(|start, stop, reversed| {
        let bounds = Bounds::new(&start, &stop, reversed);
        let rows = wanted(&start, &stop, reversed);
        for (at, row) in rows.iter().enumerate() {
            let rest = bounds.after(row, reversed);
            assert_eq!(
                found(&rest, reversed),
                rows[at + 1..],
                "{bounds:?} after {row:?}"
            );
            let rest = bounds.starting_at(row);
            assert_eq!(
                found(&rest, reversed),
                rows[at..],
                "{bounds:?} from {row:?}"
            );
        }
    });
}

#[test]
fn the_longest_keys_have_neighbours_too() {
    let longest = vec![b'a'; 32767];
    let included = RowBound::Included(longest.clone());
    let bounds = Bounds::new(&RowBound::Unbounded, &included, false);
    assert!(bounds.stop > longest && bounds.stop.len() <= 32767);
    let bounds = Bounds::new(&included, &included, true);
    assert!(bounds.stop < longest && bounds.stop.len() <= 32767 && !bounds.empty);
}

#[test]
fn empty_keys_are_no_bounds() {
    for reversed in [false, true] {
        for kinds in 0..9 {
            let (start, stop) = (bound(kinds / 3, b""), bound(kinds % 3, b""));
            let bounds = Bounds::new(&start, &stop, reversed);
            assert!(!bounds.empty, "{start:?} {stop:?} reversed {reversed}");
        }
    }
}
