//! Advice, which rejects no policy.

use serde_json::{Value, json};

use super::check_advice;
use crate::support::{part, policy};

#[test]
fn advice_keeps_no_policy_from_making_keys() {
    for (parts, expected) in [
        (
            vec![part("A", &json!({"splitChar": "."}))],
            vec!["`[1].splitChar`: a value that contains the separator \".\" is an error"],
        ),
        (
            vec![part(
                "A",
                &json!({"splitChar": ".", "replaceSourceChar": "-."}),
            )],
            vec![],
        ),
        (
            vec![part(
                "A",
                &json!({"splitChar": ".", "regex": "[^a-z]", "regexReplacement": ""}),
            )],
            vec![],
        ),
        (
            vec![part("A", &json!({})), part("B", &json!({}))],
            vec![
                "`[1].length`: found neither a separator nor a character that pads: a value without exactly 20",
            ],
        ),
        (
            vec![part(
                "A",
                &json!({"prefixNumber": 2, "suffixNumber": 1, "replaceChar": "x"}),
            )],
            vec![
                "`[1].prefixNumber`: has no effect with an empty `prefixChar`",
                "`[1].suffixNumber`: has no effect with an empty `suffixChar`",
                "`[1].replaceChar`: has no effect with an empty `replaceSourceChar`",
            ],
        ),
        (
            vec![part("A", &json!({"value": "abcde", "length": 4}))],
            vec![
                "`[1].value`: the sample makes no key: rule `length`: found 5 characters, expected at most 4",
            ],
        ),
        (
            vec![part("", &json!({"prefixChar": "0"}))],
            vec!["`[1].columnName`: a running number is the key's start"],
        ),
        (
            vec![part("", &json!({"suffixChar": "0", "reverse": true}))],
            vec![],
        ),
    ] {
        check_advice(&policy(&parts), &expected);
    }
}

/// D1 and D10 would both be D100; a sample as long as the part shows that its values are not padded.
#[test]
fn values_may_end_with_what_pads_them_behind() {
    let of = |members: &Value| policy(&[part("A", members)]);
    let advice = ["`[1].suffixChar`: pads shorter values with \"0\""];
    let padded = json!({"length": 4, "suffixChar": "0", "value": "D1"});
    check_advice(&of(&padded), &advice);
    check_advice(&of(&json!({"length": 4, "suffixChar": "0"})), &advice);
    for silent in [
        json!({"length": 4, "suffixChar": "0", "value": "D100"}),
        json!({"length": 4, "suffixChar": "~", "value": "D1"}),
        json!({"length": 4, "prefixChar": "0", "value": "1"}),
    ] {
        check_advice(&of(&silent), &[]);
    }
}
