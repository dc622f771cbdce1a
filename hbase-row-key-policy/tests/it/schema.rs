//! The JSON Schema and the documentation have the reader's members.

use std::path::Path;

use hbase_row_key_policy::{MemberType, RowKeyPolicy, Severity, TEXT_MEMBERS, json_schema};
use serde_json::{Value, json};

use crate::support::{json_of, part};

/// `BLESS=1` writes the file.
#[test]
fn the_file_is_up_to_date() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("row-key-policy.schema.json");
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&file, json_schema()).unwrap();
    }
    let written = std::fs::read_to_string(&file).unwrap_or_default();
    assert_eq!(
        written,
        json_schema(),
        "`BLESS=1` writes {}",
        file.display()
    );
}

#[test]
fn the_documentation_has_every_member() {
    let documented = include_str!("../../src/format.md");
    for member in TEXT_MEMBERS {
        let value = match member.member_type {
            MemberType::Text => "text",
            MemberType::Flag => "a flag",
            MemberType::Number { .. } => "a number",
            other => panic!("{other:?}"),
        };
        let optional = if member.is_required { "" } else { "optional, " };
        let line = format!("| `{}` | {optional}{value} | {} |", member.name, member.doc);
        assert!(documented.contains(&line), "no line {line}");
    }
    let lines = documented.lines().filter(|line| line.starts_with("| `"));
    // And the seven salts below their heading.
    assert_eq!(lines.count(), TEXT_MEMBERS.len() + 8);
}

fn salted(salt: &Value) -> String {
    let salt = json!({"salt": salt});
    json_of(&[salt, part("A", &json!({"prefixChar": "0"}))])
}

/// For each of these, the reader with the check agrees with the schema.
#[test]
fn the_schema_accepts_what_the_reader_accepts() {
    let schema: Value = serde_json::from_str(&json_schema()).unwrap();
    assert!(jsonschema::meta::is_valid(&schema));
    let schema = jsonschema::validator_for(&schema).unwrap();
    let mut counts = [0, 0];
    for json in policies() {
        let policy = RowKeyPolicy::from_json(&json);
        let is_read = policy.as_ref().is_ok_and(|policy| {
            let findings = policy.check();
            findings
                .iter()
                .all(|finding| finding.severity != Severity::Error)
        });
        let document = serde_json::from_str(&json).unwrap();
        assert_eq!(schema.is_valid(&document), is_read, "{json}: {policy:?}");
        counts[usize::from(is_read)] += 1;
    }
    assert!(counts[0] > 100 && counts[1] > 30, "{counts:?}");
}

/// Policies with one member changed to each of many values, or removed.
fn policies() -> Vec<String> {
    let mut policies: Vec<String> = [
        "7",
        "[]",
        "[{}]",
        "[[]]",
        "{}",
        r#"[{"A":"A"}]"#,
        r#"[{"A":"A"},{}]"#,
        r#"[{"A":"A"},7]"#,
    ]
    .map(str::to_owned)
    .into();
    for mapping in [r#"{"A":1}"#, r#"{"A":""}"#, r#"{"":"A"}"#, "[]", "null"] {
        policies.push(format!("[{mapping},{}]", part("A", &json!({}))));
    }
    for member in TEXT_MEMBERS {
        let mut without = part("A", &json!({}));
        without.as_object_mut().unwrap().remove(member.name);
        policies.push(format!(r#"[{{"A":"A"}},{without}]"#));
        for value in values() {
            // A schema cannot check that a name is mapped.
            if member.name != "columnName" || !value.is_string() {
                let part = part("A", &json!({member.name: value}));
                policies.push(format!(r#"[{{"A":"A"}},{part}]"#));
            }
        }
    }
    policies.push(json_of(&[part("A", &json!({"unknown": 1}))]));
    for salt in salts() {
        policies.push(salted(&salt));
    }
    policies
}

fn values() -> Vec<Value> {
    vec![
        json!(null),
        json!(true),
        json!(false),
        json!(-1),
        json!(0),
        json!(1),
        json!(20),
        json!(1.5),
        json!(""),
        json!("x"),
        json!([]),
        json!({}),
        json!(u64::MAX),
    ]
}

fn salts() -> Vec<Value> {
    let of = json!([{"columnName": "A"}]);
    let good = [
        json!({"kind": "buckets", "count": 16, "text": false, "of": of}),
        json!({"kind": "md5_hex", "digits": 4, "from": 3, "upper": true, "of": of}),
        json!({"kind": "md5", "bytes": 4, "of": of}),
        json!({"kind": "region_number", "regions": 9, "width": 10, "of": of}),
        json!({"kind": "java_hash", "buckets": 9, "width": 10, "of": of}),
    ];
    let mut salts = vec![
        json!(1),
        json!({}),
        json!({"kind": "random", "count": 4, "of": of}),
    ];
    for salt in good {
        for name in salt.as_object().unwrap().keys() {
            let mut without = salt.clone();
            without.as_object_mut().unwrap().remove(name);
            salts.push(without);
            for value in values() {
                let mut changed = salt.clone();
                changed[name] = value;
                salts.push(changed);
            }
        }
        let mut unknown = salt.clone();
        unknown["unknown"] = json!(1);
        salts.extend([unknown, salt]);
    }
    for input in [
        json!({}),
        json!({"columnName": 1}),
        json!({"columnName": "A", "first": 0}),
        json!({"columnName": "A", "first": 1}),
        json!({"columnName": "A", "last": 2}),
        json!({"columnName": "A", "first": 1, "last": 1}),
        json!({"columnName": "A", "x": 1}),
        json!({"columnName": "A", "last": "1"}),
        json!("A"),
    ] {
        salts.push(json!({"kind": "md5", "bytes": 2, "of": [input]}));
        salts.push(json!({"kind": "java_hash", "buckets": 2, "of": [input]}));
    }
    salts
}
