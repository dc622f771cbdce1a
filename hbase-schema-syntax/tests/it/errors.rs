//! Every error in `tests/errors/`, with its token and its message.

use std::collections::BTreeSet;
use std::fs;

use hbase_schema_syntax::single::SingleDerive;

use crate::cases;
use crate::support::{entry_errors, errors, group_errors, qualifier_errors, single_errors};

const DIRECTORY: &str = "tests/errors";

fn of(source: &str) -> Vec<String> {
    if let Some(group) = source.strip_prefix("group ") {
        return group_errors(group);
    }
    if let Some(qualifier) = source.strip_prefix("qualifier ") {
        return qualifier_errors(qualifier);
    }
    if let Some(entry) = source.strip_prefix("entry ") {
        return entry_errors(entry);
    }
    for (mark, derive) in [
        ("part ", SingleDerive::KeyPart),
        ("cell ", SingleDerive::CellValue),
    ] {
        if let Some(single) = source.strip_prefix(mark) {
            return single_errors(single, derive);
        }
    }
    errors(source)
}

fn all() -> Vec<String> {
    let mut all = Vec::new();
    for path in cases::files(DIRECTORY) {
        let text = fs::read_to_string(&path).unwrap();
        cases::said(&text, &mut |source| {
            let errors = of(source);
            assert!(!errors.is_empty(), "accepted: {source}");
            all.extend(errors);
            String::new()
        });
    }
    all
}

#[test]
fn every_error_has_its_message_at_its_token() {
    cases::check(DIRECTORY, |source| of(source).join("\n"));
}

#[test]
fn no_error_passes_and_the_messages_are_many() {
    let different: BTreeSet<String> = all().into_iter().collect();
    assert!(different.len() >= 300, "only {}", different.len());
}

/// The model checks what no rule of this crate knows.
#[test]
fn bounds_of_the_model_hold() {
    let key = "k".repeat(32_768);
    let source = format!(
        "#[table(\"DLQX:CALL_RECORD\", splits = [\"{key}\"])] #[family(\"D1\")] \
         struct Call {{ #[rowkey] id: u64, v: u32 }}"
    );
    let [error] = &errors(&source)[..] else {
        panic!("expected one")
    };
    assert!(error.starts_with("\"DLQX:CALL_RECORD\": "), "{error}");
    assert!(error.contains("32767"), "{error}");
    let source = format!(
        "#[table(\"DLQX:CALL_RECORD\")] #[family(\"D1\")] struct Call {{ #[rowkey] id: u64, \
         #[index(\"DLQX:CALL_BY_PEER\", splits = [\"{key}\"])] peer: String }}"
    );
    let [error] = &errors(&source)[..] else {
        panic!("expected one")
    };
    assert!(
        error.starts_with("[: ") && error.contains("32767"),
        "{error}"
    );
}

#[test]
fn messages_start_small_and_end_without_a_full_stop() {
    for error in all() {
        assert!(!error.ends_with('.'), "{error}");
        let (_, message) = error.split_once(": ").unwrap();
        let first = message.chars().next().unwrap();
        assert!(!first.is_uppercase(), "{error}");
    }
}
