//! A written policy is read as the same policy, and as the same text.

use hbase_row_key_policy::RowKeyPolicy;
use serde_json::json;

use crate::support::{json_of, part, policy};

#[test]
fn every_member_is_written() {
    let policy = policy(&[
        json!({"salt": {"kind": "md5_hex", "digits": 4, "from": 2, "upper": true, "of": [{"columnName": "A", "first": 3}]}, "splitChar": "_"}),
        json!({"salt": {"kind": "buckets", "count": 4, "text": false, "of": [{"columnName": "A"}]}}),
        json!({"salt": {"kind": "md5", "bytes": 3, "of": [{"columnName": "", "last": 1}]}}),
        json!({"salt": {"kind": "region_number", "regions": 12, "of": [{"columnName": "A"}]}}),
        json!({"salt": {"kind": "java_hash", "buckets": 12, "width": 3, "of": [{"columnName": "A"}]}, "splitChar": "é"}),
        part(
            "A",
            &json!({
                "length": 1, "numberStep": 2, "prefixChar": "\"", "prefixNumber": 3, "replaceChar": "\\",
                "replaceSourceChar": "\u{0}\n", "splitChar": "é", "startNumber": u64::MAX, "suffixChar": "\u{1F600}",
                "suffixNumber": 4, "value": "v", "trim": true, "cutStart": 0, "cutLength": 5, "reverse": true,
                "regex": "(", "regexReplacement": "$1",
            }),
        ),
        part("", &json!({"trim": false, "reverse": false})),
    ]);
    for json in [policy.to_json(), policy.to_json_lines()] {
        assert_eq!(RowKeyPolicy::from_json(&json).unwrap(), policy, "{json}");
    }
    let json = policy.to_json();
    assert_eq!(RowKeyPolicy::from_json(&json).unwrap().to_json(), json);
    // A flag that is off is absent, and so are defaults.
    assert_eq!(json.matches("trim").count(), 1);
    assert_eq!(json.matches("width").count(), 1);
}

#[test]
fn the_order_of_the_mapping_is_kept() {
    let json = json_of(&[part("A", &json!({"length": 1})), part("B", &json!({}))])
        .replace(r#"{"A":"A","B":"B"}"#, r#"{"B":"Y","A":"X"}"#);
    assert_eq!(RowKeyPolicy::from_json(&json).unwrap().to_json(), json);
}

#[test]
fn lines_are_for_people() {
    let lines = policy(&[part("A", &json!({"length": 1})), part("B", &json!({}))]).to_json_lines();
    let starts: Vec<&str> = lines.lines().map(|line| &line[..4]).collect();
    assert_eq!(starts, ["[{\"A", " {\"c", " {\"c"]);
    assert!(lines.ends_with("}]\n"));
}
