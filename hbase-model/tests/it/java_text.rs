//! Floats and booleans as Java's text. `tests/golden/java_text.jsonl` was printed by Java 25; `java17` is what Java 17 prints
//! where it differs.

use hbase_model::java_text::{get_bool, get_f32, get_f64, put_f32, put_f64};
use proptest::prelude::*;
use serde::Deserialize;

use crate::support::golden;

#[derive(Deserialize)]
struct Line {
    #[serde(rename = "type")]
    kind: String,
    bits: String,
    text: String,
    java17: Option<String>,
}

fn text64(value: f64) -> String {
    let mut out = Vec::new();
    put_f64(value, &mut out);
    String::from_utf8(out).expect("text")
}

fn text32(value: f32) -> String {
    let mut out = Vec::new();
    put_f32(value, &mut out);
    String::from_utf8(out).expect("text")
}

/// The bits of a number, one NaN for all.
fn bits64(value: f64) -> u64 {
    if value.is_nan() { f64::NAN } else { value }.to_bits()
}

fn bits32(value: f32) -> u32 {
    if value.is_nan() { f32::NAN } else { value }.to_bits()
}

#[test]
fn floats_are_written_as_java_writes_them_and_read_from_all_its_texts() {
    for Line {
        kind,
        bits,
        text,
        java17,
    } in golden("java_text.jsonl")
    {
        let texts = [Some(&text), java17.as_ref()];
        for read in texts.into_iter().flatten() {
            if kind == "double" {
                let value = f64::from_bits(u64::from_str_radix(&bits, 16).expect("bits"));
                assert_eq!(text64(value), text, "{bits}");
                assert_eq!(
                    get_f64(read.as_bytes()).map(bits64),
                    Ok(bits64(value)),
                    "{read}"
                );
            } else {
                let value = f32::from_bits(u32::from_str_radix(&bits, 16).expect("bits"));
                assert_eq!(text32(value), text, "{bits}");
                assert_eq!(
                    get_f32(read.as_bytes()).map(bits32),
                    Ok(bits32(value)),
                    "{read}"
                );
            }
        }
    }
}

proptest! {
    #[test]
    fn every_float_is_read_from_its_text(wide: u64, narrow: u32) {
        let wide = f64::from_bits(wide);
        prop_assert_eq!(get_f64(text64(wide).as_bytes()).map(bits64), Ok(bits64(wide)));
        let narrow = f32::from_bits(narrow);
        prop_assert_eq!(get_f32(text32(narrow).as_bytes()).map(bits32), Ok(bits32(narrow)));
    }

    #[test]
    fn no_bytes_panic(bytes: Vec<u8>) {
        let _ = (get_f64(&bytes), get_f32(&bytes), get_bool(&bytes));
    }
}

/// Java 25's `Double.parseDouble`, except for `0x1p3`, which it reads.
#[test]
fn floats_are_read_as_java_reads_them() {
    for (text, expected) in [
        ("1", 1.0),
        ("1.", 1.0),
        (" 1 ", 1.0),
        ("\t1\n", 1.0),
        (".5", 0.5),
        ("00.10", 0.1),
        ("+1e5", 1e5),
        ("1d", 1.0),
        ("1F", 1.0),
        ("1e5f", 1e5),
        ("1e400", f64::INFINITY),
        ("1e-400", 0.0),
        ("+Infinity", f64::INFINITY),
        ("-Infinity", f64::NEG_INFINITY),
    ] {
        assert_eq!(get_f64(text.as_bytes()), Ok(expected), "{text:?}");
    }
    for text in [
        "",
        " ",
        "-",
        "+",
        ".",
        "1e",
        "e5",
        "--1",
        "+-1",
        "1_0",
        "1 2",
        "1L",
        "1fd",
        "inf",
        "nan",
        "infinity",
        "INFINITY",
        "NaNd",
        "Infinityf",
        "\u{a0}1",
        "0x1p3",
        "NULL",
    ] {
        assert!(get_f64(text.as_bytes()).is_err(), "{text:?}");
        assert!(get_f32(text.as_bytes()).is_err(), "{text:?}");
    }
    assert!(get_f64(b"1\xff").is_err());
}

#[test]
fn booleans_are_read_in_any_case() {
    assert_eq!(get_bool(b"TRUE"), Ok(true));
    assert_eq!(get_bool(b"False"), Ok(false));
    for text in ["", "1", "t", " true"] {
        assert!(get_bool(text.as_bytes()).is_err(), "{text:?}");
    }
}
