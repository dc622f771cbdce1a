//! Runs every decoder on random bytes: it never panics, and accepts only bytes that its encoder writes.

use std::borrow::Cow;

use hbase_model::java_bytes;
use hbase_model::layout::SaltFunction;
use hbase_model::ordered_bytes::{self, FixedInt, Order};
use hbase_model::primitive::{self, Integer, ValueError};
use hbase_model::printable::{Printable, parse_printable};
use hbase_model::time::{self, Pattern, TimeFormat, TimeKind};
use hbase_model::{Decimal, Pad, Salt, Splits, TableName};
use proptest::prelude::*;

/// A value that was read is written as the same bytes.
fn canonical<T>(
    bytes: &[u8],
    read: impl FnOnce(&[u8]) -> Result<T, ValueError>,
    write: impl FnOnce(T, &mut Vec<u8>),
) {
    if let Ok(value) = read(bytes) {
        let mut again = Vec::new();
        write(value, &mut again);
        assert_eq!(Printable(&again), Printable(bytes));
    }
}

fn integers<T: Integer>(bytes: &[u8]) {
    canonical(bytes, primitive::get_int::<T>, |v, out| {
        primitive::put_int(v, out);
    });
    canonical(bytes, primitive::get_java_int::<T>, |v, out| {
        primitive::put_java_int(v, out);
    });
    canonical(bytes, primitive::get_decimal::<T>, |v, out| {
        primitive::put_decimal(v, out);
    });
    let width = u8::try_from(bytes.len()).unwrap_or(u8::MAX);
    canonical(bytes, primitive::get_digits::<T>, |v, out| {
        primitive::put_digits(v, width, out).expect("it fits");
    });
    canonical(bytes, primitive::get_nines::<T>, |v, out| {
        primitive::put_nines(v, width, out).expect("it fits");
    });
}

fn ordered(bytes: &[u8], order: Order) {
    fn int<T: FixedInt>(bytes: &[u8], order: Order) {
        canonical(
            bytes,
            |bytes| ordered_bytes::get_int::<T>(bytes, order),
            |v, out| ordered_bytes::put_int(v, order, out),
        );
    }
    int::<i8>(bytes, order);
    int::<i16>(bytes, order);
    int::<i32>(bytes, order);
    int::<i64>(bytes, order);
    canonical(
        bytes,
        |bytes| ordered_bytes::get_float32(bytes, order),
        |v, out| ordered_bytes::put_float32(v, order, out),
    );
    canonical(
        bytes,
        |bytes| ordered_bytes::get_float64(bytes, order),
        |v, out| ordered_bytes::put_float64(v, order, out),
    );
    canonical(
        bytes,
        |bytes| ordered_bytes::get_numeric(bytes, order),
        |v, out| ordered_bytes::put_numeric(v, order, out).expect("it was read"),
    );
    canonical(
        bytes,
        |bytes| ordered_bytes::get_string(bytes, order).map(Cow::into_owned),
        |v, out| ordered_bytes::put_string(&v, order, out).expect("it was read"),
    );
    canonical(
        bytes,
        |bytes| ordered_bytes::get_blob_var(bytes, order),
        |v, out| ordered_bytes::put_blob_var(&v, order, out),
    );
    if let Ok(length) = ordered_bytes::length(bytes, order) {
        assert!(length <= bytes.len());
    }
}

fn times(bytes: &[u8]) {
    for kind in TimeKind::ALL {
        for (newest_first, offset_s, align_ms) in [
            (false, 0, 0),
            (true, 8 * 3600, 90_000),
            (true, i32::MIN, u32::MAX),
        ] {
            let format = TimeFormat {
                kind,
                newest_first: newest_first && kind != TimeKind::NegatedMillis,
                truncate: false,
                offset_s,
                align_ms,
            };
            canonical(
                bytes,
                |bytes| format.get(bytes),
                |ms, out| {
                    format.put(ms, out).expect("it was read");
                },
            );
        }
    }
    for flag in [false, true] {
        canonical(
            bytes,
            |bytes| time::get_time_of_day(bytes, flag),
            |ms, out| {
                time::put_time_of_day(ms, flag, false, out).expect("it was read");
            },
        );
    }
}

fn texts(bytes: &[u8]) {
    let width = u16::try_from(bytes.len()).ok();
    for pad in [None, Some(Pad::Left(b'0')), Some(Pad::Right(0x80))] {
        canonical(
            bytes,
            |bytes| primitive::get_text(bytes, width, pad).map(str::to_owned),
            |text, out| primitive::put_text(&text, width, pad, out).expect("it was read"),
        );
        canonical(
            bytes,
            |bytes| primitive::get_reversed(bytes, width, pad),
            |text, out| {
                primitive::put_reversed(&text, width, pad, out).expect("it was read");
            },
        );
    }
    primitive::reverse_in_place(&mut bytes.to_vec());
}

fn digits_like() -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![
        any::<Vec<u8>>(),
        "[0-9]{0,20}".prop_map(String::into_bytes),
        "(19|20)[0-9]{2}[01][0-9][0-3][0-9]([0-5][0-9]){0,3}".prop_map(String::into_bytes),
        (0x05..0x38_u8, any::<Vec<u8>>()).prop_map(|(header, mut rest)| {
            rest.insert(0, header);
            rest
        }),
        (0x14..0x18_u8, proptest::collection::vec(0..200_u8, 1..6)).prop_map(
            |(header, mut rest)| {
                rest.insert(0, header);
                rest
            }
        ),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn any_bytes(bytes in digits_like()) {
        integers::<u8>(&bytes);
        integers::<i16>(&bytes);
        integers::<u64>(&bytes);
        integers::<i128>(&bytes);
        ordered(&bytes, Order::Ascending);
        let inverted: Vec<u8> = bytes.iter().map(|byte| !byte).collect();
        ordered(&inverted, Order::Descending);
        times(&bytes);
        texts(&bytes);
        canonical(&bytes, primitive::get_bool, primitive::put_bool);
        let _ = (java_bytes::get_bool(&bytes), java_bytes::get_decimal(&bytes));
        let _ = (java_bytes::get_f32(&bytes), java_bytes::get_f64(&bytes));
        prop_assert_eq!(parse_printable(&Printable(&bytes).to_string()), bytes);
    }

    #[test]
    fn any_text(text in any::<String>(), offset in any::<i32>(), at in any::<i64>()) {
        let _ = (time::parse_time(&text, offset), time::parse_time_of_day(&text));
        let _ = TableName::parse(&text);
        let mut out = Vec::new();
        if let Ok(pattern) = Pattern::new(&text) {
            let _ = pattern.put(at, offset, &mut out);
        }
        if let Ok(decimal) = text.parse::<Decimal>() {
            prop_assert_eq!(decimal.to_string().parse::<Decimal>(), Ok(decimal));
        }
    }

    #[test]
    fn decimals(negative in any::<bool>(), digits in any::<u64>(), exponent in any::<i32>()) {
        let decimal = Decimal::new(negative, digits.into(), exponent);
        let mut out = Vec::new();
        if java_bytes::put_decimal(decimal, &mut out).is_ok() {
            prop_assert_eq!(java_bytes::get_decimal(&out), Ok(decimal));
        }
        if let Ok(again) = decimal.to_string().parse::<Decimal>() {
            prop_assert_eq!(again, decimal);
        }
        let _ = ordered_bytes::put_numeric(decimal.into(), Order::Ascending, &mut out);
    }

    #[test]
    fn any_salt(bytes in any::<Vec<u8>>(), number in any::<u32>(), a in any::<u8>(), b in any::<u8>(), c in 0..300_u16) {
        let all = [
            Salt::Buckets { count: c, text: a > 9 },
            Salt::Md5Hex { digits: a, from: b, upper: a < b, joined: None },
            Salt::Md5 { bytes: a, joined: None },
            Salt::JavaBytes { count: c, abs: a < b, text: a > 9, joined: None },
            Salt::Crc32 { count: c, text: a > 9, joined: None },
            Salt::Modulo { count: c, text: a > 9 },
            Salt::RegionNumber { regions: c.into(), width: b },
            Salt::JavaHash { buckets: number, width: a },
            Salt::With { function: SaltFunction::new("first", |bytes| bytes.first().map_or(0, |byte| u32::from(*byte))), width: b, values: number, text: a > 9, joined: None },
            Salt::Random { count: c, text: a > 9 },
        ];
        for salt in all {
            let _ = (salt.of(&bytes), salt.nth(number), salt.to_string());
            let _ = (salt.width(), salt.max_width(), salt.values());
        }
        let regions = u32::from(c);
        for splits in [
            Splits::HexString { regions },
            Splits::Uniform { regions },
            Splits::DecimalString { regions },
            Splits::NumberPipe { regions, width: a },
            Splits::PerBucket { buckets: regions, digits: Some(a) },
            Splits::PerBucket { buckets: regions, digits: None },
        ] {
            if let Ok(keys) = splits.keys() {
                prop_assert!(keys.is_sorted_by(|a, b| a < b));
                prop_assert_eq!(keys.len() + 1, splits.regions());
            }
        }
    }
}
