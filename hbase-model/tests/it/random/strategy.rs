//! Random layouts, with values for them.

use std::borrow::Cow;

use hbase_model::escape::Replacement;
use hbase_model::layout::OrderedKind;
use hbase_model::ordered_bytes::Numeric;
use hbase_model::primitive::LengthPrefix;
use hbase_model::time::{LAST_MS, TimeFormat, TimeKind};
use hbase_model::{
    CustomEncoding, Decimal, Encoding, KeyLayout, ListEncoding, Pad, PartLayout, PartValue, Salt,
    SaltLayout, SaltText, TimeOrder,
};
use proptest::prelude::*;
use proptest::sample::select;

/// A layout and one value for each part. Not every value fits: separators may be inside.
pub(super) fn layout_and_values() -> impl Strategy<Value = (KeyLayout, Vec<PartValue>)> {
    let parts = proptest::collection::vec(part_and_value(), 1..5);
    (
        parts,
        proptest::option::of(salt()),
        select(vec!["_", "-", "--", "|"]),
    )
        .prop_map(|(parts, salt, separator)| {
            let (parts, values): (Vec<PartLayout>, Vec<PartValue>) = parts.into_iter().unzip();
            (layout(parts, salt, separator), values)
        })
}

fn layout(mut parts: Vec<PartLayout>, salt: Option<Salt>, separator: &'static str) -> KeyLayout {
    let count = parts.len();
    for (at, part) in parts.iter_mut().enumerate() {
        part.name = Cow::Owned(format!("part{at}"));
        let open = !part.encoding.is_self_delimiting();
        // A self-delimiting part may have a separator, the last part a terminator.
        let is_last = at + 1 == count;
        part.terminated = part.separator.is_some() && is_last;
        let wanted = open || part.separator.is_some();
        let has_one = wanted && (!is_last || part.terminated);
        part.separator = has_one.then_some(Cow::Borrowed(separator.as_bytes()));
    }
    let last = parts.len() - 1;
    if parts.iter().all(|part| part.salt.is_none()) {
        parts[last].salt = Some(SaltText::Whole);
    }
    KeyLayout {
        salt: salt.map(|salt| SaltLayout {
            separator: (salt.width().is_none() || salt.is_text())
                .then_some(Cow::Borrowed(separator.as_bytes())),
            salt,
        }),
        parts: parts.into(),
    }
}

fn salt() -> impl Strategy<Value = Salt> {
    let count = 2..=256_u16;
    prop_oneof![
        (count.clone(), any::<bool>()).prop_map(|(count, text)| Salt::Buckets { count, text }),
        (1..=32_u8, 0..32_u8, any::<bool>(), joined()).prop_map(|(digits, from, upper, joined)| {
            Salt::Md5Hex {
                digits: digits.min(32 - from),
                from,
                upper,
                joined,
            }
        }),
        (1..=16_u8, joined()).prop_map(|(bytes, joined)| Salt::Md5 { bytes, joined }),
        (count.clone(), any::<bool>(), any::<bool>(), joined()).prop_map(
            |(count, abs, text, joined)| Salt::JavaBytes {
                count,
                abs,
                text,
                joined,
            }
        ),
        (count.clone(), any::<bool>(), joined()).prop_map(|(count, text, joined)| Salt::Crc32 {
            count,
            text,
            joined,
        }),
        (2..2000_u32, 1..6_u8).prop_map(|(regions, width)| Salt::RegionNumber { regions, width }),
        (2..2000_u32, 1..6_u8).prop_map(|(buckets, width)| Salt::JavaHash { buckets, width }),
        (count.clone(), any::<bool>()).prop_map(|(count, text)| Salt::Random { count, text }),
        (count, any::<bool>()).prop_map(|(count, text)| Salt::RoundRobin { count, text }),
    ]
}

/// The text between the parts that feed a hash.
fn joined() -> impl Strategy<Value = Option<Cow<'static, str>>> {
    let texts = vec![None, Some(""), Some("/")];
    select(texts).prop_map(|text| text.map(Cow::Borrowed))
}

fn part_and_value() -> impl Strategy<Value = (PartLayout, PartValue)> {
    let marks = (any::<bool>(), any::<bool>(), any::<bool>());
    (
        encoding_and_value(),
        marks,
        proptest::option::of(salt_text()),
    )
        .prop_map(|((encoding, value), (desc, reverse, separator), salt)| {
            let salt = salt.filter(|salt| {
                let time = matches!(value, PartValue::Time(_));
                time || !matches!(salt, SaltText::Format(_))
            });
            let part = PartLayout {
                desc,
                reverse: reverse && !matches!(value, PartValue::Decimal(_)),
                separator: separator.then_some(Cow::Borrowed(b"_")),
                salt,
                ..PartLayout::plain(Cow::Borrowed(""), encoding)
            };
            (keep_order(part), value)
        })
}

/// A reversed value of `OrderedBytes`, or after its length, no longer determines its own end.
fn keep_order(mut part: PartLayout) -> PartLayout {
    if matches!(
        part.encoding,
        Encoding::Ordered(_) | Encoding::LengthPrefixed { .. }
    ) {
        part.reverse = false;
    }
    part
}

fn salt_text() -> impl Strategy<Value = SaltText> {
    prop_oneof![
        Just(SaltText::Whole),
        (0..6_u16).prop_map(SaltText::First),
        (0..6_u16).prop_map(SaltText::Last),
        Just(SaltText::Format(Cow::Borrowed("yyyyMM"))),
    ]
}

/// Text in which the separators are replaced.
fn escaped() -> Encoding {
    let pairs = [('%', "%9$"), ('_', "%0$"), ('-', "%1$"), ('|', "%2$")];
    let replacements = pairs.map(|(from, to)| Replacement {
        from,
        to: to.into(),
    });
    Encoding::Escaped(replacements.to_vec().into())
}

fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-z0-9_|-]{0,12}",
        any::<String>(),
        select(vec![
            "",
            "polygenelubricants",
            "a_",
            "--",
            "\u{0}",
            "0",
            " ",
            "中文😀"
        ])
        .prop_map(str::to_owned),
    ]
}

fn time() -> impl Strategy<Value = i64> {
    let day = 86_400_000;
    prop_oneof![
        0..=LAST_MS,
        (0..LAST_MS / 1000).prop_map(|seconds| seconds * 1000),
        (0..LAST_MS / day).prop_map(move |days| days * day),
        0..10_000_000_000_000_i64,
        select(vec![0, LAST_MS]),
    ]
}

fn encoding_and_value() -> impl Strategy<Value = (Encoding, PartValue)> {
    prop_oneof![
        integer(),
        texts(),
        times(),
        ordered(),
        any::<bool>().prop_map(|value| (Encoding::Bool, value.into())),
        any::<bool>().prop_map(|value| (Encoding::JavaBool, value.into())),
        any::<f32>().prop_map(|value| (Encoding::JavaFloat { width: 4 }, value.into())),
        any::<f64>().prop_map(|value| (Encoding::JavaFloat { width: 8 }, value.into())),
        any::<f32>().prop_map(|value| (Encoding::Float { width: 4 }, value.into())),
        any::<f64>().prop_map(|value| (Encoding::Float { width: 8 }, value.into())),
    ]
}

fn integer() -> impl Strategy<Value = (Encoding, PartValue)> {
    let number = prop_oneof![any::<i64>(), select(vec![0, 1, -1, i64::MIN, i64::MAX])];
    let signed = (number.clone(), select(vec![1_u8, 2, 4, 8])).prop_map(|(number, width)| {
        let shift = 64 - 8 * u32::from(width);
        (width, PartValue::from(number >> shift))
    });
    let unsigned = (any::<u64>(), select(vec![1_u8, 2, 4, 8])).prop_map(|(number, width)| {
        (
            width,
            PartValue::from(number >> (64 - 8 * u32::from(width))),
        )
    });
    prop_oneof![
        signed.clone().prop_map(|(width, v)| (
            Encoding::Integer {
                width,
                signed: true
            },
            v
        )),
        signed.prop_map(|(width, v)| (
            Encoding::JavaInteger {
                width,
                signed: true
            },
            v
        )),
        unsigned.clone().prop_map(|(width, v)| (
            Encoding::Integer {
                width,
                signed: false
            },
            v
        )),
        unsigned.prop_map(|(width, v)| (
            Encoding::JavaInteger {
                width,
                signed: false
            },
            v
        )),
        any::<i128>().prop_map(|v| (
            Encoding::Integer {
                width: 16,
                signed: true
            },
            v.into()
        )),
        any::<u128>().prop_map(|v| (
            Encoding::Integer {
                width: 16,
                signed: false
            },
            v.into()
        )),
        any::<u64>().prop_map(|v| (
            Encoding::Digits {
                width: 20,
                max: u64::MAX.into()
            },
            v.into()
        )),
        number.prop_map(|v| {
            let (min, max) = (i64::MIN.into(), i64::MAX.unsigned_abs().into());
            (Encoding::DecimalText { min, max }, v.into())
        }),
        any::<u128>().prop_map(|v| (
            Encoding::DecimalText {
                min: 0,
                max: u128::MAX
            },
            v.into()
        )),
    ]
}

fn texts() -> impl Strategy<Value = (Encoding, PartValue)> {
    let pad = select(vec![None, Some(Pad::Left(b'0')), Some(Pad::Right(b' '))]);
    let length = select(LengthPrefix::ALL.to_vec());
    let prefixed = |length, text| Encoding::LengthPrefixed { length, text };
    prop_oneof![
        text().prop_map(|value| (
            Encoding::Text {
                width: None,
                pad: None
            },
            value.into()
        )),
        text().prop_map(|value| (escaped(), value.into())),
        "[a-c.]{0,9}".prop_map(|value| (Encoding::Labels { separator: b'.' }, value.into())),
        (text(), length.clone())
            .prop_map(move |(value, length)| (prefixed(length, true), value.into())),
        (any::<Vec<u8>>(), length)
            .prop_map(move |(value, length)| (prefixed(length, false), value.into())),
        (text(), pad, 0..8_u16).prop_map(|(value, pad, more)| {
            let exact = u16::try_from(value.len()).expect("short");
            let width = Some(if pad.is_some() { exact + more } else { exact });
            (Encoding::Text { width, pad }, value.into())
        }),
        any::<Vec<u8>>().prop_map(|value| (Encoding::Bytes { width: None }, value.into())),
        any::<[u8; 5]>().prop_map(|v| (Encoding::Bytes { width: Some(5) }, v.to_vec().into())),
        (
            proptest::collection::vec(any::<(u16, [u8; 3])>(), 0..5),
            any::<bool>()
        )
            .prop_map(|(elements, sorted)| list(elements, sorted)),
        (any::<[u8; 5]>(), time_order()).prop_map(|(value, order)| {
            let own = CustomEncoding::new("own").with_width(5);
            let own = order.map_or(own.clone(), |order| own.with_time(order));
            (Encoding::Custom(own), value.to_vec().into())
        }),
        any::<Vec<u8>>().prop_map(|value| {
            let own = Encoding::Custom(CustomEncoding::new("own"));
            (own, value.into())
        }),
    ]
}

fn list(mut elements: Vec<(u16, [u8; 3])>, sorted: bool) -> (Encoding, PartValue) {
    if sorted {
        elements.sort_unstable();
        elements.dedup();
    }
    let number = Encoding::Integer {
        width: 2,
        signed: false,
    };
    let members = vec![number, Encoding::Bytes { width: Some(3) }].into();
    let elements = elements.into_iter();
    let elements = elements.map(|(number, bytes)| vec![number.into(), bytes.to_vec().into()]);
    let encoding = Encoding::List(ListEncoding { members, sorted });
    (encoding, PartValue::List(elements.collect()))
}

fn time_order() -> impl Strategy<Value = Option<TimeOrder>> {
    select(vec![
        None,
        Some(TimeOrder::Descending),
        Some(TimeOrder::Ascending),
    ])
}

fn times() -> impl Strategy<Value = (Encoding, PartValue)> {
    let offset = select(vec![0, 8 * 3600, -5 * 3600]);
    let align = select(vec![0, 3_600_000]);
    let format = (select(TimeKind::ALL.to_vec()), any::<bool>(), offset, align);
    prop_oneof![
        (time(), format).prop_map(|(ms, (kind, newest_first, offset_s, align_ms))| {
            let is_multiple = kind.unit_ms().is_some_and(|unit| 3_600_000 % unit == 0);
            let format = TimeFormat {
                kind,
                newest_first: newest_first && kind != TimeKind::NegatedMillis,
                truncate: false,
                offset_s: if kind.pattern().is_some() {
                    offset_s
                } else {
                    0
                },
                align_ms: if is_multiple { align_ms } else { 0 },
            };
            // A time that the format has, if there is one.
            let bound = format.bound(ms).time();
            (Encoding::Time(format), PartValue::Time(bound.unwrap_or(ms)))
        }),
        (0..86_400_000_u32).prop_map(|ms| {
            (
                Encoding::TimeOfDay {
                    minutes: false,
                    truncate: false,
                },
                PartValue::TimeOfDay(ms),
            )
        }),
        (0..1440_u32).prop_map(|minute| {
            let value = PartValue::TimeOfDay(minute * 60_000);
            (
                Encoding::TimeOfDay {
                    minutes: true,
                    truncate: false,
                },
                value,
            )
        }),
    ]
}

fn ordered() -> impl Strategy<Value = (Encoding, PartValue)> {
    let numeric = (any::<bool>(), 0..10_u128.pow(31), -100..100_i32)
        .prop_map(|(negative, digits, exponent)| Decimal::new(negative, digits, exponent))
        .prop_map(|decimal| Numeric::Finite(decimal.normalized()));
    prop_oneof![
        any::<i8>().prop_map(|v| (OrderedKind::Int8, v.into())),
        any::<i16>().prop_map(|v| (OrderedKind::Int16, v.into())),
        any::<i32>().prop_map(|v| (OrderedKind::Int32, v.into())),
        any::<i64>().prop_map(|v| (OrderedKind::Int64, v.into())),
        any::<f32>().prop_map(|v| (OrderedKind::Float32, v.into())),
        any::<f64>().prop_map(|v| (OrderedKind::Float64, v.into())),
        numeric.prop_map(|v| (OrderedKind::Numeric, v.into())),
        text().prop_map(|v| (OrderedKind::String, v.into())),
        any::<Vec<u8>>().prop_map(|v| (OrderedKind::BlobVar, v.into())),
    ]
    .prop_map(|(kind, value): (_, PartValue)| (Encoding::Ordered(kind), value))
}
