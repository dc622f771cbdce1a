//! Values that make no key: the error names the column, the rule and the value.

use hbase_row_key_policy::{KeyMaker, KeyRule};
use serde_json::{Value, json};

use crate::support::{key, key_of, part, policy};

#[test]
fn each_rule_has_its_error() {
    let regex = json!({"regex": "", "regexReplacement": "x".repeat(100)});
    let cases: &[(Value, &str, KeyRule, &str)] = &[
        (
            json!({"length": 4}),
            "D0100",
            KeyRule::Length,
            r#"column `C`, rule `length`: found 5 characters, expected at most 4: "D0100""#,
        ),
        (
            json!({"length": 4, "prefixChar": "x", "prefixNumber": 3}),
            "é€",
            KeyRule::Length,
            r#"column `C`, rule `length`: found 5 characters, expected at most 4: "xxxé€""#,
        ),
        (
            json!({"cutStart": 3}),
            "abc",
            KeyRule::Cut,
            r#"column `C`, rule `cutStart`: found 3 characters, expected more than the 3 that are cut: "abc""#,
        ),
        (
            json!({"splitChar": "."}),
            "a.b",
            KeyRule::Separator,
            r#"column `C`, rule `splitChar`: found the separator "." in the part, expected it only after the part: "a.b""#,
        ),
        // The separator would be found one byte early.
        (
            json!({"splitChar": "::"}),
            "a:",
            KeyRule::Separator,
            r#"column `C`, rule `splitChar`: found the separator "::" in the part, expected it only after the part: "a:""#,
        ),
        // Even if the length ends the part: other programs split keys at separators.
        (
            json!({"splitChar": ".", "length": 5, "suffixChar": "0"}),
            "a.b",
            KeyRule::Separator,
            r#"column `C`, rule `splitChar`: found the separator "." in the part, expected it only after the part: "a.b00""#,
        ),
        (
            json!({}),
            "",
            KeyRule::Key,
            "rule `length of keys`: found a key of 0 bytes, expected 1 to 32767",
        ),
        (
            json!({"length": 32767, "suffixChar": "é"}),
            "x",
            KeyRule::Key,
            "rule `length of keys`: found a key of 65533 bytes, expected 1 to 32767",
        ),
    ];
    for (members, value, rule, message) in cases {
        let error = key_of(members, value).unwrap_err();
        assert_eq!((error.rule, error.to_string().as_str()), (*rule, *message));
    }
    let long = "-".repeat(1 << 20);
    for (members, rule) in [
        (
            json!({"replaceSourceChar": "-", "replaceChar": "ab"}),
            KeyRule::Replace,
        ),
        (regex, KeyRule::Regex),
        (
            json!({"regex": "()", "regexReplacement": "${1}x"}),
            KeyRule::Regex,
        ),
    ] {
        let error = key_of(&members, &long).unwrap_err();
        assert_eq!(error.rule, rule);
        assert_eq!(error.value.unwrap().len(), 200);
    }
    let error = key_of(&json!({"cutLength": 3}), &format!("{long}-")).unwrap_err();
    assert_eq!(error.rule, KeyRule::Size);
    assert_eq!(key_of(&json!({"cutLength": 3}), &long).unwrap(), "---");
}

#[test]
fn null_is_no_text() {
    let policy = policy(&[part("C", &json!({"suffixChar": "0"}))]);
    let error = key(&policy, &[None]).unwrap_err();
    assert_eq!((error.rule, &error.value), (KeyRule::Null, &None));
    assert_eq!(
        error.to_string(),
        "column `C`, rule `NULL`: found NULL, expected a value"
    );
    assert_eq!(key(&policy, &[Some("")]).unwrap(), "0".repeat(20));
}

/// `ab` and `c` would make the key of `a` and `bc`.
#[test]
fn a_part_that_only_its_length_ends_has_that_length() {
    let policy = policy(&[part("A", &json!({"length": 2})), part("B", &json!({}))]);
    assert_eq!(key(&policy, &[Some("ab"), Some("c")]).unwrap(), "abc");
    let error = key(&policy, &[Some("a"), Some("bc")]).unwrap_err();
    assert_eq!(
        error.to_string(),
        r#"column `A`, rule `length`: found 1 character, expected exactly 2: "a""#
    );
}

#[test]
fn each_column_has_a_value() {
    let policy = policy(&[part("A", &json!({"length": 2})), part("B", &json!({}))]);
    for values in [&[Some("ab")][..], &[Some("ab"); 3]] {
        let error = key(&policy, values).unwrap_err();
        assert_eq!(error.rule, KeyRule::Values);
    }
}

#[test]
fn a_number_that_is_too_long_is_an_error() {
    let policy = policy(&[part(
        "",
        &json!({"length": 3, "prefixChar": "0", "startNumber": 1}),
    )]);
    let mut maker = KeyMaker::new(&policy).unwrap();
    let mut key = Vec::new();
    let error = maker.key(&[], &mut |_| Ok(1000), &mut key).unwrap_err();
    assert_eq!(
        error.to_string(),
        r#"rule `length`: found 4 characters, expected at most 3: "1000""#
    );
}

/// A failed row has no effect on the next one.
#[test]
fn a_maker_goes_on_after_an_error() {
    let policy = policy(&[
        part("A", &json!({"length": 3, "splitChar": "_"})),
        part("B", &json!({"length": 2})),
    ]);
    let mut maker = KeyMaker::new(&policy).unwrap();
    let mut keys = Vec::new();
    for (a, b, is_ok) in [
        ("abc", "12", true),
        ("abcd", "1", false),
        ("a", "123", false),
        ("", "", true),
    ] {
        let made = maker.key(&[Some(a), Some(b)], &mut policy.counter(), &mut keys);
        assert_eq!(made.is_ok(), is_ok);
    }
    assert_eq!(keys, b"abc_12_");
}
