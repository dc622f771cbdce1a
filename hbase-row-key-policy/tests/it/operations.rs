//! Each operation alone, and their order.

use hbase_row_key_policy::{KeyMaker, NumberError};
use serde_json::{Value, json};

use crate::support::{key, key_of, part, policy};

/// Members, a value, and its key.
fn check(cases: &[(Value, &str, &str)]) {
    for (members, value, expected) in cases {
        let found = key_of(members, value);
        assert_eq!(found.as_deref(), Ok(*expected), "{members} {value:?}");
    }
}

#[test]
fn trim() {
    check(&[
        (json!({"trim": true}), " \t a b\u{3000}\n", "a b"),
        (json!({"trim": false}), " a ", " a "),
        (json!({}), " a ", " a "),
    ]);
}

#[test]
fn replace_is_of_a_set() {
    let removed = json!({"replaceSourceChar": "- :"});
    let replaced = json!({"replaceSourceChar": "年月-日", "replaceChar": "<>"});
    check(&[
        (removed.clone(), "2015-08-12 16:35:00", "20150812163500"),
        (removed, "abc", "abc"),
        (replaced, "2015年8月-日é", "2015<>8<><><>é"),
        (
            json!({"replaceSourceChar": "ab", "replaceChar": "b"}),
            "abc",
            "bbc",
        ),
    ]);
}

#[test]
fn regex_replaces_each_match() {
    let groups = json!({
        "regex": r"(?<day>\d+)\.(\d+)\.(\d+)", "regexReplacement": "$3-${2}-${day}$$",
    });
    check(&[
        (groups.clone(), "12.8.15, 13.8.15", "15-8-12$, 15-8-13$"),
        (groups, "2015", "2015"),
        (
            json!({"regex": "^0+", "regexReplacement": ""}),
            "00070",
            "70",
        ),
        (json!({"regex": "", "regexReplacement": "-"}), "aé", "-a-é-"),
        (json!({"regex": "(?i)é", "regexReplacement": "e"}), "É", "e"),
    ]);
}

#[test]
fn cut_counts_characters() {
    check(&[
        (json!({"cutStart": 1, "cutLength": 2}), "äöüß", "öü"),
        (json!({"cutStart": 3}), "äöüß", "ß"),
        (json!({"cutLength": 3}), "äöüß", "äöü"),
        (json!({"cutLength": 3}), "äö", "äö"),
        (json!({"cutStart": 0, "cutLength": 4}), "äöüß", "äöüß"),
        (json!({"cutStart": 1, "cutLength": 9}), "äö", "ö"),
    ]);
}

#[test]
fn reverse_is_by_character() {
    check(&[
        (json!({"reverse": true}), "äb€\u{1F600}", "\u{1F600}€bä"),
        (json!({"reverse": false}), "ab", "ab"),
    ]);
}

#[test]
fn prefix_and_suffix_are_put_so_many_times() {
    check(&[
        (
            json!({"prefixChar": "x", "prefixNumber": 3, "length": 5}),
            "a",
            "xxxxa",
        ),
        (
            json!({"prefixChar": "ab", "prefixNumber": 2, "suffixChar": ".", "length": 6}),
            "1",
            "abab1.",
        ),
        (
            json!({"suffixChar": "é", "suffixNumber": 2, "length": 4}),
            "ab",
            "abéé",
        ),
        (
            json!({"prefixChar": "<", "prefixNumber": 1, "suffixChar": ">", "suffixNumber": 1, "length": 5}),
            "ab",
            "<ab>>",
        ),
    ]);
}

#[test]
fn padding_is_behind_or_in_front_where_nothing_pads_behind() {
    check(&[
        (json!({"suffixChar": "0", "length": 4}), "D01", "D010"),
        (json!({"prefixChar": "0", "length": 4}), "7", "0007"),
        (
            json!({"prefixChar": "x", "suffixChar": "0", "length": 4}),
            "7",
            "7000",
        ),
        (json!({"suffixChar": "0", "length": 4}), "", "0000"),
        (json!({"suffixChar": "ü", "length": 3}), "€", "€üü"),
        (json!({"length": 4}), "7", "7"),
        (json!({"suffixChar": "0", "length": 2}), "é€", "é€"),
    ]);
}

#[test]
fn the_separator_follows_the_part() {
    check(&[
        (json!({"splitChar": "::"}), "a:b", "a:b::"),
        (
            json!({"splitChar": "é", "suffixChar": "0", "length": 3}),
            "a",
            "a00é",
        ),
    ]);
}

/// Every operation changes the outcome of the ones after it.
#[test]
fn operations_are_in_their_order() {
    let all = json!({
        "trim": true, "replaceSourceChar": "-", "replaceChar": " ", "regex": "^ (.)", "regexReplacement": "${1}1",
        "cutStart": 1, "cutLength": 4, "reverse": true, "prefixChar": "<", "prefixNumber": 1,
        "suffixChar": ">", "suffixNumber": 2, "length": 8, "splitChar": "|",
    });
    // trimmed "-abcd-e", replaced " abcd e", by regex "a1bcd e", cut "1bcd", reversed "dcb1"
    check(&[
        (all.clone(), "  -abcd-e ", "<dcb1>>>|"),
        // trimmed "x", cut: nothing is left, which is an error; two characters are enough.
        (all, " xy", "<y>>>>>>|"),
    ]);
}

#[test]
fn running_numbers_are_the_callers() {
    let policy = policy(&[
        part(
            "",
            &json!({"length": 5, "prefixChar": "0", "splitChar": "_", "startNumber": 98, "numberStep": 2}),
        ),
        part("C", &json!({})),
    ]);
    let running = policy.running_number().unwrap();
    assert_eq!((running.start, running.step), (98, 2));
    let mut maker = KeyMaker::new(&policy).unwrap();
    let mut numbers = policy.counter();
    let mut keys = Vec::new();
    for value in ["a", "b"] {
        maker.key(&[Some(value)], &mut numbers, &mut keys).unwrap();
    }
    // A row that does not fit takes no number.
    maker.key(&[None], &mut numbers, &mut keys).unwrap_err();
    maker.key(&[Some("c")], &mut numbers, &mut keys).unwrap();
    assert_eq!(keys, b"00098_a00100_b00102_c");
    let mut none = |_| Err(NumberError("the store is gone".to_owned()));
    let error = maker.key(&[Some("d")], &mut none, &mut keys).unwrap_err();
    assert_eq!(
        error.to_string(),
        "rule `startNumber`: no running number: the store is gone"
    );
}

#[test]
fn a_counter_ends_at_the_greatest_number() {
    let start = u64::MAX - 1;
    let policy = policy(&[part("", &json!({"startNumber": start, "numberStep": 1}))]);
    let running = policy.running_number().unwrap();
    let mut numbers = policy.counter();
    assert_eq!(numbers(running), Ok(u64::MAX - 1));
    assert_eq!(numbers(running), Ok(u64::MAX));
    assert!(numbers(running).is_err());
    assert!(numbers(running).is_err());
}

/// Two parts of one column, and a column of another name than its part.
#[test]
fn the_mapping_names_the_columns() {
    let json = crate::support::json_of(&[
        part(
            "MONTH",
            &json!({"cutLength": 7, "length": 7, "splitChar": "_"}),
        ),
        part("ID", &json!({"splitChar": "_"})),
        part("DAY", &json!({"cutStart": 8})),
    ]);
    let json = json.replace(
        r#"{"DAY":"DAY","ID":"ID","MONTH":"MONTH"}"#,
        r#"{"DAY":"AT","ID":"NUMBER","MONTH":"AT"}"#,
    );
    let policy = hbase_row_key_policy::RowKeyPolicy::from_json(&json).unwrap();
    assert!(policy.columns().eq(["AT", "NUMBER"]));
    let made = key(&policy, &[Some("2015-08-12"), Some("7")]);
    assert_eq!(made.unwrap(), "2015-08_7_12");
}
