//! Salts that can be read, but make no sense.

use hbase_model::{Salt, SaltText};
use hbase_row_key_policy::{PolicyPart, SaltInput, SaltPart};
use serde_json::{Value, json};

use crate::findings::check_errors;
use crate::support::{part, policy};

#[test]
fn salts_are_in_the_bounds_of_the_derive() {
    let salted = |salt: &Value, separator: &str| {
        let mut salt = salt.clone();
        if salt.get("of").is_none() {
            salt["of"] = json!([{"columnName": "A"}]);
        }
        let salt = json!({"salt": salt, "splitChar": separator});
        policy(&[salt, part("A", &json!({}))])
    };
    for (salt, expected) in [
        (
            json!({"kind": "buckets", "count": 1}),
            "found 1 as `count`, expected 2 to 256",
        ),
        (
            json!({"kind": "buckets", "count": 257}),
            "found 257 as `count`",
        ),
        (
            json!({"kind": "md5_hex", "digits": 0}),
            "found 0 as `digits`, expected 1 to 32",
        ),
        (
            json!({"kind": "md5_hex", "digits": 4, "from": 29}),
            "found 29 as `from`, expected 0 to 28",
        ),
        (
            json!({"kind": "md5", "bytes": 17}),
            "found 17 as `bytes`, expected 1 to 16",
        ),
        (
            json!({"kind": "region_number", "regions": 1}),
            "found 1 as `regions`",
        ),
        (
            json!({"kind": "java_hash", "buckets": 7, "width": 11}),
            "found 11 as `width`, expected 1 to 10",
        ),
        (
            json!({"kind": "md5", "bytes": 2, "of": []}),
            "found no part in `of`",
        ),
        (
            json!({"kind": "md5", "bytes": 2, "of": [{"columnName": "B"}]}),
            "found no part with the `columnName` \"B\"",
        ),
        (
            json!({"kind": "md5", "bytes": 2, "of": [{"columnName": "A"}, {"columnName": "A"}]}),
            "found the part \"A\" twice",
        ),
        (
            json!({"kind": "md5", "bytes": 2, "of": [{"columnName": "A", "last": 4}]}),
            "found some characters of \"A\", expected all: `md5(2)` takes whole parts",
        ),
        (
            json!({"kind": "java_hash", "buckets": 2, "of": [{"columnName": "A", "last": 0}]}),
            "found 0 characters of \"A\"",
        ),
    ] {
        check_errors(&salted(&salt, ""), &[&format!("`[1].salt`: {expected}")]);
    }
    for (salt, separator, expected) in [
        (
            json!({"kind": "md5", "bytes": 2}),
            "_",
            "found a separator after bytes",
        ),
        (
            json!({"kind": "buckets", "count": 4, "text": false}),
            "_",
            "found a separator after bytes",
        ),
        (
            json!({"kind": "md5_hex", "digits": 4}),
            "a",
            "found a separator with a digit",
        ),
        (
            json!({"kind": "buckets", "count": 4}),
            "0",
            "found a separator with a digit",
        ),
        (
            json!({"kind": "region_number", "regions": 12, "width": 1}),
            "",
            "found no separator after a salt",
        ),
    ] {
        let expected = format!("`[1].splitChar`: {expected}");
        check_errors(&salted(&salt, separator), &[&expected]);
    }
    check_errors(
        &salted(
            &json!({"kind": "region_number", "regions": 12, "width": 1}),
            "a",
        ),
        &[],
    );
}

/// Only code can make these.
#[test]
fn salts_that_no_json_has_are_errors() {
    let with = |salt: Salt, text: SaltText| {
        let mut policy = policy(&[part("A", &json!({}))]);
        let of = vec![SaltInput {
            column_name: "A".into(),
            text,
        }];
        let part = SaltPart {
            salt,
            of,
            split_char: String::new(),
        };
        policy.parts.insert(0, PolicyPart::Salt(part));
        policy
    };
    let random = Salt::Random {
        count: 4,
        text: true,
    };
    check_errors(
        &with(random, SaltText::Whole),
        &["`[1].salt`: found `random(4)`, expected a salt computed from parts"],
    );
    let time = SaltText::Format("yyyyMM".into());
    check_errors(
        &with(
            Salt::Md5 {
                bytes: 2,
                joined: None,
            },
            time,
        ),
        &["`[1].salt`: found a time's format for \"A\""],
    );
}
