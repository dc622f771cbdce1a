//! Texts that are not policies: the error names the member, its line and its column.

use hbase_row_key_policy::{PolicyError, Position, RowKeyPolicy, locate};
use serde_json::{Value, json};

use crate::support::{json_of, part};

fn error(json: &str) -> String {
    RowKeyPolicy::from_json(json).unwrap_err().to_string()
}

#[test]
fn what_is_no_policy() {
    for (json, message) in [
        ("", "line 1, column 1: not JSON: EOF while parsing a value"),
        (
            "[{},\n  {é]",
            "line 2, column 4: not JSON: key must be a string",
        ),
        ("[{}] x", "line 1, column 6: not JSON: trailing characters"),
        (
            "{}",
            "line 1, column 1: `the policy`: found an object, expected an array",
        ),
        (
            "7",
            "line 1, column 1: `the policy`: found `7`, expected an array",
        ),
        (
            "[]",
            "line 1, column 1: `the policy`: found an empty array, expected the mapping and the parts",
        ),
        (
            "[\n[]]",
            "line 2, column 1: `[0]`: found an array, expected an object that maps parts to source columns",
        ),
        (
            r#"[{"A":1}]"#,
            "line 1, column 7: `[0].A`: found `1`, expected a text",
        ),
        (
            "[{},null]",
            "line 1, column 5: `[1]`: found `null`, expected an object, a part of the key",
        ),
        (
            r#"[{"é":"B","A":"B","é":"C"}]"#,
            "line 1, column 19: `[0].é`: found the member twice, expected it once",
        ),
    ] {
        assert_eq!(error(json), message, "{json}");
    }
}

/// One wrong member in an otherwise correct part.
#[test]
fn each_member_has_its_type() {
    let whole = "expected a whole number from 0 to 18446744073709551615";
    let cases: &[(&str, Value, String)] = &[
        ("length", json!("14"), format!("found a text, {whole}")),
        ("length", json!(-1), format!("found `-1`, {whole}")),
        ("length", json!(1.5), format!("found `1.5`, {whole}")),
        (
            "prefixNumber",
            json!(null),
            format!("found `null`, {whole}"),
        ),
        ("cutStart", json!([1]), format!("found an array, {whole}")),
        (
            "startNumber",
            json!(1e30),
            format!("found `1e+30`, {whole}"),
        ),
        (
            "splitChar",
            json!(1),
            "found `1`, expected a text".to_owned(),
        ),
        (
            "value",
            json!({}),
            "found an object, expected a text".to_owned(),
        ),
        (
            "trim",
            json!("true"),
            "found a text, expected `true` or `false`".to_owned(),
        ),
        (
            "reverse",
            json!(1),
            "found `1`, expected `true` or `false`".to_owned(),
        ),
    ];
    for (member, value, message) in cases {
        let json = json_of(&[part("C", &json!({*member: value}))]);
        let path = format!("[1].{member}");
        let found = RowKeyPolicy::from_json(&json).unwrap_err();
        let PolicyError::Member {
            path: at,
            position,
            message: found,
        } = found
        else {
            panic!("{found}");
        };
        assert_eq!((&at, &found), (&path, message));
        // The error is at the value, which follows the name.
        let name = locate(&json, &path).unwrap();
        assert_eq!(
            (position.line, position.column),
            (1, name.column + member.len() + 3)
        );
    }
}

#[test]
fn required_members_are_there() {
    let optional = [
        "cutLength",
        "cutStart",
        "regex",
        "regexReplacement",
        "reverse",
        "trim",
    ];
    for member in hbase_row_key_policy::TEXT_MEMBERS {
        let mut one = part("C", &json!({}));
        let removed = one.as_object_mut().unwrap().remove(member.name);
        assert_eq!(removed.is_none(), optional.contains(&member.name));
        assert_eq!(member.is_required, removed.is_some());
        let read = RowKeyPolicy::from_json(&format!(r#"[{{"C":"C"}},{one}]"#));
        if member.is_required {
            assert_eq!(
                read.unwrap_err().to_string(),
                format!(
                    "line 1, column 12: `[1]`: found no member `{}`, expected one",
                    member.name
                )
            );
        }
    }
}

#[test]
fn unknown_members_are_at_their_names() {
    for (members, message) in [
        (
            json!({"splitCar": ""}),
            "`[1].splitCar`: found an unknown member, expected `splitChar`",
        ),
        (
            json!({"Trim": true}),
            "`[1].Trim`: found an unknown member, expected `trim`",
        ),
        (
            json!({"comment": ""}),
            "`[1].comment`: found an unknown member, expected one of `columnName`, `cutLength`, `cutStart`, \
             `length`, `numberStep`, `prefixChar`, `prefixNumber`, `regex`, `regexReplacement`, \
             `replaceChar`, `replaceSourceChar`, `reverse`, `splitChar`, `startNumber`, `suffixChar`, \
             `suffixNumber`, `trim`, `value`",
        ),
        (
            json!({"regex": ""}),
            "`[1]`: found no member `regexReplacement`, expected one",
        ),
        (
            json!({"regexReplacement": ""}),
            "`[1]`: found no member `regex`, expected one",
        ),
    ] {
        let json = json_of(&[part("C", &members)]);
        let found = error(&json);
        assert!(found.ends_with(message), "{found}");
    }
    let json = "[{\"C\":\"C\"},\n\t{\"columnName\": \"C\",\n \"é\": 1, \"lenght\" : 4}]";
    assert!(
        error(json).starts_with("line 3, column 2: `[1].é`"),
        "{}",
        error(json)
    );
}

#[test]
fn salts_have_the_members_of_their_kind() {
    for (salt, message) in [
        (
            json!("md5"),
            "`[1].salt`: found a text, expected an object, the salt's algorithm",
        ),
        (
            json!({"kind": "random", "count": 4, "of": []}),
            r#"`[1].salt.kind`: found "random", expected one of "buckets", "md5_hex", "md5", "java_bytes", "crc32", "region_number", "java_hash""#,
        ),
        (
            json!({"of": []}),
            "`[1].salt`: found no member `kind`, expected one",
        ),
        (
            json!({"kind": "md5", "bytes": 2}),
            "`[1].salt`: found no member `of`, expected one",
        ),
        (
            json!({"kind": "md5", "of": []}),
            "`[1].salt`: found no member `bytes`, expected one",
        ),
        (
            json!({"kind": "md5", "byte": 2, "of": []}),
            "`[1].salt.byte`: found an unknown member, expected `bytes`",
        ),
        (
            json!({"kind": "buckets", "count": 70000, "of": []}),
            "`[1].salt.count`: found `70000`, expected a whole number from 0 to 65535",
        ),
        (
            json!({"kind": "md5", "bytes": 2, "of": {}}),
            "`[1].salt.of`: found an object, expected an array of the parts it is computed from",
        ),
        (
            json!({"kind": "md5", "bytes": 2, "of": [{"columnName": "C"}, 7]}),
            "`[1].salt.of[1]`: found `7`, expected an object with `columnName`",
        ),
        (
            json!({"kind": "md5", "bytes": 2, "of": [{"columnName": "C", "first": 1, "last": 2}]}),
            "`[1].salt.of[0].last`: found `first` and `last`, expected at most one of them",
        ),
    ] {
        let found = error(&json_of(&[json!({"salt": salt}), part("C", &json!({}))]));
        assert!(found.ends_with(message), "{found}");
    }
    let both = part("C", &json!({"salt": {"kind": "md5", "bytes": 2, "of": []}}));
    assert!(error(&json_of(&[both])).contains("`[1].columnName`: found an unknown member"));
}

#[test]
fn texts_are_characters() {
    let json = json_of(&[part("C", &json!({"value": "x"}))]).replace(r#""x""#, r#""\ud800""#);
    assert!(error(&json).ends_with("found a `\\u` escape of no character, expected a text"));
}

#[test]
fn a_policy_is_short() {
    let json = format!("[{}]", " ".repeat(1 << 20));
    assert_eq!(
        error(&json),
        "found a policy of 1048578 bytes, expected at most 1048576"
    );
    let deep = "[".repeat(100_000);
    assert!(error(&deep).contains("EOF while parsing"));
    let closed = format!("{deep}{}", "]".repeat(100_000));
    assert!(error(&closed).contains("`[0]`: found an array"));
}

#[test]
fn members_are_located() {
    let json = "\u{feff}[{\"A\":\"B\"},\n {\"é\":[1],  \"length\":0},\n\n7]";
    for (path, expected) in [
        ("[0]", Some((1, 3))),
        ("[0].A", Some((1, 4))),
        ("[1].length", Some((2, 13))),
        ("[1].splitChar", Some((2, 2))),
        ("[2].length", Some((4, 1))),
        ("[3]", None),
        ("length", None),
        ("[x]", None),
    ] {
        let expected = expected.map(|(line, column)| Position { line, column });
        assert_eq!(locate(json, path), expected, "{path}");
    }
    assert_eq!(locate("[", "[0]"), None);
}

/// Editors on Windows write a byte-order mark.
#[test]
fn a_byte_order_mark_is_skipped() {
    let json = format!("\u{feff}{}", json_of(&[part("C", &json!({}))]));
    assert!(RowKeyPolicy::from_json(&json).is_ok());
}
