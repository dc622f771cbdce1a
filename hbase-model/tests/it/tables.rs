//! Row keys of tables that were designed by hand, with their exact bytes.

use hbase_model::hash::md5;
use hbase_model::layout::OrderedKind;
use hbase_model::time::TimeKind;
use hbase_model::{Encoding, KeyLayout, PartValue, Salt, SaltText, Splits};

use crate::layouts::{DECIMAL_U64, PartExt, TEXT, assert_key, date, fixed_text, key, part, uint};
use crate::support::unhex;

fn ms(text: &str) -> PartValue {
    PartValue::Time(hbase_model::time::parse_time(text, 0).expect("a time"))
}

#[test]
fn user_events() {
    let layout = |ns| {
        key(
            None,
            [
                part("user", DECIMAL_U64).closed("_"),
                part("at", date(TimeKind::Millis19, true)).closed("_"),
                part("inserted_ns", ns),
            ],
        )
    };
    let values = [
        42_u64.into(),
        PartValue::Time(1_400_657_685_457),
        123_456_789_012_345_u64.into(),
    ];
    let plain = layout(DECIMAL_U64);
    assert_key(&plain, &values, b"42_9223370636197090350_123456789012345");
    let fixed = layout(Encoding::Digits {
        width: 19,
        max: u64::MAX.into(),
    });
    assert_key(
        &fixed,
        &values,
        b"42_9223370636197090350_0000123456789012345",
    );
    assert_eq!(plain.encode_prefix(&values[..1]), Ok(b"42_".to_vec()));
}

#[test]
fn imei() {
    let layout = key(None, [part("imei", TEXT)]);
    assert_key(&layout, &["352784041181135".into()], b"352784041181135");
}

fn calls(regions: u32, width: u8) -> KeyLayout {
    key(
        Some((Salt::RegionNumber { regions, width }, Some("_"))),
        [
            part("phone", fixed_text(11))
                .closed("_")
                .salted(SaltText::Last(4)),
            part("at", date(TimeKind::Second, false)).salted(SaltText::Format("yyyyMM".into())),
        ],
    )
}

#[test]
fn call_records() {
    let cases = [
        (
            6,
            1,
            "13812345678",
            "2015-12-26T12:24:00",
            "1_13812345678_20151226122400",
        ),
        (
            6,
            1,
            "18600009999",
            "2024-02-29T23:59:59",
            "4_18600009999_20240229235959",
        ),
        (
            100,
            2,
            "13812345678",
            "2015-12-26T12:24:00",
            "17_13812345678_20151226122400",
        ),
        (
            300,
            3,
            "13700000001",
            "2020-01-01T00:00:00",
            "276_13700000001_20200101000000",
        ),
    ];
    for (regions, width, phone, at, expected) in cases {
        let layout = calls(regions, width);
        assert_key(&layout, &[phone.into(), ms(at)], expected.as_bytes());
        let splits = Splits::NumberPipe { regions, width };
        assert_eq!(splits.check_layout(&layout), Ok(()));
    }
}

/// Tables of the old way pad to the width of (regions - 2): region 10 of 11 has two digits.
#[test]
fn call_records_of_the_old_way() {
    let old = calls(11, 1);
    assert_eq!(old.width(), None);
    let mut widths = [false; 3];
    for number in 0..200 {
        let values = [
            format!("1381234{number:04}").into(),
            ms("2015-12-26T12:24:00"),
        ];
        let key = old.encode(&values).expect("the values fit");
        widths[key
            .iter()
            .position(|byte| *byte == b'_')
            .expect("a separator")] = true;
        assert_eq!(old.decode(&key).expect("a good key").parts, values);
    }
    assert_eq!(widths, [false, true, true]);
}

#[test]
fn user_logs() {
    let salt = Salt::Md5Hex {
        digits: 4,
        from: 0,
        upper: false,
        joined: None,
    };
    let layout = key(
        Some((salt, Some("_"))),
        [
            part("uid", TEXT).closed("_").salted(SaltText::Whole),
            part("kind", TEXT).salted(SaltText::Whole),
        ],
    );
    for (uid, kind, expected) in [
        ("10086", "LOGIN", "a16c_10086_LOGIN"),
        ("zhang.san", "VIP", "894f_zhang.san_VIP"),
        ("1", "2", "ab35_1_2"),
    ] {
        assert_key(&layout, &[uid.into(), kind.into()], expected.as_bytes());
    }
    assert_eq!(
        Splits::HexString { regions: 16 }.check_layout(&layout),
        Ok(())
    );
}

#[test]
fn transactions() {
    let layout = key(
        Some((
            Salt::Md5 {
                bytes: 2,
                joined: None,
            },
            None,
        )),
        [
            part(
                "at",
                Encoding::TimeOfDay {
                    minutes: false,
                    truncate: false,
                },
            ),
            part("account", TEXT).salted(SaltText::Whole),
        ],
    );
    assert_key(
        &layout,
        &[PartValue::TimeOfDay(44_640_000), "AC00000017".into()],
        &unhex("0e2b02a9270041433030303030303137"),
    );
}

#[test]
fn statistics() {
    let layout = key(
        None,
        [
            part("hash", uint(4)),
            part(
                "minute",
                Encoding::TimeOfDay {
                    minutes: true,
                    truncate: false,
                },
            ),
            part("region", TEXT),
        ],
    );
    assert_key(
        &layout,
        &[
            3_000_000_001_u32.into(),
            PartValue::TimeOfDay(744 * 60_000),
            "REGION0001".into(),
        ],
        &unhex("b2d05e0102e8524547494f4e30303031"),
    );
}

#[test]
fn general_data() {
    let layout = key(
        None,
        [
            part("sequence", uint(4)),
            part("loader", fixed_text(8)),
            part("factor", uint(4)),
        ],
    );
    assert_eq!(layout.width(), Some(16));
    assert_key(
        &layout,
        &[17_u32.into(), "LOADER01".into(), 9_u32.into()],
        &unhex("000000114c4f41444552303100000009"),
    );
}

#[test]
fn mail() {
    let layout = key(
        None,
        [
            part("user", TEXT).closed("-"),
            part("day", date(TimeKind::Day, false)).closed("-"),
            part("message", TEXT),
        ],
    );
    let values = ["ann".into(), ms("2015-12-26"), "m-1".into()];
    assert_key(&layout, &values, b"ann-20151226-m-1");
    assert_eq!(layout.encode_prefix(&values[..1]), Ok(b"ann-".to_vec()));
    assert_eq!(
        layout.encode_prefix(&values[..2]),
        Ok(b"ann-20151226-".to_vec())
    );
}

/// A qualifier of the index inside a mail's row: tag, value, MD5 of the mail.
#[test]
fn mail_index() {
    let layout = key(
        None,
        [
            part("tag", uint(1)),
            part("value", Encoding::Ordered(OrderedKind::String)),
            part("mail", Encoding::Bytes { width: Some(16) }),
        ],
    );
    let digest = md5(&[b"the mail"]);
    let mut expected = b"\x01\x34bob\0".to_vec();
    expected.extend(digest);
    assert_key(
        &layout,
        &[1_u8.into(), "bob".into(), digest.to_vec().into()],
        &expected,
    );
}

/// Time first, after a scattering prefix that can be fanned out.
#[test]
fn time_first() {
    let layout = key(
        Some((
            Salt::Buckets {
                count: 256,
                text: false,
            },
            None,
        )),
        [
            part("at", date(TimeKind::Millis, true)),
            part("id", uint(8)).salted(SaltText::Whole),
        ],
    );
    let values = [PartValue::Time(1_400_657_685_457), 7_u64.into()];
    let bucket = hbase_model::hash::murmur3(&7_u64.to_be_bytes()).cast_unsigned() % 256;
    let mut expected = bucket.to_be_bytes()[3..].to_vec();
    expected.extend((i64::MAX - 1_400_657_685_457).to_be_bytes());
    expected.extend(7_u64.to_be_bytes());
    assert_key(&layout, &values, &expected);
    let prefix = layout
        .encode_prefix_after(&[9], &values[..1])
        .expect("it fits");
    assert_eq!((prefix[0], prefix.len()), (9, 9));
}
