//! Policies that can be read, but make no sense.

mod advice;

use hbase_row_key_policy::{KeyMaker, PolicyError, RowKeyPolicy, Severity};
use serde_json::{Value, json};

use crate::support::{findings, json_of, part, policy};

/// Expects exactly these errors, compared by their prefixes.
pub(crate) fn check_errors(policy: &RowKeyPolicy, expected: &[&str]) {
    let found = findings(policy, Severity::Error);
    let is_same = found.len() == expected.len()
        && found
            .iter()
            .zip(expected)
            .all(|(found, start)| found.starts_with(start));
    assert!(
        is_same,
        "{found:#?}\nexpected {expected:#?}\n{}",
        policy.to_json()
    );
    assert_eq!(KeyMaker::new(policy).is_err(), !expected.is_empty());
}

fn check_advice(policy: &RowKeyPolicy, expected: &[&str]) {
    check_errors(policy, &[]);
    let found = findings(policy, Severity::Advice);
    let is_same = found.len() == expected.len()
        && found
            .iter()
            .zip(expected)
            .all(|(found, start)| found.starts_with(start));
    assert!(
        is_same,
        "{found:#?}\nexpected {expected:#?}\n{}",
        policy.to_json()
    );
}

#[test]
fn parts_and_columns_are_mapped_to_each_other() {
    let with = |mapping: &str, parts: &[Value]| {
        let json = json_of(parts);
        let (_, parts) = json.split_once('}').unwrap();
        RowKeyPolicy::from_json(&format!("[{mapping}{parts}")).unwrap()
    };
    let one = [part("A", &json!({}))];
    check_errors(&with(r#"{"A":"X"}"#, &one), &[]);
    check_errors(
        &with("{}", &one),
        &["`[1].columnName`: found no source column for \"A\""],
    );
    check_errors(
        &with(r#"{"A":"X","B":"Y"}"#, &one),
        &["`[0].B`: found no part with the `columnName` \"B\""],
    );
    check_errors(
        &with(r#"{"A":""}"#, &one),
        &["`[0].A`: found an empty name"],
    );
    check_errors(
        &with(r#"{"A":"X","":"Y"}"#, &one),
        &["`[0].`: found a part without a name"],
    );
    check_errors(
        &RowKeyPolicy::from_json("[{}]").unwrap(),
        &["`[0]`: found no part made from a column"],
    );
    let mut repeated = with(r#"{"A":"X"}"#, &one);
    repeated.mapping.push(("A".into(), "Y".into()));
    check_errors(&repeated, &["`[0].A`: found the part twice"]);
}

#[test]
fn parts_are_there_once() {
    check_errors(
        &policy(&[part("A", &json!({"length": 1})), part("A", &json!({}))]),
        &["`[2].columnName`: found a second part with the `columnName` \"A\""],
    );
    let number = part("", &json!({"splitChar": "_"}));
    check_errors(
        &policy(&[number.clone(), number]),
        &["`[2].columnName`: found a second running number"],
    );
}

#[test]
fn lengths_are_possible() {
    for (members, expected) in [
        (
            json!({"length": 0}),
            "`[1].length`: found the length 0, expected 1 to 32767",
        ),
        (
            json!({"length": 32768}),
            "`[1].length`: found the length 32768",
        ),
        (
            json!({"cutLength": 0}),
            "`[1].cutLength`: found 0, expected at least 1",
        ),
        (
            json!({"cutStart": 40000}),
            "`[1].cutStart`: found 40000, expected at most 32767",
        ),
        (
            json!({"cutLength": 21}),
            "`[1].cutLength`: found 21, expected at most the 20",
        ),
        (
            json!({"prefixChar": "a", "prefixNumber": 12, "suffixChar": "é", "suffixNumber": 8}),
            "`[1].length`: found the length 20, of which the prefix and the suffix take 20",
        ),
        (
            json!({"prefixChar": "ab", "prefixNumber": u64::MAX, "suffixChar": "0"}),
            "`[1].prefixNumber`: found 18446744073709551615, expected at most 32767",
        ),
        (
            json!({"suffixChar": "0", "suffixNumber": 18, "cutLength": 3}),
            "`[1].cutLength`: found 3, expected at most the 2",
        ),
    ] {
        check_errors(&policy(&[part("A", &members)]), &[expected]);
    }
    let half = json!({"length": 20000, "suffixChar": "0"});
    check_errors(
        &policy(&[part("A", &half), part("B", &half)]),
        &["`[0]`: found keys of at least 40000 bytes, expected at most 32767"],
    );
    check_errors(
        &policy(&[part("A", &json!({"suffixNumber": 19, "suffixChar": "0"}))]),
        &[],
    );
}

#[test]
fn texts_are_short_and_one_character_pads() {
    let long = "x".repeat(101);
    for (members, expected) in [
        (
            json!({"suffixChar": "00"}),
            "`[1].suffixChar`: found \"00\", expected one character",
        ),
        (
            json!({"prefixChar": "00"}),
            "`[1].prefixChar`: found \"00\", expected one character",
        ),
        (
            json!({"replaceChar": long, "replaceSourceChar": "a"}),
            "`[1].replaceChar`: found 101 characters",
        ),
        (
            json!({"splitChar": long}),
            "`[1].splitChar`: found 101 characters",
        ),
        (
            json!({"regex": "a", "regexReplacement": long}),
            "`[1].regexReplacement`: found 101 characters",
        ),
    ] {
        check_errors(&policy(&[part("A", &members)]), &[expected]);
    }
    let pads_behind = json!({"prefixChar": "ID-", "prefixNumber": 1, "suffixChar": "€"});
    check_errors(&policy(&[part("A", &pads_behind)]), &[]);
}

#[test]
fn regular_expressions_compile_and_have_their_groups() {
    for (regex, replacement, expected) in [
        (
            "(",
            "",
            "`[1].regex`: found \"(\", which is not a regular expression: unclosed group",
        ),
        (
            r"(?=a)",
            "",
            "`[1].regex`: found \"(?=a)\", which is not a regular expression: look-around",
        ),
        (
            r"\w{1000}{100}",
            "",
            "`[1].regex`: found \"\\\\w{1000}{100}\", which is not a regular expression: ",
        ),
        (
            "(a)",
            "$2",
            "`[1].regexReplacement`: found the group `2`, which the expression does not have",
        ),
        ("(a)", "$1b", "`[1].regexReplacement`: found the group `1b`"),
        (
            "(?<x>a)",
            "${y}",
            "`[1].regexReplacement`: found the group `y`, which the expression does not have; it has `0`, `x`",
        ),
    ] {
        let members = json!({"regex": regex, "regexReplacement": replacement});
        check_errors(&policy(&[part("A", &members)]), &[expected]);
    }
    let members = json!({"regex": "(?<x>a)(b)?", "regexReplacement": "$0${1}$x$2$$3"});
    check_errors(&policy(&[part("A", &members)]), &[]);
}

#[test]
fn a_policy_does_not_put_its_own_separator_into_a_part() {
    for (members, member) in [
        (json!({"splitChar": ".", "suffixChar": "."}), "suffixChar"),
        (json!({"splitChar": ".", "prefixChar": "."}), "prefixChar"),
        (
            json!({"splitChar": "-", "prefixChar": "A-", "prefixNumber": 1, "suffixChar": "0"}),
            "prefixChar",
        ),
        (
            json!({"splitChar": "..", "prefixChar": ".", "prefixNumber": 2, "suffixChar": "0"}),
            "prefixChar",
        ),
        (
            json!({"splitChar": ".", "replaceSourceChar": "-", "replaceChar": "a.b"}),
            "replaceChar",
        ),
    ] {
        let expected = format!("`[1].{member}`: puts the separator");
        check_errors(&policy(&[part("A", &members)]), &[&expected]);
    }
    for members in [
        json!({"splitChar": ".", "prefixChar": ".", "suffixChar": "0", "replaceSourceChar": "."}),
        json!({"splitChar": "..", "prefixChar": ".", "prefixNumber": 1, "suffixChar": "0"}),
        json!({"splitChar": ".", "replaceSourceChar": "", "replaceChar": "."}),
    ] {
        check_errors(&policy(&[part("A", &members)]), &[]);
    }
}

#[test]
fn no_two_running_numbers_are_the_same() {
    let in_front = |members: &Value| policy(&[part("", members), part("A", &json!({}))]);
    let same = "two numbers can become the same";
    for (members, expected) in [
        (
            json!({"numberStep": 0, "prefixChar": "0"}),
            "`[1].numberStep`: found 0".to_owned(),
        ),
        (
            json!({"suffixChar": "0"}),
            format!("`[1].suffixChar`: pads running numbers with \"0\": {same}"),
        ),
        (
            json!({"suffixChar": "7", "reverse": true}),
            format!("`[1].suffixChar`: pads running numbers with \"7\": {same}"),
        ),
        (
            json!({"prefixChar": "0", "reverse": true}),
            format!("`[1].prefixChar`: pads running numbers with \"0\": {same}"),
        ),
        (
            json!({"prefixChar": "1"}),
            format!("`[1].prefixChar`: pads running numbers with \"1\": {same}"),
        ),
        (
            json!({}),
            "`[1].splitChar`: found neither padding nor a separator".to_owned(),
        ),
        (
            json!({"splitChar": "0"}),
            "`[1].splitChar`: found \"0\", expected no digit".to_owned(),
        ),
        (
            json!({"prefixChar": "0", "length": 2, "startNumber": 100}),
            "`[1].startNumber`: found 3 digits, expected at most 2".to_owned(),
        ),
        (
            json!({"prefixChar": "0", "cutLength": 2}),
            "`[1].cutLength`: changes the digits".to_owned(),
        ),
        (
            json!({"prefixChar": "0", "cutStart": 2}),
            "`[1].cutStart`: changes the digits".to_owned(),
        ),
        (
            json!({"prefixChar": "0", "regex": "a", "regexReplacement": ""}),
            "`[1].regex`: changes the digits".to_owned(),
        ),
        (
            json!({"prefixChar": "0", "replaceSourceChar": "-0"}),
            "`[1].replaceSourceChar`: changes the digits".to_owned(),
        ),
    ] {
        check_errors(&in_front(&members), &[&expected]);
    }
    for members in [
        json!({"prefixChar": "0"}),
        json!({"suffixChar": "0", "reverse": true}),
        json!({"prefixChar": "x", "reverse": true}),
        json!({"suffixChar": "x"}),
        json!({"splitChar": "_"}),
        json!({"prefixChar": "0", "length": 3, "startNumber": 100}),
    ] {
        check_errors(&in_front(&members), &[]);
    }
    check_errors(
        &policy(&[part("A", &json!({"length": 1})), part("", &json!({}))]),
        &[],
    );
}

#[test]
fn all_errors_are_found_at_once() {
    let policy = policy(&[
        part(
            "A",
            &json!({"length": 0, "regex": "(", "regexReplacement": ""}),
        ),
        part("A", &json!({"suffixChar": ".", "splitChar": "."})),
    ]);
    let expected = [
        "`[1].regex`",
        "`[1].length`",
        "`[2].columnName`",
        "`[2].suffixChar`",
    ];
    check_errors(&policy, &expected);
    let Err(PolicyError::Invalid { errors }) = KeyMaker::new(&policy) else {
        panic!("a policy with errors makes keys");
    };
    assert_eq!(errors.len(), 4);
    assert!(
        errors
            .iter()
            .all(|finding| finding.severity == Severity::Error)
    );
}
