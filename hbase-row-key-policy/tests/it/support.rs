//! Policies of one or a few parts.

use hbase_row_key_policy::{KeyError, KeyMaker, RowKeyPolicy, Severity};
use serde_json::{Value, json};

/// A text part of the column `name` with these members; the others have no effect.
pub(crate) fn part(name: &str, members: &Value) -> Value {
    let mut part = json!({
        "columnName": name, "length": 20, "numberStep": 1, "prefixChar": "", "prefixNumber": 0,
        "replaceChar": "", "replaceSourceChar": "", "splitChar": "", "startNumber": 1,
        "suffixChar": "", "suffixNumber": 0, "value": "",
    });
    for (name, value) in members.as_object().unwrap() {
        part[name] = value.clone();
    }
    part
}

/// The JSON of a policy with these parts, each mapped to the column with its name.
pub(crate) fn json_of(parts: &[Value]) -> String {
    let names = parts.iter().filter_map(|part| part["columnName"].as_str());
    let mapping = names.filter(|name| !name.is_empty());
    let mapping: serde_json::Map<_, _> = mapping.map(|name| (name.into(), name.into())).collect();
    let elements: Vec<String> = std::iter::once(Value::from(mapping).to_string())
        .chain(parts.iter().map(Value::to_string))
        .collect();
    format!("[{}]", elements.join(","))
}

pub(crate) fn policy(parts: &[Value]) -> RowKeyPolicy {
    RowKeyPolicy::from_json(&json_of(parts)).unwrap()
}

/// The key of one row.
pub(crate) fn key(policy: &RowKeyPolicy, values: &[Option<&str>]) -> Result<String, KeyError> {
    let mut key = b"before".to_vec();
    let mut maker = KeyMaker::new(policy).unwrap();
    let made = maker.key(values, &mut policy.counter(), &mut key);
    let key = String::from_utf8(key).unwrap();
    let key = key.strip_prefix("before").unwrap().to_owned();
    assert!(
        made.is_ok() || key.is_empty(),
        "left {key:?} after an error"
    );
    made.map(|()| key)
}

/// The key of one column's value.
pub(crate) fn key_of(members: &Value, value: &str) -> Result<String, KeyError> {
    key(&policy(&[part("C", members)]), &[Some(value)])
}

/// The findings of one severity, in one line each.
pub(crate) fn findings(policy: &RowKeyPolicy, severity: Severity) -> Vec<String> {
    let found = policy.check().into_iter();
    let found = found.filter(|finding| finding.severity == severity);
    found.map(|finding| finding.to_string()).collect()
}
