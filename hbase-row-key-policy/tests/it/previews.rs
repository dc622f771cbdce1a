//! The text after each operation on a value.

use hbase_row_key_policy::{Operation, PartPreview, PolicyError};
use serde_json::json;

use crate::support::{part, policy};

fn steps(part: &PartPreview) -> String {
    let steps = part.steps.iter();
    let steps: Vec<String> = steps
        .map(|(operation, text)| format!("{operation} {text:?}"))
        .collect();
    steps.join(", ")
}

#[test]
fn each_operation_has_its_outcome() {
    let policy = policy(&[
        json!({"salt": {"kind": "md5", "bytes": 2, "of": [{"columnName": "A"}]}}),
        part(
            "A",
            &json!({
                "trim": true, "replaceSourceChar": "-", "replaceChar": "", "regex": "c", "regexReplacement": "C",
                "cutStart": 1, "reverse": true, "prefixChar": "<", "prefixNumber": 1, "suffixChar": ">",
                "suffixNumber": 1, "length": 8, "splitChar": "_",
            }),
        ),
        part(
            "",
            &json!({"prefixChar": "0", "length": 3, "startNumber": 7}),
        ),
    ]);
    let preview = policy.preview(&[Some(" a-bcd ")]).unwrap();
    let names: Vec<&str> = preview
        .parts
        .iter()
        .map(|part| part.name.as_str())
        .collect();
    assert_eq!(names, ["md5(2)", "A", "running number"]);
    let [salt, text, number] = preview.parts.as_slice() else {
        panic!("{preview:?}");
    };
    assert_eq!(steps(salt), r#"salt "\\x01\\xE8""#);
    assert_eq!(
        steps(text),
        r#"value " a-bcd ", trim "a-bcd", replace "abcd", regex "abCd", cut "bCd", reverse "dCb", "#
            .to_owned()
            + r#"prefix "<dCb", suffix "<dCb>", pad "<dCb>>>>", separator "<dCb>>>>_""#
    );
    assert_eq!(steps(number), r#"value "7", pad "007""#);
    assert_eq!(preview.key.unwrap(), b"\x01\xe8<dCb>>>>_007");
}

/// A failed part does not keep other parts from being shown.
#[test]
fn steps_end_at_an_error() {
    let policy = policy(&[
        json!({"salt": {"kind": "buckets", "count": 4, "of": [{"columnName": "A"}]}, "splitChar": "_"}),
        part(
            "A",
            &json!({"reverse": true, "length": 2, "splitChar": "_"}),
        ),
        part("B", &json!({})),
        part("C", &json!({})),
    ]);
    let preview = policy.preview(&[Some("abc"), Some("d"), None]).unwrap();
    let shown: Vec<String> = preview.parts.iter().map(steps).collect();
    assert_eq!(
        shown,
        ["", r#"value "abc", reverse "cba""#, r#"value "d""#, ""]
    );
    let errors: Vec<String> = preview
        .parts
        .iter()
        .filter_map(|part| part.error.as_ref().map(ToString::to_string))
        .collect();
    assert_eq!(
        errors,
        [
            r#"column `A`, rule `length`: found 3 characters, expected at most 2: "cba""#,
            r#"column `B`, rule `length`: found 1 character, expected exactly 20: "d""#,
            "column `C`, rule `NULL`: found NULL, expected a value",
        ]
    );
    assert_eq!(preview.key.unwrap_err().to_string(), errors[0]);
}

#[test]
fn a_policy_with_errors_has_no_preview() {
    let policy = policy(&[part("A", &json!({"length": 0}))]);
    assert!(matches!(
        policy.preview(&[Some("")]),
        Err(PolicyError::Invalid { .. })
    ));
}

#[test]
fn a_column_of_two_parts_has_one_sample() {
    let mut policy = policy(&[
        part("A", &json!({"splitChar": "_"})),
        part("B", &json!({"value": "first", "splitChar": "_"})),
        part("C", &json!({"value": "second"})),
    ]);
    for (_, column) in &mut policy.mapping {
        "X".clone_into(column);
    }
    assert_eq!(policy.samples(), ["first"]);
    let preview = policy.preview(&[Some("x")]).unwrap();
    assert_eq!(preview.key.unwrap(), b"x_x_x");
    assert_eq!(preview.parts[0].steps[1].0, Operation::Separator);
}
