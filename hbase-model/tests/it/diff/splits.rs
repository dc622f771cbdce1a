use std::borrow::Cow;

use hbase_model::diff::{Coverage, Declared, compare};
use hbase_model::{KeyLayout, Salt, SaltLayout, Splits, TableDescriptor};

use super::of_d1;

const BUCKETS: fn(u16) -> Salt = |count| Salt::Buckets { count, text: false };

fn split(splits: Splits) -> TableDescriptor {
    TableDescriptor {
        splits,
        ..of_d1(|_| {})
    }
}

fn keys(keys: &[&'static [u8]]) -> Splits {
    Splits::Keys(keys.iter().map(|key| Cow::Borrowed(*key)).collect())
}

fn per_bucket(buckets: u32) -> Splits {
    Splits::PerBucket {
        buckets,
        digits: None,
    }
}

fn pipes(regions: u32, width: u8) -> Splits {
    Splits::NumberPipe { regions, width }
}

/// The lines for a table with this salt.
fn lines(salt: Option<Salt>, declared: Splits, live: Splits) -> Vec<String> {
    let separator = salt
        .as_ref()
        .filter(|salt| salt.is_text())
        .map(|_| b"_".as_slice().into());
    let key = KeyLayout {
        salt: salt.map(|salt| SaltLayout { salt, separator }),
        parts: Cow::Borrowed(&[]),
    };
    let table = split(declared);
    let declared = Declared {
        table: &table,
        key: Some(&key),
    };
    let diff = compare(declared, Some(&split(live)), Coverage::Full).expect("good splits");
    super::lines(&diff)
}

#[test]
fn more_splits_than_declared_are_no_difference() {
    let live = keys(&[b"\x01", b"\x01user7", b"\x02", b"\x03", b"\x03zz"]);
    assert_eq!(lines(Some(BUCKETS(4)), per_bucket(4), live), [""; 0]);
    let live = keys(&[b"a", b"b"]);
    assert_eq!(lines(None, Splits::None, live), [""; 0]);
}

#[test]
fn missing_ones_are_split_by_the_shell_the_last_one_first() {
    let found = lines(Some(BUCKETS(4)), per_bucket(4), keys(&[b"\x02"]));
    let [line] = found.as_slice() else {
        panic!("{found:?}")
    };
    for part in [
        "splits: declared 3, live 1 in all, 2 of the declared ones missing: run `",
        "split 'NS:T', \"\\x03\"",
        "` and 1 more like it",
    ] {
        assert!(line.contains(part), "{line}");
    }
    let found = lines(Some(BUCKETS(4)), per_bucket(4), Splits::None);
    assert!(
        found[0].contains("live 0 in all, 3 of the declared ones missing"),
        "{found:?}"
    );
}

/// While the splits are made one by one, the table never looks like one with another layout.
#[test]
fn splitting_one_by_one_is_not_taken_for_another_layout() {
    let all = per_bucket(16).keys().expect("good splits");
    for from in 1..all.len() {
        let some = all[from..]
            .iter()
            .map(|key| Cow::Owned(key.clone()))
            .collect();
        let found = lines(Some(BUCKETS(16)), per_bucket(16), Splits::Keys(some));
        assert!(found[0].starts_with("splits: declared 15,"), "{found:?}");
    }
}

#[test]
fn more_buckets_than_the_table_was_made_with() {
    for declared in [per_bucket(32), Splits::None] {
        let found = lines(Some(BUCKETS(32)), declared, per_bucket(16));
        assert_eq!(found.len(), 1);
        let expected = "key layout: declared `buckets(32)`, live 15 splits of 16 values: \
                        existing rows would not be found under the declared key";
        assert!(found[0].starts_with(expected), "{found:?}");
        assert!(found[0].contains("copy the rows"), "{found:?}");
    }
}

#[test]
fn fewer_buckets_than_the_table_was_made_with() {
    let found = lines(Some(BUCKETS(16)), per_bucket(16), per_bucket(32));
    assert!(
        found[0].contains("live a split at \"\\x10\", which does not start with a value of it"),
        "{found:?}"
    );
}

#[test]
fn automatic_splits_do_not_hide_another_count() {
    let mut all = per_bucket(16).keys().expect("good splits");
    all.push(b"\x05user42".to_vec());
    all.sort();
    let live = Splits::Keys(all.into_iter().map(Cow::Owned).collect());
    let found = lines(Some(BUCKETS(32)), per_bucket(32), live);
    assert!(
        found[0].contains("live 15 splits of 16 values"),
        "{found:?}"
    );
}

#[test]
fn region_numbers_of_another_count_or_width() {
    let salt = |regions, width| Some(Salt::RegionNumber { regions, width });
    let found = lines(salt(6, 1), pipes(6, 1), pipes(300, 3));
    assert!(
        found[0].contains("a number that does not have 1 digits"),
        "{found:?}"
    );
    let found = lines(salt(300, 3), pipes(300, 3), pipes(6, 1));
    assert!(
        found[0].contains("does not start with a value"),
        "{found:?}"
    );
    let found = lines(salt(9, 1), pipes(9, 1), pipes(6, 1));
    assert!(found[0].contains("live 5 splits of 6 values"), "{found:?}");
    let found = lines(salt(6, 1), pipes(6, 1), pipes(9, 1));
    assert!(found[0].contains("a split at \"6|\""), "{found:?}");
    assert_eq!(lines(salt(6, 1), pipes(6, 1), pipes(6, 1)), [""; 0]);
}

#[test]
fn another_kind_of_salt() {
    let hex = Splits::HexString { regions: 16 };
    let found = lines(Some(BUCKETS(16)), per_bucket(16), hex.clone());
    assert!(found[0].contains("a split at \"10000000\""), "{found:?}");
    let numbers = Some(Salt::RegionNumber {
        regions: 6,
        width: 1,
    });
    let found = lines(numbers, pipes(6, 1), hex);
    assert!(found[0].starts_with("key layout:"), "{found:?}");
}

/// The number of regions does not indicate a salt of hash digits.
#[test]
fn hash_salts_may_be_split_as_one_likes() {
    let salt = || {
        Some(Salt::Md5Hex {
            digits: 4,
            from: 0,
            upper: false,
            joined: None,
        })
    };
    let hex = |regions| Splits::HexString { regions };
    assert_eq!(lines(salt(), hex(16), hex(32)), [""; 0]);
    let found = lines(salt(), hex(32), hex(16));
    assert!(
        found[0].contains("live 15 in all, 16 of the declared ones missing"),
        "{found:?}"
    );
}

/// A random salt is searched under every value, so that more values still find it.
#[test]
fn drawn_salts_may_grow() {
    let drawn = |count| Some(Salt::Random { count, text: false });
    let found = lines(drawn(32), per_bucket(32), per_bucket(16));
    assert!(found[0].starts_with("splits: declared 31,"), "{found:?}");
    let found = lines(drawn(16), per_bucket(16), per_bucket(32));
    assert!(found[0].starts_with("key layout:"), "{found:?}");
}

#[test]
fn decimal_splits_of_more_regions() {
    let salt = Salt::RegionNumber {
        regions: 10,
        width: 1,
    };
    let decimal = |regions| Splits::DecimalString { regions };
    assert_eq!(lines(Some(salt), decimal(10), decimal(20)), [""; 0]);
}
