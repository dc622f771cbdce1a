//! The values that the interpreter rejects, and the messages.

use hbase_model::layout::{MAX_KEY, Marked};
use hbase_model::time::{TimeFormat, TimeKind};
use hbase_model::{Encoding, KeyLayout, LayoutError, Pad, PartValue, Salt, SaltText};

use crate::layouts::{DECIMAL_U64, PartExt, TEXT, assert_key, date, fixed_text, key, part, uint};

fn log() -> KeyLayout {
    key(
        Some((
            Salt::Md5Hex {
                digits: 4,
                from: 0,
                upper: false,
                joined: None,
            },
            Some("_"),
        )),
        [
            part("uid", TEXT).closed("_").salted(SaltText::Whole),
            part("kind", TEXT).salted(SaltText::Whole),
        ],
    )
}

fn encode_error(layout: &KeyLayout, values: &[PartValue]) -> String {
    layout.encode(values).unwrap_err().to_string()
}

fn decode_error(layout: &KeyLayout, key: &[u8]) -> String {
    layout.decode(key).unwrap_err().to_string()
}

#[test]
fn values_that_do_not_fit() {
    let cases: [(Encoding, PartValue, &str); 10] = [
        (
            fixed_text(4),
            "toolong".into(),
            "found 7 bytes, expected at most 4",
        ),
        (fixed_text(4), "abc".into(), "found 3 bytes, expected 4"),
        (uint(1), 300_u32.into(), "one that u8 can hold"),
        (uint(1), (-1_i32).into(), "found a negative number"),
        (uint(1), "7".into(), "expected an integer, found \"7\""),
        (
            Encoding::Digits {
                width: 3,
                max: u128::MAX,
            },
            1000_u32.into(),
            "found 4 digits, expected at most 3",
        ),
        (
            date(TimeKind::Second, false),
            PartValue::Time(-1),
            "1970 or later",
        ),
        (
            date(TimeKind::Second, false),
            PartValue::Time(1),
            "use `truncate`",
        ),
        (
            date(TimeKind::Second, false),
            PartValue::Time(253_402_300_800_000),
            "before the year 10000",
        ),
        (
            Encoding::Text {
                width: Some(4),
                pad: Some(Pad::Left(b'0')),
            },
            "07".into(),
            "the pad character '0'",
        ),
    ];
    for (encoding, value, says) in cases {
        let said = encode_error(&key(None, [part("field", encoding)]), &[value]);
        assert!(said.contains(says) && said.contains("`field`"), "{said}");
    }
}

#[test]
fn keys_that_are_not_the_tables() {
    let cases: [(&[u8], &str); 6] = [
        (b"a16c_10086_LOGIN2", "salt `md5_hex(4)`: expected"),
        (b"a16", "part `salt`: expected 4 bytes, found 3"),
        (
            b"a16cx10086_LOGIN",
            "part `salt`: expected the separator \"_\"",
        ),
        (b"a16c_10086", "part `uid`: expected the separator"),
        (b"A16C_10086_LOGIN", r#"found "A16C""#),
        (b"", "found 0 at the key's end"),
    ];
    for (key, says) in cases {
        let said = decode_error(&log(), key);
        assert!(said.contains(says), "{said}");
    }
    let fixed = key(None, [part("n", uint(2))]);
    assert!(decode_error(&fixed, &[1]).contains("expected 2 bytes, found 1"));
    assert!(decode_error(&fixed, &[1, 2, 3]).contains(r#"after its last part, found "\x03""#));
}

#[test]
fn bytes_that_no_encoder_writes() {
    let cases: [(Encoding, &[u8], &str); 6] = [
        (
            date(TimeKind::Second, false),
            b"20151326122400",
            "found month 13, expected 1 to 12",
        ),
        (
            date(TimeKind::Day, false),
            b"20150229",
            "found day 29, expected 1 to 28",
        ),
        (
            date(TimeKind::Millis19, true),
            b"9223372036854775808",
            "can hold",
        ),
        (Encoding::Bool, &[2], "expected 0 or 1"),
        (DECIMAL_U64, b"007", "no leading zeros"),
        (DECIMAL_U64, b"-7", "negative"),
    ];
    for (encoding, bytes, says) in cases {
        let said = decode_error(&key(None, [part("field", encoding)]), bytes);
        assert!(said.contains(says) && said.contains("`field`"), "{said}");
    }
}

#[test]
fn separators_inside_values() {
    let double = key(None, [part("a", TEXT).closed("--"), part("b", TEXT)]);
    for (value, good) in [
        ("a-b", true),
        ("a--b", false),
        ("a-", false),
        ("-", false),
        ("", true),
    ] {
        let found = double.encode(&[value.into(), "x".into()]);
        assert_eq!(found.is_ok(), good, "{value}");
        if let Err(error) = found {
            assert!(
                matches!(error, LayoutError::SeparatorInside { .. }),
                "{error}"
            );
        }
    }
    let fixed = key(
        None,
        [part("a", fixed_text(3)).closed("_"), part("b", TEXT)],
    );
    let found = fixed
        .encode(&["a_b".into(), "_".into()])
        .expect("a fixed part may hold it");
    assert_eq!(
        fixed.decode(&found).expect("a good key").parts[0],
        "a_b".into()
    );
}

#[test]
fn layouts_without_an_end() {
    let open = key(None, [part("a", TEXT), part("b", TEXT)]);
    assert!(decode_error(&open, b"ab").contains("`a` has no end"));
}

#[test]
fn what_a_salt_needs() {
    let layout = log();
    let said = layout
        .encode_prefix(&["10086".into()])
        .unwrap_err()
        .to_string();
    assert!(said.contains("expected a value of part `kind`"), "{said}");
    let random = key(
        Some((
            Salt::Random {
                count: 16,
                text: true,
            },
            Some("_"),
        )),
        [part("id", DECIMAL_U64)],
    );
    let values = [7_u64.into()];
    assert!(encode_error(&random, &values).contains("random(16)"));
    assert_eq!(random.encode_with(&values, 3), Ok(b"03_7".to_vec()));
    assert_eq!(random.encode_with(&values, 19), Ok(b"03_7".to_vec()));
    assert!(random.decode(b"15_7").is_ok());
    assert!(random.decode(b"16_7").is_err());
    assert!(random.decode(b"3x_7").is_err());
}

#[test]
fn salts_of_single_parts() {
    let smallest = part("t", TEXT).salted(SaltText::Whole);
    let salt = Salt::JavaHash {
        buckets: 300,
        width: 3,
    };
    let marked = [Marked {
        part: &smallest,
        bytes: b"polygenelubricants",
    }];
    assert_eq!(&*salt.of_parts(&marked).expect("text"), b"248");
    for (chosen, same_as) in [
        (SaltText::First(2), "中文"),
        (SaltText::Last(2), "😀a"),
        (SaltText::Last(0), ""),
        (SaltText::Last(9), "中文😀a"),
        (SaltText::First(9), "中文😀a"),
    ] {
        let part = part("t", TEXT).salted(chosen);
        let marked = [Marked {
            part: &part,
            bytes: "中文😀a".as_bytes(),
        }];
        assert_eq!(
            salt.of_parts(&marked),
            Ok(salt.of(same_as.as_bytes()).expect("text"))
        );
    }
}

#[test]
fn two_months_in_one_region() {
    let layout = key(
        Some((
            Salt::RegionNumber {
                regions: 2,
                width: 1,
            },
            Some("_"),
        )),
        [
            part("phone", TEXT).closed("_").salted(SaltText::Last(4)),
            part("at", date(TimeKind::Second, true)).salted(SaltText::Format("yyyyMM".into())),
        ],
    );
    let mut regions = [0, 0];
    for month in 1..=12 {
        let at = layout
            .parse_value("at", &format!("2015-{month:02}-01"))
            .expect("a time");
        let key = layout.encode(&["13812345678".into(), at]).expect("it fits");
        regions[usize::from(key[0] - b'0')] += 1;
    }
    assert_eq!(regions.iter().sum::<i32>(), 12);
    assert!(regions.iter().all(|months| *months > 1), "{regions:?}");
}

#[test]
fn lengths_and_counts() {
    let layout = key(None, [part("a", TEXT)]);
    assert!(encode_error(&layout, &[]).contains("expected 1 values"));
    assert!(encode_error(&layout, &["".into()]).contains("found a key of 0 bytes"));
    assert!(layout.encode(&["a".repeat(MAX_KEY).into()]).is_ok());
    assert!(encode_error(&layout, &["a".repeat(MAX_KEY + 1).into()]).contains("32768"));
}

#[test]
fn values_from_a_command_line() {
    let layout = key(
        None,
        [
            part(
                "at",
                Encoding::Time(TimeFormat {
                    newest_first: true,
                    offset_s: 8 * 3600,
                    ..TimeFormat::new(TimeKind::Second)
                }),
            ),
            part("raw", Encoding::Bytes { width: None }),
        ],
    );
    let christmas = PartValue::Time(1_451_132_640_000);
    for text in ["2015-12-26T12:24:00Z", "2015-12-26 20:24", "20151226202400"] {
        assert_eq!(
            layout.parse_value("at", text),
            Ok(christmas.clone()),
            "{text}"
        );
    }
    assert_eq!(christmas.to_string(), "2015-12-26T12:24:00Z");
    let before = PartValue::Time(-28_800_000);
    assert_eq!(layout.parse_value("at", &before.to_string()), Ok(before));
    assert!(layout.parse_value("at", "-").is_err());
    assert_eq!(
        layout.parse_value("raw", r"a\x00"),
        Ok(b"a\0".to_vec().into())
    );
    let said = layout.parse_value("at", "noon").unwrap_err().to_string();
    assert!(
        said.contains("`at`") && said.contains("2015-12-26"),
        "{said}"
    );
    let said = layout.parse_value("when", "noon").unwrap_err().to_string();
    assert!(said.contains("expected one of at, raw"), "{said}");
}

#[test]
fn bare_digits_are_a_time_only_where_they_can_be_no_other() {
    let christmas = Some(PartValue::Time(1_451_132_640_000));
    for (encoding, is_read) in [
        (date(TimeKind::Millis, false), true),
        (date(TimeKind::Millis19, false), true),
        (date(TimeKind::Millis19, true), true),
        (date(TimeKind::Millis13, false), true),
        // As many digits as its complement.
        (date(TimeKind::Millis13, true), false),
        (date(TimeKind::Second, false), false),
    ] {
        let part = part("at", encoding);
        let found = part.parse("1451132640000").ok();
        assert_eq!(found, christmas.clone().filter(|_| is_read), "{part:?}");
        let found = part.parse("0000001451132640000").ok();
        assert_eq!(found, christmas, "{part:?}");
        // Seconds, dates, and texts that are neither.
        for text in [
            "1451132640",
            "20151226",
            "201512261224",
            "20151226122400000",
            "0",
            "",
        ] {
            assert!(part.parse(text).is_err(), "{text}: {part:?}");
        }
        let of_date = part.parse("20151226122400").is_ok();
        assert_eq!(
            of_date,
            part.encoding == date(TimeKind::Second, false),
            "{part:?}"
        );
    }
}

#[test]
fn floats_beyond_the_largest_and_below_the_smallest_are_refused() {
    for width in [4, 8] {
        let part = part("f", Encoding::Float { width });
        for text in ["0.5", "0", "-0.0e9", "inf", "-Infinity", "NaN", "1e37"] {
            assert!(part.parse(text).is_ok(), "{text}");
        }
        for text in ["1e400", "-1e400", "1e-400"] {
            assert!(part.parse(text).is_err(), "{text}");
        }
    }
}

#[test]
fn backwards_and_descending() {
    let mut phone = part("phone", TEXT).closed("_");
    phone.reverse = true;
    let mut day = part("day", date(TimeKind::Day, false));
    day.desc = true;
    let mut rank = part("rank", uint(1));
    rank.desc = true;
    let layout = key(None, [phone, day, rank]);
    let day = layout.parse_value("day", "2015-12-26").expect("a day");
    let values = ["138é".into(), day, 1_u8.into()];
    assert_key(&layout, &values, b"\xc3\xa9831_79848773\xfe");
    assert!(layout.decode(b"\xa9\xc3_79848773\xfe").is_err());
}

#[test]
fn parts_are_found_without_decoding() {
    let layout = log();
    let key = b"a16c_10086_LOGIN";
    assert_eq!(layout.part_range(key, 0), Ok(5..10));
    assert_eq!(layout.part_range(key, 1), Ok(11..16));
    assert_eq!(layout.salt_range(key), Ok(0..4));
    assert!(layout.part_range(key, 2).is_err());
}
