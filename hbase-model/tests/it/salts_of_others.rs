//! Salts of other systems. Java computed the hashes; the layouts are those of the systems' tables.

use hbase_model::layout::SaltFunction;
use hbase_model::{Encoding, KeyLayout, LayoutError, PartLayout, PartValue, Salt, SaltText};

use crate::layouts::{PartExt, TEXT, assert_key, key, part, uint};
use crate::support::unhex;

const JAVA: fn(u16, bool) -> Salt = |count, abs| Salt::JavaBytes {
    count,
    abs,
    text: false,
    joined: None,
};

fn bytes(name: &'static str, width: u16) -> PartLayout {
    part(name, Encoding::Bytes { width: Some(width) })
}

const LONG: Encoding = Encoding::Integer {
    width: 8,
    signed: true,
};

/// `abs(hash % 20)` of the metric and the tags, without the time between them.
#[test]
fn opentsdb() {
    let layout = key(
        Some((JAVA(20, true), None)),
        [
            bytes("metric", 3).salted(SaltText::Whole),
            part("base_time", uint(4)),
            bytes("tags", 6).salted(SaltText::Whole),
        ],
    );
    let values = [
        PartValue::Bytes(vec![0, 0, 1]),
        0x50e2_2700_u32.into(),
        PartValue::Bytes(vec![0, 0, 1, 0, 0, 1]),
    ];
    assert_key(&layout, &values, &unhex("0800000150e22700000001000001"));
}

/// `(hash & Integer.MAX_VALUE) % 32` of the rest of the key.
#[test]
fn pinpoint_application_trace_index() {
    let layout = key(
        Some((JAVA(32, false), None)),
        [
            bytes("application", 24).salted(SaltText::Whole),
            part("at", uint(8)).salted(SaltText::Whole),
        ],
    );
    let mut application = b"checkout".to_vec();
    application.resize(24, 0);
    let at = u64::try_from(i64::MAX - 1_700_000_000_123).expect("a positive number");
    let expected = unhex("14636865636b6f7574000000000000000000000000000000007ffffe74301a9784");
    assert_key(
        &layout,
        &[PartValue::Bytes(application), at.into()],
        &expected,
    );
}

/// `(hash & Integer.MAX_VALUE) % 256` of the last 8 bytes; the hashes are negative.
#[test]
fn pinpoint_trace() {
    let java_long = Encoding::JavaInteger {
        width: 8,
        signed: true,
    };
    let layout = key(
        Some((JAVA(256, false), None)),
        [
            bytes("agent", 2),
            part("sequence", java_long).salted(SaltText::Whole),
        ],
    );
    for (sequence, expected) in [
        (-77_i64, "356161ffffffffffffffb3"),
        (1_234_567_890_123, "b061610000011f71fb04cb"),
    ] {
        let values = [PartValue::Bytes(b"aa".to_vec()), sequence.into()];
        assert_key(&layout, &values, &unhex(expected));
    }
}

/// `abs(hash % 16)` of all bytes after the salt, with the NUL between the columns.
#[test]
fn phoenix() {
    let layout = key(
        Some((JAVA(16, true), None)),
        [
            part("tenant", TEXT).closed("\0").salted(SaltText::Whole),
            part("id", LONG).salted(SaltText::Whole),
        ],
    );
    for (tenant, id, expected) in [
        ("acme", -5_i64, "0161636d65007ffffffffffffffb"),
        ("acme", 7, "0c61636d65008000000000000007"),
        ("acme", 1 << 40, "0461636d65008000010000000000"),
        ("tenant-77", -5, "0674656e616e742d3737007ffffffffffffffb"),
        ("tenant-77", 7, "0b74656e616e742d3737008000000000000007"),
        (
            "tenant-77",
            1 << 40,
            "0374656e616e742d3737008000010000000000",
        ),
    ] {
        assert_key(&layout, &[tenant.into(), id.into()], &unhex(expected));
    }
}

/// The first bytes of the MD5 of components without the separator between them.
#[test]
fn kiji() {
    let of = |joined: Option<&'static str>, second: Option<SaltText>| -> KeyLayout {
        let salt = Salt::Md5 {
            bytes: 2,
            joined: joined.map(Into::into),
        };
        let mut last = part("kind", TEXT);
        last.salt = second;
        let first = part("user", TEXT).closed("\0").salted(SaltText::Whole);
        key(Some((salt, None)), [first, last])
    };
    let values = ["10086".into(), "LOGIN".into()];
    let first = of(Some(""), None);
    assert_key(&first, &values, b"\x64\x1210086\0LOGIN");
    let both = of(Some(""), Some(SaltText::Whole));
    assert_key(&both, &values, b"\x12\x6010086\0LOGIN");
    let separated = of(None, Some(SaltText::Whole));
    assert_ne!(separated.encode(&values), both.encode(&values));
    let by_nul = of(Some("\0"), Some(SaltText::Whole));
    assert_eq!(separated.encode(&values), by_nul.encode(&values));
}

/// `Math.floorMod`, of the value in any encoding.
#[test]
fn modulo_of_an_integer() {
    let cases = [
        (-1_i64, 9),
        (-16, 4),
        (-17, 3),
        (0, 0),
        (15, 5),
        (16, 6),
        (i64::MIN, 2),
        (i64::MAX, 7),
    ];
    let java = Encoding::JavaInteger {
        width: 8,
        signed: true,
    };
    let text = Encoding::DecimalText {
        min: i64::MIN.into(),
        max: u128::from(i64::MAX.unsigned_abs()),
    };
    for encoding in [LONG, java, text.clone()] {
        for desc in [false, true] {
            let mut id = part("id", encoding.clone()).salted(SaltText::Whole);
            id.desc = desc && encoding != text;
            let salt = Salt::Modulo {
                count: 10,
                text: false,
            };
            let layout = key(Some((salt, None)), [id]);
            for (value, expected) in cases {
                let found = layout.encode(&[value.into()]).expect("the value fits");
                assert_eq!(found[0], expected, "{value}");
                assert_eq!(layout.decode(&found).expect("a key").parts, [value.into()]);
            }
        }
    }
}

#[test]
fn digits_in_a_text_key() {
    let salt = Salt::Crc32 {
        count: 16,
        text: true,
        joined: None,
    };
    let id = part("id", TEXT).salted(SaltText::Whole);
    let layout = key(Some((salt, Some("_"))), [id]);
    // 3421780262 % 16
    assert_key(&layout, &["123456789".into()], b"06_123456789");
}

#[test]
fn a_wrong_salt_is_an_error() {
    let layout = key(
        Some((JAVA(32, false), None)),
        [part("id", TEXT).salted(SaltText::Whole)],
    );
    let error = layout.decode(b"\x15123456789").expect_err("a wrong salt");
    let expected = r#"salt `java_bytes(32)`: expected "\x14" for these parts, found "\x15""#;
    assert_eq!(error.to_string(), expected);
}

#[test]
fn modulo_needs_one_integer() {
    let salt = Salt::Modulo {
        count: 4,
        text: false,
    };
    let number = || part("n", LONG).salted(SaltText::Whole);
    let two = key(Some((salt.clone(), None)), [number(), number()]);
    assert_eq!(
        two.encode(&[1_i64.into(), 2_i64.into()]),
        Err(LayoutError::SaltNeedsOne {
            salt: "modulo(4)".into(),
            found: 2
        })
    );
    let text = key(
        Some((salt, None)),
        [part("name", TEXT).salted(SaltText::Whole)],
    );
    let error = text.encode(&["a".into()]).expect_err("no integer");
    assert!(error.to_string().contains("expected an integer"), "{error}");
}

/// A salt of two bytes, of which only the path of the function is known.
fn by_function(function: SaltFunction) -> KeyLayout {
    let salt = Salt::With {
        function,
        width: 2,
        values: 300,
        text: false,
        joined: None,
    };
    key(
        Some((salt, None)),
        [part("id", TEXT).salted(SaltText::Whole)],
    )
}

#[test]
fn a_function_that_is_known_computes_the_salt() {
    let layout = by_function(SaltFunction::new("below", |bytes| u32::from(bytes[0]) * 3));
    assert_key(&layout, &["\x63".into()], b"\x01\x29\x63");
    let error = layout.encode(&["\x64".into()]).expect_err("300");
    assert!(error.to_string().contains("returned 300"), "{error}");
    let error = layout.decode(b"\x01\x2a\x63").expect_err("a wrong salt");
    assert!(
        error
            .to_string()
            .contains("with(below, width = 2, values = 300)"),
        "{error}"
    );
}

#[test]
fn a_function_of_which_the_path_is_known_takes_each_value() {
    let layout = by_function(SaltFunction::of_path("below"));
    let values = ["a".into()];
    let error = layout.encode(&values).expect_err("no number");
    let expected = LayoutError::SaltNeedsNumber {
        salt: "with(below, width = 2, values = 300)".into(),
    };
    assert_eq!(error, expected);
    let encoded = layout.encode_with(&values, 299);
    assert_eq!(encoded.as_deref(), Ok(&b"\x01\x2ba"[..]));
    assert_eq!(layout.decode(b"\x01\x2ba").expect("a key").parts, values);
    let error = layout.decode(b"\x01\x2ca").expect_err("300 is too large");
    assert!(error.to_string().contains("salt"), "{error}");
}
