//! `Bytes.toBytes` and `Bytes.toStringBinary`.

use hbase_model::java_bytes::{
    get_bool, get_decimal, get_f32, get_f64, put_bool, put_decimal, put_f32, put_f64, put_unscaled,
};
use hbase_model::primitive::{get_java_int, put_java_int};
use hbase_model::printable::{Printable, parse_printable};
use serde::Deserialize;

use crate::support::{golden, unhex};

#[derive(Deserialize)]
struct Line {
    #[serde(rename = "type")]
    kind: String,
    value: Option<String>,
    bits: Option<String>,
    hex: Option<String>,
    value_hex: Option<String>,
    text: Option<String>,
}

impl Line {
    fn value(&self) -> &str {
        self.value.as_deref().expect("a value")
    }

    fn bits(&self) -> u64 {
        u64::from_str_radix(self.bits.as_deref().expect("bits"), 16).expect("hex")
    }

    fn check(&self) {
        if self.kind == "toStringBinary" {
            return self.check_printable();
        }
        let expected = unhex(self.hex.as_deref().expect("hex"));
        let mut found = Vec::new();
        macro_rules! int {
            ($type:ty) => {{
                let value: $type = self.value().parse().expect("a number");
                put_java_int(value, &mut found);
                assert_eq!(get_java_int::<$type>(&expected), Ok(value));
            }};
        }
        match self.kind.as_str() {
            "long" => int!(i64),
            "int" => int!(i32),
            "short" => int!(i16),
            "double" => {
                put_f64(f64::from_bits(self.bits()), &mut found);
                assert_eq!(get_f64(&expected).map(f64::to_bits), Ok(self.bits()));
            }
            "float" => {
                let bits = u32::try_from(self.bits()).expect("32 bits");
                put_f32(f32::from_bits(bits), &mut found);
                assert_eq!(get_f32(&expected).map(f32::to_bits), Ok(bits));
            }
            "boolean" => {
                let value = self.value() == "true";
                put_bool(value, &mut found);
                assert_eq!(get_bool(&expected), Ok(value));
            }
            "string" => found = self.value().into(),
            "bigdecimal" => {
                let value = self.value().parse().expect("a decimal");
                put_decimal(value, &mut found).expect("it fits");
                assert_eq!(get_decimal(&expected), Ok(value));
                assert_eq!(value.to_string(), self.value());
            }
            other => panic!("{other}"),
        }
        assert_eq!(found, expected, "{} {:?}", self.kind, self.value);
    }

    fn check_printable(&self) {
        let bytes = unhex(self.value_hex.as_deref().expect("hex"));
        let text = self.text.as_deref().expect("text");
        assert_eq!(Printable(&bytes).to_string(), text);
        assert_eq!(parse_printable(text), bytes);
    }
}

#[test]
fn golden_values() {
    for line in golden::<Line>("bytes.jsonl") {
        line.check();
    }
}

#[test]
fn unscaled_values_are_cut_to_what_they_need() {
    for (long, short) in [
        (&[0, 0, 0x7f][..], &[0x7f][..]),
        (&[0, 0x80], &[0, 0x80]),
        (&[0xff, 0xff, 0x80], &[0x80]),
        (&[0xff, 0x7f], &[0xff, 0x7f]),
        (&[], &[0]),
        (&[0, 0], &[0]),
    ] {
        let mut out = Vec::new();
        put_unscaled(long, 0, &mut out);
        assert_eq!(&out[4..], short, "{long:?}");
    }
}

#[test]
fn stray_backslashes_stand_for_themselves() {
    assert_eq!(parse_printable(r"\xZZ\x4\"), br"\xZZ\x4\");
}
