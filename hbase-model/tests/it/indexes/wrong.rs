//! The error for what is wrong in a description.

use super::{MAILS, read};

/// A part of the description, what is written in its place, and the start of the error.
const CASES: &[(&str, &str, &str)] = &[
    ("DLQX:MAIL_BY_SENDER", "DLQX:", "`indexes[0].name`: "),
    (
        "DLQX:MAIL_BY_SENDER",
        "DLQX:MAIL_BOXES",
        "`indexes[0].name`: found `DLQX:MAIL_BOXES`, which is the table itself",
    ),
    (
        "DLQX:MAIL_BY_SIZE",
        "DLQX:INDEX_STATES",
        "`indexes[1].name`: found `DLQX:INDEX_STATES`, which is the table of the indexes' states",
    ),
    (
        "DLQX:MAIL_BY_SIZE",
        "DLQX:MAIL_BY_SENDER",
        "`indexes[1].name`: found `DLQX:MAIL_BY_SENDER`, which is the table of another index",
    ),
    (
        "{ \"field\": \"sender\", \"encoding\"",
        "{ \"field\": \"from\", \"encoding\"",
        "`indexes[1].fields[1].field`: found `from`, which is not the field of a column or a key part",
    ),
    (
        "{ \"field\": \"sender\", \"encoding\"",
        "{ \"field\": \"note\", \"encoding\"",
        "`indexes[1].fields[1].field`: found `note`, expected a field whose column is not a counter and never absent, or",
    ),
    (
        "{ \"field\": \"sender\", \"encoding\"",
        "{ \"field\": \"size\", \"encoding\"",
        "`indexes[1].fields[1].field`: found `size` again",
    ),
    (
        "{ \"kind\": \"ordered\", \"form\": \"string\" }, \"computable\"",
        "{ \"kind\": \"text\" }, \"computable\"",
        "`indexes[0].fields[0].encoding`: its end cannot be determined",
    ),
    (
        "{ \"kind\": \"ordered\", \"form\": \"string\" }, \"computable\"",
        "{ \"kind\": \"ordered\", \"form\": \"numeric\" }, \"computable\"",
        "`indexes[0].fields[0].computable`: found `true`, but the format of its cells",
    ),
    (
        "\"width\": 4, \"signed\": true }\n        },",
        "\"width\": 3, \"signed\": true }\n        },",
        "`indexes[1].fields[0].encoding.width`: found 3, expected one of",
    ),
    (
        "\"family\": \"E\"",
        "\"family\": \"D1\"",
        "`indexes[0].family`: found \"D1\", but \"E\" follows",
    ),
    (
        "\"ttl\": 90000",
        "\"ttl\": 86500",
        "`indexes[1].ttl`: found 86500, expected at least 86520: entries must outlive the cells of `size`, of family D1",
    ),
    (
        "{ \"TTL\": \"86400\" }",
        "{}",
        "`indexes[1].ttl`: found 90000, expected at least 2147483647",
    ),
    (
        "\"ttl\": 90000",
        "\"ttl\": 0",
        "`indexes[1].ttl`: found 0, expected 1 to 2147483647 seconds",
    ),
    (
        "\"hex\": \"80\"",
        "\"hex\": \"8\"",
        "`indexes[1].splits.keys[0].hex`: found \"8\"",
    ),
    (
        "\"hex\": \"80\"",
        "\"hex\": \"81\"",
        "`indexes[1].splits.keys`: found",
    ),
    (
        "\"name\": \"STAMP\"",
        "\"name\": \"D2\"",
        "`families`: found no family `STAMP`",
    ),
    (
        "\"index_states\": \"DLQX:INDEX_STATES\"",
        "\"index_states\": \"DLQX:STATES\"",
        "`index_states`: found \"DLQX:STATES\", but \"DLQX:INDEX_STATES\" follows",
    ),
    (
        "\"index_states\"",
        "\"timestamp\": \"at\", \"index_states\"",
        "`timestamp`: found `at`, but writes of a table with indexes",
    ),
    (
        "\"DLQX:MAIL_BOXES\"",
        "\"DLQX:MAIL_{yyyyMMdd}\"",
        "`indexes`: the table has a name with a date",
    ),
];

#[test]
fn what_is_wrong_is_named() {
    for (good, wrong, expected) in CASES {
        assert!(MAILS.contains(good), "{good}");
        let found = read(&MAILS.replacen(good, wrong, 1)).expect_err(wrong);
        assert!(found.starts_with(expected), "{found}\n{expected}");
    }
}

#[test]
fn an_index_without_fields_is_wrong() {
    let empty = r#""fields": [], "family": "E""#;
    let one = MAILS.find("\"fields\"").unwrap()..MAILS.find("\"family\": \"E\"").unwrap() + 13;
    let mut none = MAILS.to_owned();
    none.replace_range(one, empty);
    let found = read(&none).unwrap_err();
    assert!(
        found.starts_with("`indexes[0].fields`: found none"),
        "{found}"
    );
}
