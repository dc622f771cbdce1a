//! `OrderedBytes` against `HBase`'s own.

use hbase_model::ordered_bytes::{
    Numeric, Order, get_blob_var, get_float32, get_float64, get_int, get_numeric, get_string,
    is_null, length, put_blob_var, put_float32, put_float64, put_int, put_null, put_numeric,
    put_string,
};
use hbase_model::primitive::ValueError;
use serde::Deserialize;

use crate::support::{golden, unhex};

#[derive(Deserialize)]
struct Line {
    #[serde(rename = "type")]
    kind: String,
    order: String,
    value: Option<String>,
    bits: Option<String>,
    value_hex: Option<String>,
    hex: String,
}

impl Line {
    fn order(&self) -> Order {
        match self.order.as_str() {
            "ASCENDING" => Order::Ascending,
            "DESCENDING" => Order::Descending,
            other => panic!("{other}"),
        }
    }

    fn value(&self) -> &str {
        self.value.as_deref().expect("a value")
    }

    fn bits(&self) -> &str {
        self.bits.as_deref().expect("bits")
    }

    fn check(&self) {
        let order = self.order();
        let expected = unhex(&self.hex);
        let mut found = Vec::new();
        macro_rules! int {
            ($type:ty) => {{
                let value: $type = self.value().parse().expect("a number");
                put_int(value, order, &mut found);
                assert_eq!(get_int::<$type>(&expected, order), Ok(value));
            }};
        }
        match self.kind.as_str() {
            "int8" => int!(i8),
            "int16" => int!(i16),
            "int32" => int!(i32),
            "int64" => int!(i64),
            "float32" => {
                let bits = u32::from_str_radix(self.bits(), 16).expect("hex");
                put_float32(f32::from_bits(bits), order, &mut found);
                let back = get_float32(&expected, order).map(f32::to_bits);
                assert_eq!(back, Ok(bits));
            }
            "float64" => {
                let bits = u64::from_str_radix(self.bits(), 16).expect("hex");
                put_float64(f64::from_bits(bits), order, &mut found);
                let back = get_float64(&expected, order).map(f64::to_bits);
                assert_eq!(back, Ok(bits));
            }
            "numeric" => {
                let value: Numeric = self.value().parse::<i64>().expect("a number").into();
                put_numeric(value, order, &mut found).expect("it fits");
                assert_eq!(get_numeric(&expected, order), Ok(normal(value)));
            }
            "string" => {
                put_string(self.value(), order, &mut found).expect("no zero bytes");
                assert_eq!(get_string(&expected, order).expect("text"), self.value());
            }
            "blob_var" => {
                let value = unhex(self.value_hex.as_deref().expect("hex"));
                put_blob_var(&value, order, &mut found);
                assert_eq!(get_blob_var(&expected, order), Ok(value));
            }
            other => panic!("{other}"),
        }
        assert_eq!(found, expected, "{} {:?}", self.kind, self.value);
        let mut longer = expected.clone();
        longer.extend([0, 0xff, 0x34]);
        assert_eq!(length(&longer, order), Ok(expected.len()));
    }
}

fn normal(value: Numeric) -> Numeric {
    match value {
        Numeric::Finite(decimal) => Numeric::Finite(decimal.normalized()),
        other => other,
    }
}

#[test]
fn golden_values() {
    for line in golden::<Line>("ordered_bytes.jsonl") {
        line.check();
    }
}

/// Derived by hand from the format's description: `HBase` printed only whole numbers.
#[test]
fn fractions_and_large_numbers() {
    let cases: [(&str, &[u8]); 8] = [
        ("0.5", &[0x16, 0xff, 100]),
        ("-0.5", &[0x14, 0x00, !100]),
        ("0.01", &[0x16, 0xff, 2]),
        ("0.001", &[0x16, 0xfe, 20]),
        ("1.5", &[0x18, 3, 100]),
        ("99.99", &[0x18, 199, 198]),
        ("1E+20", &[0x22, 11, 2]),
        ("-1E+20", &[0x08, !11, !2]),
    ];
    for (text, bytes) in cases {
        let value = Numeric::Finite(text.parse().expect("a decimal"));
        let mut found = Vec::new();
        put_numeric(value, Order::Ascending, &mut found).expect("it fits");
        assert_eq!(found, bytes, "{text}");
        assert_eq!(get_numeric(bytes, Order::Ascending), Ok(normal(value)));
        assert_eq!(length(bytes, Order::Ascending), Ok(bytes.len()));
    }
}

#[test]
fn special_numbers_sort() {
    let decimal = |text: &str| Numeric::Finite(text.parse().expect("a decimal"));
    let ascending = [
        Numeric::NegativeInfinity,
        decimal("-1E+600"),
        decimal("-1E+22"),
        decimal("-100"),
        decimal("-99"),
        decimal("-0.01"),
        decimal("-1E-400"),
        decimal("-1E-140000"),
        decimal("0"),
        decimal("1E-140000"),
        decimal("1E-400"),
        decimal("0.01"),
        decimal("1"),
        decimal("1.1"),
        decimal("1E+22"),
        decimal("1E+600"),
        Numeric::Infinity,
        Numeric::NaN,
    ];
    for order in [Order::Ascending, Order::Descending] {
        let mut keys = vec![Vec::new()];
        put_null(order, &mut keys[0]);
        for value in ascending {
            let mut key = Vec::new();
            put_numeric(value, order, &mut key).expect("it fits");
            assert_eq!(get_numeric(&key, order), Ok(normal(value)));
            assert_eq!(length(&key, order), Ok(key.len()));
            keys.push(key);
        }
        if order == Order::Descending {
            keys.reverse();
        }
        assert!(keys.is_sorted_by(|a, b| a < b));
    }
}

#[test]
fn what_loses_something_is_refused() {
    let mut out = Vec::new();
    for text in ["12345678901234567890123456789012", "1E+701"] {
        let value = Numeric::Finite(text.parse().expect("a decimal"));
        assert!(put_numeric(value, Order::Ascending, &mut out).is_err());
    }
    assert!(put_string("a\0b", Order::Ascending, &mut out).is_err());
    assert!(out.is_empty());
}

/// Exponents of small numbers, as `putVaruint64` writes them: their magnitude is the number of leading pairs of zeros.
#[test]
fn exponents_of_any_size_have_few_bytes() {
    let cases: [(u32, &[u8]); 12] = [
        (1, &[1]),
        (240, &[240]),
        (241, &[241, 1]),
        (496, &[242, 0]),
        (2287, &[248, 255]),
        (2288, &[249, 0, 0]),
        (2289, &[249, 0, 1]),
        (67_823, &[249, 255, 255]),
        (67_824, &[250, 1, 8, 240]),
        (16_777_215, &[250, 255, 255, 255]),
        (16_777_216, &[251, 1, 0, 0, 0]),
        (16_909_060, &[251, 1, 2, 3, 4]),
    ];
    for (pairs, exponent) in cases {
        let text = format!("1E-{}", 2 * pairs + 1);
        let inverted = exponent.iter().map(|byte| !byte);
        let positive: Vec<u8> = [0x16].into_iter().chain(inverted).chain([20]).collect();
        let negative = [&[0x14], exponent, &[!20]].concat();
        for (text, bytes) in [(text.clone(), positive), (format!("-{text}"), negative)] {
            let value = Numeric::Finite(text.parse().expect("a decimal"));
            let mut found = Vec::new();
            put_numeric(value, Order::Ascending, &mut found).expect("it fits");
            assert_eq!(found, bytes, "{text}");
            assert_eq!(get_numeric(&bytes, Order::Ascending), Ok(value));
            assert_eq!(length(&bytes, Order::Ascending), Ok(bytes.len()));
            let end = bytes.len() - 1;
            assert!(length(&bytes[..end], Order::Ascending).is_err());
            assert!(get_numeric(&bytes[..end], Order::Ascending).is_err());
        }
    }
}

#[test]
fn exponents_of_large_numbers_have_bounds() {
    let cases: [(&str, &[u8]); 6] = [
        ("1", &[0x18, 2]),
        ("1E+19", &[0x21, 20]),
        ("-1E+19", &[0x09, !20]),
        ("1E+20", &[0x22, 11, 2]),
        ("1E+699", &[0x22, 241, 110, 20]),
        ("-1E+699", &[0x08, !241, !110, !20]),
    ];
    for (text, bytes) in cases {
        let value = Numeric::Finite(text.parse().expect("a decimal"));
        let mut found = Vec::new();
        put_numeric(value, Order::Ascending, &mut found).expect("it fits");
        assert_eq!(found, bytes, "{text}");
        assert_eq!(get_numeric(bytes, Order::Ascending), Ok(value));
    }
    for text in ["1E+700", "-1E+700"] {
        let value = Numeric::Finite(text.parse().expect("a decimal"));
        assert!(put_numeric(value, Order::Ascending, &mut Vec::new()).is_err());
    }
}

#[test]
fn bytes_that_no_decimal_has_are_errors() {
    let one = |exponent: &[u8]| [&[0x16], exponent, &[20]].concat();
    for bytes in [
        vec![],
        // Exponents beyond their bounds, or in more bytes than they need.
        vec![0x22, 10, 2],
        vec![0x22, 241, 111, 2],
        vec![0x08, !10, !2],
        one(&[!249]),
        one(&[!250, !0, !0, !1]),
        one(&[!251, !0, !1, !0, !0]),
        one(&[!252, !0, !0, !0, !0, !1]),
        // No exponent of 0 in the header.
        vec![0x13, !2],
        vec![0x17, 2],
        vec![0x24, 2],
        // Digits: none, a zero at either end, above 99, one that does not end.
        vec![0x18],
        vec![0x18, 1, 2],
        vec![0x18, 0],
        vec![0x18, 3, 0],
        vec![0x18, 200],
        vec![0x18, 201, 2],
        vec![0x18, 3],
        vec![0x18, 2, 2],
        // More than one byte where the header is the value.
        vec![0x15, 2],
        vec![0x23, 0],
        // 32 digits.
        [&[0x18][..], &[25; 15], &[24]].concat(),
    ] {
        assert!(get_numeric(&bytes, Order::Ascending).is_err(), "{bytes:?}");
    }
    for (bytes, expected) in [
        (vec![0x1a, 3, 1, 4], "10002"),
        (vec![0x18, 198], "99"),
        (
            [&[0x18][..], &[3], &[25; 14], &[24]].concat(),
            "1.121212121212121212121212121212",
        ),
    ] {
        let expected = Numeric::Finite(expected.parse().expect("a decimal"));
        assert_eq!(get_numeric(&bytes, Order::Ascending), Ok(expected));
    }
}

#[test]
fn null_is_known_by_its_first_byte_in_each_order() {
    for order in [Order::Ascending, Order::Descending] {
        let mut null = Vec::new();
        put_null(order, &mut null);
        assert_eq!(length(&null, order), Ok(1));
        null.push(7);
        assert!(is_null(&null, order) && !is_null(&null[1..], order));
        assert!(!is_null(&[], order));
        let other = match order {
            Order::Ascending => Order::Descending,
            Order::Descending => Order::Ascending,
        };
        assert!(!is_null(&null, other));
    }
}

#[test]
fn a_value_that_is_cut_off_has_no_length() {
    let values: [&[u8]; 12] = [
        &[0x29, 1],
        &[0x2a, 1, 2],
        &[0x2b, 1, 2, 3, 4],
        &[0x30, 1, 2, 3, 4],
        &[0x2c, 1, 2, 3, 4, 5, 6, 7, 8],
        &[0x31, 1, 2, 3, 4, 5, 6, 7, 8],
        b"\x34zz\0",
        &[0x37, 0x80, 0x7f],
        &[0x13, 1],
        &[0x21, 3, 2],
        &[0x08, !11, 2, 1],
        &[0x22, 11, 3, 2],
    ];
    for value in values {
        for more in [&[][..], &[0], &[0xff]] {
            let bytes = [value, more].concat();
            let inverted: Vec<u8> = bytes.iter().map(|byte| !byte).collect();
            assert_eq!(length(&bytes, Order::Ascending), Ok(value.len()));
            assert_eq!(length(&inverted, Order::Descending), Ok(value.len()));
        }
        for end in 0..value.len() {
            assert!(length(&value[..end], Order::Ascending).is_err());
        }
    }
    for header in [0x00, 0x04, 0x06, 0x24, 0x25, 0x28, 0x2d, 0x38] {
        assert!(length(&[header, 0, 0], Order::Ascending).is_err());
    }
}

#[test]
fn bits_after_the_last_byte_of_a_blob_are_errors() {
    let get = |bytes: &[u8]| get_blob_var(bytes, Order::Ascending);
    for (bytes, expected) in [
        (&[0x37, 0x00][..], &[][..]),
        (&[0x37, 0xff, 0x40], &[0xff]),
        (&[0x37, 0x80, 0x00], &[0]),
        // Seven bytes fill eight groups.
        (
            &[0x37, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f],
            &[0xff; 7],
        ),
    ] {
        assert_eq!(get(bytes).as_deref(), Ok(expected));
        let mut found = Vec::new();
        put_blob_var(expected, Order::Ascending, &mut found);
        assert_eq!(found, bytes);
    }
    for bytes in [
        &[][..],
        &[0x37],
        &[0x38, 0x00],
        &[0x37, 0x01],
        &[0x37, 0xff, 0x41],
        &[0x37, 0xff],
        &[0x37, 0x00, 0x00],
        &[0x37, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x00],
    ] {
        assert!(get(bytes).is_err(), "{bytes:?}");
    }
    let error = get(&[0x37, 0xff, 0x40, 0x00]).unwrap_err();
    let (expected, found) = (3, 4);
    assert_eq!(error, ValueError::WrongLength { expected, found });
}

#[test]
fn only_java_s_nan_is_read() {
    for order in [Order::Ascending, Order::Descending] {
        for (single, double) in [(f32::NAN, f64::NAN), (-f32::NAN, -f64::NAN)] {
            let (mut short, mut long) = (Vec::new(), Vec::new());
            put_float32(single, order, &mut short);
            put_float64(double, order, &mut long);
            let read = get_float32(&short, order).map(f32::to_bits);
            assert_eq!(read, Ok(f32::NAN.to_bits()));
            let read = get_float64(&long, order).map(f64::to_bits);
            assert_eq!(read, Ok(f64::NAN.to_bits()));
            *short.last_mut().expect("a byte") ^= 1;
            *long.last_mut().expect("a byte") ^= 1;
            assert!(get_float32(&short, order).is_err());
            assert!(get_float64(&long, order).is_err());
        }
    }
    assert!(get_int::<i8>(&[0x29], Order::Ascending).is_err());
    assert!(get_int::<i8>(&[0x29, 0x80, 0], Order::Ascending).is_err());
    assert_eq!(get_int::<i8>(&[0x29, 0x81], Order::Ascending), Ok(1));
}
