//! Names by `HBase`'s rules and by the strict ones.

use hbase_model::TableName;
use hbase_model::name::{
    NameError, NameErrorKind, NamingRules, RenameRule, check_family, check_namespace,
    check_qualifier, check_table, upper_snake,
};
use serde::Deserialize;

use crate::support::golden;

#[derive(Deserialize)]
struct Line {
    kind: String,
    name: String,
    legal: bool,
    error: Option<String>,
}

#[test]
fn what_hbase_takes() {
    for line in golden::<Line>("legal_names.jsonl") {
        let found = match line.kind.as_str() {
            "table" => TableName::parse(&line.name).map(|_| ()),
            "family" => check_family(&line.name, NamingRules::HBase, false),
            other => panic!("{other}"),
        };
        assert_eq!(found.is_ok(), line.legal, "{} {:?}", line.kind, line.name);
        if let (Err(found), Some(said)) = (found, &line.error) {
            assert!(means(&found, said), "{found} is not {said}");
        }
    }
}

/// Whether our error agrees with `HBase`'s.
fn means(error: &NameError, said: &str) -> bool {
    match &error.cause {
        NameErrorKind::Empty => said.contains("empty"),
        NameErrorKind::First(_) => said.contains("first character") || said.contains("start with"),
        NameErrorKind::Character { found, at } => {
            let code = u32::from(*found);
            let named = said.contains(&format!("<{found}>")) || said.contains(&format!("<{code}>"));
            named && (!said.contains(" at ") || said.contains(&format!(" at {at}")))
        }
        NameErrorKind::Reserved => said.contains("may not be named") || said.contains("cannot be:"),
        _ => false,
    }
}

#[test]
fn names_of_the_rule_book() {
    let strict = NamingRules::Strict;
    assert_eq!(check_namespace("DLQX", strict, false), Ok(()));
    for name in ["USER_INFO_MANAGE", "1DLQX", "dlqx"] {
        assert!(check_namespace(name, strict, true).is_err());
    }
    for name in ["USER_INFO_MANAGE", "WEATHER_DATA"] {
        assert_eq!(check_table(name, strict, false), Ok(()));
    }
    for name in ["user_info", "1_USER"] {
        assert!(check_table(name, strict, true).is_err());
    }
    for name in ["D1", "D2", "DATA", "INFO"] {
        assert_eq!(check_family(name, strict, false), Ok(()));
    }
    for name in ["USER_INFO", "D_1", "INFORMATION"] {
        assert!(check_family(name, strict, false).is_err());
    }
    for name in ["USER_ID", "DATA_1", "REMARK"] {
        assert_eq!(check_qualifier(name, strict, false), Ok(()));
    }
    for name in ["UserID", "1_DATA"] {
        assert!(check_qualifier(name, strict, true).is_err());
    }
}

#[test]
fn only_lengths_can_be_allowed() {
    for name in ["T_ELECTRIC_GATHER", "TEST"] {
        let error = check_table(name, NamingRules::Strict, false).unwrap_err();
        assert!(error.is_length());
        assert!(error.to_string().contains("allow(name_length)"), "{error}");
        assert_eq!(check_table(name, NamingRules::Strict, true), Ok(()));
    }
    let letters = check_table("user_info", NamingRules::Strict, false).unwrap_err();
    assert!(!letters.is_length() && !letters.to_string().contains("allow"));
}

type Check = fn(&str, NamingRules, bool) -> Result<(), NameError>;

#[test]
fn corrected_names() {
    let qualifier: Check = |name, rules, any_length| check_qualifier(name, rules, any_length);
    let cases: [(Check, &str, bool, Option<&str>); 15] = [
        (check_namespace, "USER_INFO_MANAGE", false, Some("USER")),
        (check_namespace, "USER_INFO_MANAGE", true, Some("UIM")),
        (check_namespace, "big_data_log_query", false, Some("BDLQ")),
        (check_namespace, "1DLQX", false, Some("DLQX")),
        (check_namespace, "1DLQX", true, Some("DLQX")),
        (check_namespace, "ELECTRICITY", false, Some("ELECTRIC")),
        (check_table, "user_info", false, Some("USER_INFO")),
        (check_table, "1_USER", false, None),
        (check_table, "CallRecord", false, Some("CALL_RECORD")),
        (check_family, "D_1", false, Some("D1")),
        (check_family, "d_first", false, Some("DFIRST")),
        (check_family, "info", false, Some("INFO")),
        (qualifier, "UserID", false, Some("USER_ID")),
        (qualifier, "1_DATA", false, Some("DATA")),
        (qualifier, "", false, None),
    ];
    for (check, name, allow_length, expected) in cases {
        let error = check(name, NamingRules::Strict, allow_length).unwrap_err();
        assert_eq!(error.suggestion.as_deref(), expected, "{error}");
    }
}

#[test]
fn full_names() {
    for (text, namespace, qualifier) in [
        ("DLQX:CALL_RECORD", "DLQX", "CALL_RECORD"),
        ("T", "default", "T"),
        ("default:T", "default", "T"),
    ] {
        let name: TableName = text.parse().expect("a good name");
        assert_eq!((name.namespace(), name.qualifier()), (namespace, qualifier));
    }
    assert_eq!(TableName::new("", "T"), TableName::parse("T"));
    assert!(TableName::parse(":T").is_err());
    assert!(TableName::parse("a\u{1f600}b").is_err());
}

#[test]
fn renaming() {
    for (from, to) in [
        ("user_id", "USER_ID"),
        ("userId", "USER_ID"),
        ("UserID", "USER_ID"),
        ("XMLFile", "XML_FILE"),
        ("duration_s", "DURATION_S"),
        ("data1", "DATA1"),
        ("_id", "_ID"),
        ("", ""),
    ] {
        assert_eq!(upper_snake(from), to);
    }
    let all = [
        "USER_ID", "user_id", "userId", "UserId", "user-id", "USER-ID", "user_id", "USER_ID",
        "user_id",
    ];
    for (rule, expected) in RenameRule::NAMES.iter().zip(all) {
        let rule: RenameRule = rule.parse().expect("a known rule");
        assert_eq!(rule.apply("user_id"), expected);
    }
    assert!("Snake".parse::<RenameRule>().is_err());
}

#[test]
fn strict_names_have_bounds_in_length() {
    let qualifier: Check = |name, rules, any_length| check_qualifier(name, rules, any_length);
    let checks: [(Check, usize, usize); 4] = [
        (check_namespace, 4, 8),
        (check_table, 8, 16),
        (check_family, 1, 6),
        (qualifier, 1, 16),
    ];
    for (check, min, max) in checks {
        let is_good = |length| check(&"A".repeat(length), NamingRules::Strict, false).is_ok();
        assert!(is_good(min) && is_good(max));
        assert!(!is_good(min - 1) && !is_good(max + 1));
        assert!(check("A", NamingRules::Strict, true).is_ok());
        assert!(check("", NamingRules::Strict, true).is_err());
    }
    assert_eq!(
        check_namespace("default", NamingRules::Strict, false),
        Ok(())
    );
    assert!(check_table("default", NamingRules::Strict, true).is_err());
}

#[test]
fn a_name_that_others_continue_keeps_its_underscore() {
    let suggested = |name| {
        let error = check_qualifier(name, NamingRules::Strict, false).unwrap_err();
        error.suggestion
    };
    assert_eq!(suggested("user_").as_deref(), Some("USER_"));
    assert_eq!(suggested("user-id").as_deref(), Some("USER_ID"));
    let error = check_table("user_info_", NamingRules::Strict, false).unwrap_err();
    assert_eq!(error.suggestion.as_deref(), Some("USER_INFO_"));
    // `HBase` has no names that are better than others.
    let error = check_family("a:b", NamingRules::HBase, false).unwrap_err();
    assert_eq!(error.suggestion, None);
}

#[test]
fn bytes_are_a_qualifier_of_hbase_alone() {
    assert_eq!(check_qualifier(b"\x80", NamingRules::HBase, false), Ok(()));
    let error = check_qualifier(b"\x80", NamingRules::Strict, true).unwrap_err();
    assert_eq!(error.cause, NameErrorKind::NotText);
}

#[test]
fn words_start_at_capitals_and_after_separators() {
    for (from, to) in [
        ("userIDs", "USER_I_DS"),
        ("ID", "ID"),
        ("user id", "USER_ID"),
        ("user-id", "USER_ID"),
        ("data1B", "DATA1_B"),
        ("aB", "A_B"),
    ] {
        assert_eq!(upper_snake(from), to, "{from}");
    }
    let all = [
        "USER_ID", "user_id", "userId", "UserId", "user-id", "USER-ID", "userid", "USERID",
        "userId",
    ];
    for (rule, expected) in RenameRule::NAMES.iter().zip(all) {
        let rule: RenameRule = rule.parse().expect("a known rule");
        assert_eq!(rule.apply("userId"), expected);
    }
    let camel: RenameRule = "camelCase".parse().expect("a known rule");
    assert_eq!(camel.apply("éa_b"), "éaB");
    assert_eq!(camel.apply(""), "");
}
