//! Splits: `RegionSplitter`'s, ours, and how they fit a salt.

use std::borrow::Cow;

use hbase_model::splits::{FirstByte, SplitError, region_of};
use hbase_model::{Salt, SaltLayout, Splits};
use serde::Deserialize;

use crate::support::{golden, unhex};

#[derive(Deserialize)]
struct Line {
    algorithm: String,
    regions: u32,
    splits_hex: Vec<String>,
}

#[test]
fn region_splitter() {
    for line in golden::<Line>("splits.jsonl") {
        let regions = line.regions;
        let splits = match line.algorithm.as_str() {
            "HexStringSplit" => Splits::HexString { regions },
            "UniformSplit" => Splits::Uniform { regions },
            "DecimalStringSplit" => Splits::DecimalString { regions },
            other => panic!("{other}"),
        };
        let expected: Vec<_> = line.splits_hex.iter().map(|hex| unhex(hex)).collect();
        assert_eq!(splits.keys(), Ok(expected), "{splits:?}");
    }
}

#[test]
fn numbered_and_per_bucket() {
    let pipe = |regions, width| Splits::NumberPipe { regions, width }.keys();
    assert_eq!(pipe(3, 1), Ok(vec![b"0|".to_vec(), b"1|".to_vec()]));
    assert_eq!(pipe(11, 2).expect("good splits")[9], b"09|");
    let bucket = |buckets, digits| Splits::PerBucket { buckets, digits }.keys();
    assert_eq!(bucket(3, None), Ok(vec![vec![1], vec![2]]));
    assert_eq!(bucket(12, Some(2)).expect("good splits")[10], b"11");
    assert_eq!(bucket(256, None).expect("good splits").len(), 255);
}

#[test]
fn bad_splits() {
    let too_few = |splits: Splits| matches!(splits.keys(), Err(SplitError::TooFew { .. }));
    for regions in [0, 1] {
        assert!(too_few(Splits::HexString { regions }));
        assert!(too_few(Splits::Uniform { regions }));
        assert!(too_few(Splits::DecimalString { regions }));
        assert!(too_few(Splits::NumberPipe { regions, width: 1 }));
        assert!(too_few(Splits::PerBucket {
            buckets: regions,
            digits: None
        }));
    }
    let keys = |keys: &[&'static [u8]]| {
        Splits::Keys(keys.iter().map(|key| Cow::Borrowed(*key)).collect()).keys()
    };
    assert_eq!(keys(&[]), Err(SplitError::NoKeys));
    assert_eq!(keys(&[b"", b"a"]), Err(SplitError::EmptyKey));
    assert!(matches!(
        keys(&[b"a", b"a"]),
        Err(SplitError::Duplicate { .. })
    ));
    assert!(matches!(
        keys(&[b"b", b"a"]),
        Err(SplitError::NotAscending { .. })
    ));
    assert!(keys(&[b"a", b"aa", b"\xff"]).is_ok());
    let narrow = Splits::PerBucket {
        buckets: 11,
        digits: Some(1),
    };
    assert!(matches!(
        narrow.keys(),
        Err(SplitError::PaddingBreaksOrder { needed: 2, .. })
    ));
    let wide = Splits::PerBucket {
        buckets: 257,
        digits: None,
    };
    assert!(matches!(
        wide.keys(),
        Err(SplitError::TooMany { most: 256, .. })
    ));
    let many = Splits::DecimalString {
        regions: 100_000_001,
    };
    assert!(matches!(many.keys(), Err(SplitError::TooMany { .. })));
}

/// Tables whose numbers were padded for one region less: 10 sorts before 2.
#[test]
fn numbers_that_outgrow_their_padding_sort_as_bytes() {
    for (regions, width, region) in [(11_u32, 1_usize, 1), (101, 2, 10), (1001, 3, 100)] {
        let narrow = Splits::NumberPipe {
            regions,
            width: u8::try_from(width).expect("few"),
        };
        let splits = narrow.keys().expect("good splits");
        let all: Vec<_> = (0..regions - 1)
            .map(|number| format!("{number:0width$}|").into_bytes())
            .collect();
        assert_eq!(splits, all);
        let last = format!("{}_1381234", regions - 1);
        assert_eq!(region_of(&splits, last.as_bytes()), region);
        let salt = SaltLayout {
            salt: Salt::RegionNumber {
                regions,
                width: u8::try_from(width).expect("few"),
            },
            separator: Some(Cow::Borrowed(b"_")),
        };
        assert_eq!(narrow.check_salt(Some(&salt), FirstByte::Any), Ok(()));
    }
    let more = Splits::NumberPipe {
        regions: 13,
        width: 1,
    };
    let keys = more.keys().expect("good splits");
    assert!(keys.is_sorted());
    assert_eq!(
        keys[1..4],
        [b"10|".to_vec(), b"11|".to_vec(), b"1|".to_vec()]
    );
}

#[test]
fn each_number_has_its_region() {
    for (regions, width) in [(2, 1), (6, 1), (11, 2), (100, 2), (300, 3)] {
        let splits = Splits::NumberPipe { regions, width }
            .keys()
            .expect("good splits");
        for number in 0..regions {
            let key = format!("{number:0width$}_1381234", width = width.into());
            assert_eq!(region_of(&splits, key.as_bytes()), number as usize);
        }
    }
}

static BINARY: Salt = Salt::Buckets {
    count: 16,
    text: false,
};
static TEXT: Salt = Salt::Buckets {
    count: 16,
    text: true,
};
static REGION: Salt = Salt::RegionNumber {
    regions: 6,
    width: 1,
};
static HEX: Salt = Salt::Md5Hex {
    digits: 4,
    from: 0,
    upper: false,
    joined: None,
};
static UPPER: Salt = Salt::Md5Hex {
    digits: 4,
    from: 0,
    upper: true,
    joined: None,
};
static MD5: Salt = Salt::Md5 {
    bytes: 2,
    joined: None,
};

fn check(splits: &Splits, salt: &Salt, separator: Option<&'static str>) -> Result<(), String> {
    let layout = SaltLayout {
        salt: salt.clone(),
        separator: separator.map(|text| Cow::Borrowed(text.as_bytes())),
    };
    splits
        .check_salt(Some(&layout), FirstByte::Any)
        .map_err(|error| error.to_string())
}

#[test]
fn splits_that_fit() {
    let fits = |splits: Splits, salt| assert_eq!(check(&splits, salt, Some("_")), Ok(()));
    fits(Splits::None, &BINARY);
    fits(Splits::HexString { regions: 16 }, &HEX);
    fits(Splits::Uniform { regions: 16 }, &MD5);
    fits(
        Splits::DecimalString { regions: 4 },
        &Salt::JavaHash {
            buckets: 100,
            width: 2,
        },
    );
    fits(
        Splits::NumberPipe {
            regions: 6,
            width: 1,
        },
        &REGION,
    );
    fits(
        Splits::PerBucket {
            buckets: 16,
            digits: None,
        },
        &BINARY,
    );
    fits(
        Splits::PerBucket {
            buckets: 16,
            digits: Some(2),
        },
        &TEXT,
    );
    let keys = |keys: &'static [Cow<'static, [u8]>]| Splits::Keys(Cow::Borrowed(keys));
    fits(keys(&[Cow::Borrowed(b"4"), Cow::Borrowed(b"80")]), &HEX);
    fits(keys(&[Cow::Borrowed(b"\x08")]), &BINARY);
    fits(keys(&[Cow::Borrowed(b"0|"), Cow::Borrowed(b"5")]), &REGION);
    fits(
        keys(&[Cow::Borrowed(b"1"), Cow::Borrowed(b"15_2015")]),
        &TEXT,
    );
}

#[test]
fn splits_that_do_not_fit() {
    let wrong = |splits: Splits, salt: &Salt, says: &str| {
        let said = check(&splits, salt, Some("_")).unwrap_err();
        assert!(said.contains(says), "{said}");
    };
    wrong(
        Splits::HexString { regions: 16 },
        &UPPER,
        "leave out `upper`",
    );
    wrong(
        Splits::HexString { regions: 16 },
        &BINARY,
        "found `buckets(16)`",
    );
    wrong(
        Splits::HexString { regions: 70_000 },
        &HEX,
        "at least 70000 values",
    );
    wrong(
        Splits::Uniform { regions: 16 },
        &HEX,
        "use hex string splits",
    );
    wrong(
        Splits::Uniform { regions: 16 },
        &BINARY,
        "per bucket for 16 values",
    );
    wrong(
        Splits::DecimalString { regions: 6 },
        &REGION,
        "6 values in 1 digits",
    );
    wrong(
        Splits::NumberPipe {
            regions: 7,
            width: 1,
        },
        &REGION,
        "7 values in 1 decimal digits",
    );
    wrong(
        Splits::NumberPipe {
            regions: 6,
            width: 2,
        },
        &REGION,
        "6 values in 2 decimal digits",
    );
    wrong(
        Splits::PerBucket {
            buckets: 16,
            digits: Some(2),
        },
        &BINARY,
        "found `buckets(16)`",
    );
    wrong(
        Splits::PerBucket {
            buckets: 8,
            digits: None,
        },
        &BINARY,
        "8 values",
    );
    // One byte, but a digit; and 65,536 values, but two bytes.
    let digits = Salt::Buckets {
        count: 8,
        text: true,
    };
    for (salt, buckets) in [(&digits, 8), (&MD5, 65_536)] {
        let splits = Splits::PerBucket {
            buckets,
            digits: None,
        };
        wrong(splits, salt, "a salt of one byte");
    }
    let keys = |keys: &'static [Cow<'static, [u8]>]| Splits::Keys(Cow::Borrowed(keys));
    wrong(keys(&[Cow::Borrowed(b"A")]), &HEX, "found \"A\"");
    wrong(keys(&[Cow::Borrowed(b"\x10")]), &BINARY, r#"found "\x10""#);
    wrong(keys(&[Cow::Borrowed(b"6")]), &REGION, "found \"6\"");
    wrong(keys(&[Cow::Borrowed(b"2")]), &TEXT, "found \"2\"");
}

#[test]
fn what_stands_behind_a_number_counts() {
    let splits = Splits::NumberPipe {
        regions: 6,
        width: 1,
    };
    assert_eq!(check(&splits, &REGION, Some("_")), Ok(()));
    for separator in [Some("|"), Some("~"), None] {
        let said = check(&splits, &REGION, separator).unwrap_err();
        assert!(said.contains("one region late"), "{said}");
    }
    let layout = SaltLayout {
        salt: REGION.clone(),
        separator: None,
    };
    assert_eq!(
        splits.check_salt(Some(&layout), FirstByte::Below(b':')),
        Ok(())
    );
    let behind = |first| splits.check_salt(Some(&layout), first).is_ok();
    assert!(behind(FirstByte::Below(b'|')) && !behind(FirstByte::Below(b'}')));
    assert!(!behind(FirstByte::Any));
    assert!(splits.check_salt(None, FirstByte::Any).is_err());
    assert!(
        Splits::HexString { regions: 4 }
            .check_salt(None, FirstByte::Any)
            .is_ok()
    );
}
