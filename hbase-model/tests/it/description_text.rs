//! Descriptions of text and bytes in keys and cells, with options that the derive rejects.

use hbase_model::description::Description;

/// The result for a key whose first part has these members, and for a column of this form.
fn checked(part: &str, form: &str) -> Result<(), String> {
    let json = format!(
        r#"{{ "format": "hbase-schema/2", "row": "Visit", "name": "SHOP:VISITS",
            "key": {{ "parts": [{{ "name": "a", {part} }}, {{ "name": "b", "encoding": {{ "kind": "text" }} }}] }},
            "families": [{{ "name": "D1" }}], "splits": {{ "kind": "none" }},
            "columns": [{{ "field": "n", "family": "D1", "qualifier": "N", "type": "String", "codec": "part",
                "form": {form} }}] }}"#
    );
    let table = Description::from_json(&json).and_then(|description| description.table());
    table.map(drop).map_err(|error| error.to_string())
}

const ESCAPED: &str = r#""encoding": { "kind": "escaped", "replacements": [{ "from": "%", "to": "%9$" }, { "from": "!", "to": "%0$" }] }, "separator": "!""#;
const LABELS: &str = r#""encoding": { "kind": "labels", "separator": "." }, "separator": "\u0000""#;
const LENGTH: &str =
    r#""encoding": { "kind": "length_prefixed", "length": "u16", "text": true }, "separator": "!""#;
const FORM: &str = r#"{ "kind": "part", "encoding": { "kind": "text" } }"#;

#[test]
fn text_without_these_options_is_accepted() {
    for part in [ESCAPED, LABELS, LENGTH] {
        assert_eq!(checked(part, FORM), Ok(()));
    }
}

#[test]
fn options_that_the_derive_rejects_are_rejected() {
    for (part, option, expected) in [
        (
            ESCAPED,
            "backwards",
            "escaped text is not written backwards",
        ),
        (
            ESCAPED,
            "descending",
            "escaped text is only written in ascending order",
        ),
        (
            LABELS,
            "backwards",
            "it reverses the characters, and the encoding the labels",
        ),
        (
            LABELS,
            "descending",
            "reversed labels are only written in ascending order",
        ),
        (
            LENGTH,
            "backwards",
            "the length before the value would be written backwards",
        ),
        (
            LENGTH,
            "descending",
            "the length comes first, so the values are in no order",
        ),
        (
            LENGTH,
            "terminated",
            "the length determines where the part ends",
        ),
    ] {
        let error = checked(&format!(r#"{part}, "{option}": true"#), FORM).unwrap_err();
        let at = format!("key.parts[0].{option}");
        assert!(error.contains(&at), "{error}");
        assert!(error.contains(expected), "{error}");
    }
}

#[test]
fn cells_are_checked_like_key_parts() {
    for option in ["backwards", "descending"] {
        let form = format!(
            r#"{{ "kind": "part", "encoding": {{ "kind": "length_prefixed", "length": "u16", "text": true }}, "{option}": true }}"#
        );
        let error = checked(LABELS, &form).unwrap_err();
        assert!(error.contains(&format!("form.{option}")), "{error}");
    }
}

#[test]
fn separators_that_may_stand_inside_are_rejected_with_a_remedy() {
    let labels = LABELS.replace(r"\u0000", "..");
    let error = checked(&labels, FORM).unwrap_err();
    assert!(
        error.contains(
            r#"`key.parts[0].separator`: found "..", but "." is between the labels, too"#
        ),
        "{error}"
    );
    for (separator, remedy) in [
        ("_", "replace it, too"),
        ("_-_", "replace `_` or `-`, too"),
        (
            "%",
            "replace `%` by a text without it, or take another separator",
        ),
        ("\u{80}", "take a separator of ASCII"),
    ] {
        let part = ESCAPED.replace(
            r#""separator": "!""#,
            &format!(r#""separator": "{separator}""#),
        );
        let error = checked(&part, FORM).unwrap_err();
        assert!(
            error.contains("key.parts[0].encoding.replacements"),
            "{error}"
        );
        assert!(error.ends_with(remedy), "{error}");
    }
}
