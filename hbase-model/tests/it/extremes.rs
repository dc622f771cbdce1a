//! Layouts and descriptions with extreme numbers are accepted or rejected, and never cause a panic.

use std::borrow::Cow;

use hbase_model::description::Description;
use hbase_model::escape::Escape;
use hbase_model::layout::SaltFunction;
use hbase_model::primitive::LengthPrefix;
use hbase_model::time::{TimeFormat, TimeKind};
use hbase_model::{
    Encoding, KeyLayout, ListEncoding, Pad, PartLayout, PartValue, Salt, SaltLayout, SaltText,
};

const SMALL: [u8; 4] = [0, 1, 40, 255];
const COUNTS: [u32; 3] = [0, 10, u32::MAX];

fn salts() -> Vec<Salt> {
    let mut salts = Vec::new();
    for small in SMALL {
        salts.push(Salt::Md5 {
            bytes: small,
            joined: None,
        });
        for from in SMALL {
            let (digits, upper) = (small, from % 2 == 0);
            salts.push(Salt::Md5Hex {
                digits,
                from,
                upper,
                joined: None,
            });
        }
        for count in COUNTS {
            let width = small;
            salts.push(Salt::RegionNumber {
                regions: count,
                width,
            });
            salts.push(Salt::JavaHash {
                buckets: count,
                width,
            });
        }
    }
    for count in [0, 1, 256, 257, u16::MAX] {
        for text in [false, true] {
            salts.push(Salt::Buckets { count, text });
            salts.push(Salt::JavaBytes {
                count,
                abs: text,
                text,
                joined: Some("".into()),
            });
            salts.push(Salt::Crc32 {
                count,
                text,
                joined: None,
            });
            salts.push(Salt::Modulo { count, text });
            salts.push(Salt::With {
                function: SaltFunction::of_path("below"),
                width: 3,
                values: count.into(),
                text,
                joined: None,
            });
            salts.push(Salt::Random { count, text });
            salts.push(Salt::RoundRobin { count, text });
        }
    }
    salts
}

fn encodings() -> Vec<Encoding> {
    let mut encodings = vec![Encoding::Bool, Encoding::JavaBool];
    for width in SMALL {
        encodings.push(Encoding::Integer {
            width,
            signed: true,
        });
        encodings.push(Encoding::JavaInteger {
            width,
            signed: false,
        });
        encodings.push(Encoding::Float { width });
        encodings.push(Encoding::JavaFloat { width });
        encodings.push(Encoding::Digits {
            width,
            max: u128::MAX,
        });
    }
    for kind in TimeKind::ALL {
        encodings.push(Encoding::Time(TimeFormat {
            kind,
            newest_first: true,
            truncate: true,
            offset_s: i32::MIN,
            align_ms: u32::MAX,
        }));
    }
    for width in [None, Some(0), Some(1), Some(u16::MAX)] {
        for (length, text) in LengthPrefix::ALL
            .map(|length| [(length, true), (length, false)])
            .concat()
        {
            encodings.push(Encoding::LengthPrefixed { length, text });
        }
        encodings.push(Encoding::Labels { separator: 0xff });
        for sorted in [false, true] {
            let members = vec![Encoding::Bytes { width }; 2].into();
            encodings.push(Encoding::List(ListEncoding { members, sorted }));
        }
        encodings.push(Encoding::Escaped(Escape::new(&[])));
        encodings.push(Encoding::Bytes { width });
        for pad in [None, Some(Pad::Left(b'0')), Some(Pad::Right(0xff))] {
            encodings.push(Encoding::Text { width, pad });
        }
    }
    encodings
}

fn values() -> Vec<PartValue> {
    vec![
        PartValue::Bool(true),
        PartValue::Int(i128::MIN),
        PartValue::Uint(u128::MAX),
        PartValue::Time(i64::MIN),
        PartValue::Time(i64::MAX),
        PartValue::List(vec![]),
        PartValue::List(vec![vec![vec![0; 1].into()], vec![]]),
        PartValue::List(vec![vec![vec![0].into(), vec![1].into()]; 3]),
        "é".into(),
        "x".repeat(70_000).into(),
        vec![0; 70_000].into(),
        PartValue::Float64(f64::NAN),
    ]
}

fn layout(salt: Option<Salt>, encoding: Encoding, feeds: SaltText, turned: bool) -> KeyLayout {
    let part = PartLayout {
        desc: turned,
        reverse: turned,
        salt: Some(feeds),
        ..PartLayout::plain("p".into(), encoding)
    };
    KeyLayout {
        salt: salt.map(|salt| SaltLayout {
            salt,
            separator: None,
        }),
        parts: Cow::Owned(vec![part]),
    }
}

fn exercise(layout: &KeyLayout) {
    let (_, _) = (layout.width(), layout.offsets());
    for value in values() {
        let values = [value];
        for key in [
            layout.encode(&values),
            layout.encode_with(&values, u32::MAX),
        ] {
            let Ok(key) = key else { continue };
            assert!(key.len() <= 32_767, "{layout:?}");
            let _ = layout.decode(&key);
        }
        let _ = layout.encode_prefix(&values);
    }
    for key in [b"".as_slice(), b"\xff", &vec![0; 70_000]] {
        let _ = layout.decode(key);
        let _ = layout.part_range(key, usize::MAX);
        let _ = layout.salt_range(key);
    }
}

#[test]
fn any_salt_is_answered_or_refused() {
    for salt in salts() {
        for feeds in [
            SaltText::Whole,
            SaltText::First(u16::MAX),
            SaltText::Last(0),
        ] {
            let text = Encoding::Text {
                width: None,
                pad: None,
            };
            exercise(&layout(Some(salt.clone()), text, feeds, false));
        }
        let _ = (salt.values(), salt.max_width(), salt.width());
        let _ = salt.nth(u32::MAX);
        let _ = salt.of_hash(i32::MIN);
    }
}

#[test]
fn any_encoding_is_answered_or_refused() {
    for encoding in encodings() {
        for turned in [false, true] {
            exercise(&layout(None, encoding.clone(), SaltText::Whole, turned));
        }
    }
}

#[test]
fn a_description_nested_deep_is_refused() {
    for (open, close) in [("[", "]"), ("{\"a\":", "}")] {
        let deep = open.repeat(100_000) + "1" + &close.repeat(100_000);
        assert!(Description::from_json(&deep).is_err());
        assert!(Description::all_from_json(&deep).is_err());
    }
}
