//! Single parts of keys: their ends, limits, codes and properties.

use hbase_model::escape::Escape;
use hbase_model::layout::separator::{closes, find};
use hbase_model::layout::{LayoutError, OrderedKind};
use hbase_model::primitive::LengthPrefix;
use hbase_model::sink::{InlineBuf, Inverted};
use hbase_model::time::TimeKind;
use hbase_model::{
    CustomEncoding, Encoding, KeySink, ListEncoding, Pad, PartLayout, PartValue, Salt, SaltText,
};

use crate::layouts::{DECIMAL_U64, PartExt, TEXT, assert_key, date, fixed_text, key, part, uint};

const BYTES: Encoding = Encoding::Bytes { width: None };
const CUSTOM: Encoding = Encoding::Custom(CustomEncoding::new("Own"));
const LENGTH: Encoding = Encoding::LengthPrefixed {
    length: LengthPrefix::U8,
    text: true,
};

fn optional(part: PartLayout) -> PartLayout {
    PartLayout {
        omit_none: true,
        ..part
    }
}

fn descending(part: PartLayout) -> PartLayout {
    PartLayout { desc: true, ..part }
}

fn encode(part: &PartLayout, value: impl Into<PartValue>) -> Result<Vec<u8>, LayoutError> {
    let mut out = b"before".to_vec();
    part.encode(&value.into(), &mut out)
        .map(|()| out.split_off(6))
}

#[test]
fn a_part_has_at_most_as_many_bytes_as_it_declares() {
    let most = PartLayout {
        max: Some(3),
        ..part("a", TEXT)
    };
    assert_eq!(encode(&most, "ab"), Ok(b"ab".to_vec()));
    assert_eq!(encode(&most, "abc"), Ok(b"abc".to_vec()));
    let error = encode(&most, "abcd").unwrap_err().to_string();
    assert!(
        error.contains("found 4 bytes, expected at most 3"),
        "{error}"
    );
    assert!(encode(&most, "éé").is_err(), "bytes, not characters");
}

#[test]
fn a_descending_value_with_its_length_is_followed_by_other_parts() {
    for first in [part("a", LENGTH), descending(part("a", LENGTH))] {
        let sign = if first.desc { 0xff } else { 0 };
        let layout = key(None, [first, part("b", TEXT)]);
        let expected: Vec<u8> = b"\x02hi".iter().map(|byte| byte ^ sign).collect();
        let whole = [&expected, &b"rest"[..]].concat();
        assert_key(&layout, &["hi".into(), "rest".into()], &whole);
        assert!(layout.decode(&expected[..2]).is_err());
    }
    let layout = key(
        None,
        [
            descending(part("a", Encoding::Ordered(OrderedKind::String))),
            part("b", TEXT),
        ],
    );
    assert_key(&layout, &["hi".into(), "x".into()], b"\xcb\x97\x96\xffx");
}

#[test]
fn bytes_are_turned_byte_by_byte_and_texts_by_characters() {
    let reversed = |encoding| PartLayout {
        reverse: true,
        ..part("a", encoding)
    };
    let bytes = reversed(BYTES);
    assert_eq!(
        encode(&bytes, "é".as_bytes().to_vec()),
        Ok(b"\xa9\xc3".to_vec())
    );
    assert_eq!(
        bytes.decode(b"\xa9\xc3"),
        Ok("é".as_bytes().to_vec().into())
    );
    let text = reversed(TEXT);
    assert_eq!(encode(&text, "éa"), Ok("aé".into()));
    assert_eq!(text.decode("aé".as_bytes()), Ok("éa".into()));
    assert!(text.decode(b"\xa9\xc3").is_err());
}

#[test]
fn a_part_that_may_be_left_out_has_no_value_without_bytes() {
    let plain = optional(part("a", TEXT));
    assert_eq!(encode(&plain, PartValue::Absent), Ok(vec![]));
    assert_eq!(plain.decode(b""), Ok(PartValue::Absent));
    assert!(encode(&plain, "").is_err());
    assert!(encode(&part("a", TEXT), PartValue::Absent).is_err());
    assert_eq!(part("a", TEXT).decode(b""), Ok("".into()));
    // Before a descending part's terminator, a NUL byte is no value.
    let marked = optional(descending(part("a", BYTES).terminated(b"\xff")));
    assert!(marked.is_read_as_none(b"") && marked.is_read_as_none(b"\0x"));
    assert!(!marked.is_read_as_none(b"x\0"));
    assert!(encode(&marked, vec![0xff]).is_err());
    assert_eq!(encode(&marked, vec![0xfe]), Ok(vec![1]));
    assert!(!plain.is_read_as_none(b"\0") && plain.is_read_as_none(b""));
    assert!(!part("a", TEXT).is_read_as_none(b""));
    assert_eq!(marked.separator_after(true), Some(&b"\0"[..]));
    assert_eq!(marked.separator_after(false), Some(&b"\xff"[..]));
    let required = descending(part("a", BYTES).terminated(b"\xff"));
    assert_eq!(required.separator_after(true), Some(&b"\xff"[..]));
    assert_eq!(plain.separator_after(true), None);
}

#[test]
fn the_end_of_a_part_follows_from_its_encoding_or_its_separator() {
    for (part, delimits, marks, is_open, needs) in [
        (part("a", uint(4)), true, true, false, true),
        (part("a", LENGTH), true, true, false, true),
        (part("a", TEXT), false, false, true, true),
        (part("a", TEXT).closed("_"), true, false, false, false),
        (part("a", uint(4)).closed("_"), true, true, false, true),
        (part("a", CUSTOM), false, false, false, true),
    ] {
        let width = part.encoding.width();
        assert_eq!(part.is_self_delimiting(), delimits, "{part}");
        assert_eq!(part.marks_its_end(width), marks, "{part}");
        assert_eq!(part.is_open(), is_open, "{part}");
        assert_eq!(part.needs_value_before_others(width), needs, "{part}");
    }
    // Of an encoding of its own, only the type has the width.
    assert!(part("a", CUSTOM).marks_its_end(Some(2)));
    let layout = key(None, [part("a", CUSTOM), part("b", TEXT)]);
    assert_eq!(
        layout.endless_part(0).map(|part| part.name.as_ref()),
        Some("a")
    );
    assert!(matches!(
        layout.decode(b"xy"),
        Err(LayoutError::OwnEnd { .. })
    ));
    let bounded = key(None, [part("a", CUSTOM), part("b", uint(2))]);
    assert_eq!(bounded.endless_part(1), None);
    assert_eq!(
        key(None, [part("a", CUSTOM).closed("_"), part("b", TEXT)]).endless_part(0),
        None
    );
    let later = key(
        None,
        [part("a", uint(2)), part("b", CUSTOM), part("c", TEXT)],
    );
    assert_eq!(later.endless_part(0), None);
    assert_eq!(
        later.endless_part(1).map(|part| part.name.as_ref()),
        Some("b")
    );
}

#[test]
fn a_key_may_end_before_a_part_that_may_be_left_out() {
    let next = [optional(part("b", TEXT))];
    assert!(part("a", TEXT).closed("_").may_end(&next));
    assert!(!part("a", TEXT).terminated(b"\0").may_end(&next));
    assert!(!part("a", TEXT).may_end(&[part("b", TEXT)]));
    assert!(!part("a", TEXT).may_end(&[]));
}

#[test]
fn keys_and_parts_are_text_if_all_their_bytes_are() {
    for (part, expected) in [
        (part("a", TEXT), true),
        (part("a", DECIMAL_U64), true),
        (descending(part("a", TEXT)), false),
        (descending(part("a", date(TimeKind::Day, false))), true),
        (part("a", uint(4)), false),
        (part("a", LENGTH), false),
    ] {
        assert_eq!(part.is_text(), expected, "{part}");
        assert_eq!(key(None, [part]).is_text(), expected);
    }
    assert!(!key(None, [part("a", TEXT).terminated(b"\xff")]).is_text());
    let salt = |text| Salt::Buckets { count: 4, text };
    assert!(key(Some((salt(true), Some("_"))), [part("a", TEXT)]).is_text());
    assert!(!key(Some((salt(true), Some("é"))), [part("a", TEXT)]).is_text());
    assert!(!key(Some((salt(false), None)), [part("a", TEXT)]).is_text());
    assert_eq!(
        part("a", TEXT).terminated(b"\0").separator_name(),
        "terminator"
    );
    assert_eq!(part("a", TEXT).closed("_").separator_name(), "separator");
}

#[test]
fn a_part_of_an_enum_has_the_codes_of_its_variants() {
    let coded = |encoding| PartLayout {
        codes: r"A\x2C=New,B=Open".into(),
        ..part("state", encoding)
    };
    let layout = key(None, [part("id", TEXT), optional(coded(TEXT))]);
    let check = |value: PartValue| layout.check_codes(&["x".into(), value]).is_ok();
    assert!(check("A,".into()) && check("B".into()) && check(PartValue::Absent));
    assert!(!check("A".into()) && !check("Open".into()));
    assert_eq!(layout.check_codes(&["x".into()]), Ok(()));
    let own = key(None, [coded(CUSTOM)]);
    assert_eq!(own.check_codes(&[b"x".to_vec().into()]), Ok(()));
    let without = layout.without_codes();
    assert_eq!(without.check_codes(&["x".into(), "C".into()]), Ok(()));
    assert_eq!(without.parts.len(), 2);
    assert_eq!(without.parts[1], optional(part("state", TEXT)));
}

#[test]
fn salts_name_the_parts_that_they_take() {
    let layout = key(
        None,
        [
            part("city", TEXT).salted(SaltText::Whole),
            part("street", TEXT),
            part("phone", TEXT).salted(SaltText::First(4)),
        ],
    );
    assert_eq!(layout.salt_inputs(), ["city", "the first 4 of phone"]);
    assert_eq!(layout.part("phone").map(|(at, _)| at), Some(2));
    assert_eq!(layout.part("fax"), None);
}

#[test]
fn a_separator_ends_a_value_where_it_is_first_found() {
    for (value, separator, expected) in [
        (&b"ab"[..], &b"_"[..], true),
        (b"a_", b"_", false),
        (b"", b"_", true),
        (b"a:b", b"::", true),
        (b"a::b", b"::", false),
        (b"a:", b"::", false),
        (b"ab", b"", true),
    ] {
        assert_eq!(closes(value, separator), expected, "{value:?}");
    }
    assert_eq!(find(b"ab::c", b"::"), Some(2));
    assert_eq!(find(b"ab", b""), None);
    assert_eq!(find(b"a", b"::"), None);
}

#[test]
fn lists_are_sets_of_elements_of_one_width() {
    let list = |members: Vec<Encoding>| ListEncoding {
        members: members.into(),
        sorted: false,
    };
    assert_eq!(list(vec![uint(2), fixed_text(3)]).element_width(), Some(5));
    assert_eq!(list(vec![uint(2), TEXT]).element_width(), None);
    assert_eq!(list(vec![]).element_width(), None);
    let empty = Escape::from(vec![]);
    assert!(empty.check().is_err());
}

#[test]
fn a_buffer_on_the_stack_and_one_on_the_heap_are_alike() {
    for len in [0, 3, 4, 5, 9] {
        let bytes: Vec<u8> = (0..len).collect();
        for to in 0..10 {
            let mut buffer = InlineBuf::<4>::default();
            for byte in &bytes {
                buffer.put_byte(*byte);
            }
            assert_eq!(buffer.as_ref(), bytes);
            buffer.truncate(to);
            let mut expected = bytes.clone();
            expected.truncate(to);
            assert_eq!(&*buffer, expected, "{len} {to}");
            buffer.put(b"xy");
            expected.extend(b"xy");
            buffer[0] ^= 1;
            expected[0] ^= 1;
            assert_eq!(buffer.clone().into_vec(), expected);
            buffer.clear();
            assert!(buffer.is_empty());
            buffer.put(b"123456");
            assert_eq!(&*buffer, b"123456");
        }
    }
    let mut out = Vec::new();
    let long: Vec<u8> = (0..40).collect();
    Inverted(&mut out).put(&long);
    assert!(out.iter().zip(&long).all(|(a, b)| *a == !*b) && out.len() == 40);
}

#[test]
fn equal_floats_have_equal_bytes() {
    for (width, zero, other) in [
        (4, PartValue::from(0_f32), PartValue::from(-0_f32)),
        (8, PartValue::from(0_f64), PartValue::from(-0_f64)),
    ] {
        let part = part("a", Encoding::Float { width });
        assert_eq!(encode(&part, zero), encode(&part, other));
    }
    let java = part("a", Encoding::JavaFloat { width: 4 });
    assert_eq!(encode(&java, -0_f32), Ok(vec![0x80, 0, 0, 0]));
}

/// A salt or an encoding in words decides whether a table has another layout.
#[test]
fn encodings_of_other_bytes_have_other_words() {
    let length = |length, text| Encoding::LengthPrefixed { length, text };
    let list = |members: Vec<Encoding>, sorted| {
        let members = members.into();
        Encoding::List(ListEncoding { members, sorted })
    };
    let padded = |pad| Encoding::Text {
        width: Some(4),
        pad: Some(pad),
    };
    let own = |width| Encoding::Custom(CustomEncoding::new("Own").with_width(width));
    let mut words: Vec<String> = [
        TEXT,
        fixed_text(4),
        fixed_text(5),
        padded(Pad::Left(b'0')),
        padded(Pad::Right(b'0')),
        padded(Pad::Right(b' ')),
        BYTES,
        Encoding::Bytes { width: Some(4) },
        length(LengthPrefix::U8, true),
        length(LengthPrefix::U16, true),
        length(LengthPrefix::VarInt, true),
        length(LengthPrefix::VarInt, false),
        list(vec![uint(1)], false),
        list(vec![uint(1)], true),
        list(vec![uint(1), uint(1)], true),
        Encoding::Labels { separator: b'.' },
        Encoding::Labels { separator: b'-' },
        uint(4),
        uint(8),
        Encoding::Integer {
            width: 4,
            signed: true,
        },
        Encoding::JavaInteger {
            width: 4,
            signed: true,
        },
        Encoding::Digits { width: 4, max: 9 },
        DECIMAL_U64,
        Encoding::Bool,
        Encoding::JavaBool,
        Encoding::Float { width: 4 },
        Encoding::JavaFloat { width: 4 },
        Encoding::TimeOfDay {
            minutes: true,
            truncate: false,
        },
        Encoding::TimeOfDay {
            minutes: false,
            truncate: false,
        },
        Encoding::Ordered(OrderedKind::Int8),
        Encoding::Ordered(OrderedKind::Numeric),
        CUSTOM,
        own(2),
        own(3),
    ]
    .iter()
    .map(ToString::to_string)
    .collect();
    let plain = part("a", TEXT);
    let changed = [
        PartLayout {
            reverse: true,
            ..plain.clone()
        },
        descending(plain.clone()),
        optional(plain),
    ];
    words.extend(changed.iter().map(ToString::to_string));
    let count = words.len();
    words.sort();
    words.dedup();
    assert_eq!(words.len(), count, "{words:#?}");
}
