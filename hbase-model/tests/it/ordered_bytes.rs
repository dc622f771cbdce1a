//! `OrderedBytes` against `HBase`'s own.

use hbase_model::ordered_bytes::{
    Numeric, Order, get_blob_var, get_float32, get_float64, get_int, get_numeric, get_string,
    length, put_blob_var, put_float32, put_float64, put_int, put_null, put_numeric, put_string,
};
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
