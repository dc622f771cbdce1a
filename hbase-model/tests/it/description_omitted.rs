//! Descriptions of keys whose last parts may be left out.

use hbase_model::description::Description;

/// The result for a key with these parts, of which each is members of JSON, and a salt.
fn checked(salt: &str, parts: &[&str]) -> Result<(), String> {
    let text = r#""encoding": { "kind": "text" }"#;
    let part =
        |(at, members): (usize, &&str)| format!(r#"{{ "name": "p{at}", {text} {members} }}"#);
    let parts: Vec<String> = parts.iter().enumerate().map(part).collect();
    let json = format!(
        r#"{{ "format": "hbase-schema/2", "row": "Visit", "name": "SHOP:VISITS",
            "key": {{ {salt} "parts": [{}] }},
            "families": [{{ "name": "D1" }}], "splits": {{ "kind": "none" }},
            "columns": [{{ "field": "n", "family": "D1", "qualifier": "N", "type": "u32", "codec": "java",
                "form": {{ "kind": "integer", "width": 4, "signed": false }} }}] }}"#,
        parts.join(", ")
    );
    let table = Description::from_json(&json).and_then(|description| description.table());
    table.map(drop).map_err(|error| error.to_string())
}

const NUL: &str = r#", "separator": "\u0000""#;
const OMITTED: &str = r#", "omit_none": true"#;
const LAST: &str = OMITTED;

fn before(options: &str) -> String {
    format!("{NUL}{options}")
}

#[test]
fn what_the_derive_accepts_is_accepted() {
    let omitted = before(OMITTED);
    assert_eq!(checked("", &[NUL, &omitted, LAST]), Ok(()));
    let descending =
        r#", "separator": "ÿ", "terminated": true, "descending": true, "omit_none": true"#;
    assert_eq!(checked("", &[NUL, descending, LAST]), Ok(()));
    let buckets = r#""salt": { "algorithm": { "kind": "java_bytes", "count": 4, "abs": true, "text": false } },"#;
    let salted = |more: &str| format!(r#"{more}, "salt": {{ "take": "whole" }}"#);
    let result = checked(buckets, &[&salted(NUL), &salted(&omitted), &salted(LAST)]);
    assert_eq!(result, Ok(()));
}

#[test]
fn what_the_derive_rejects_is_rejected() {
    let omitted = before(OMITTED);
    let crc = r#""salt": { "algorithm": { "kind": "crc32", "count": 4, "text": false } },"#;
    let hash = r#""salt": { "algorithm": { "kind": "java_hash", "buckets": 4, "width": 1 } },"#;
    let salted = |more: &str| format!(r#"{more}, "salt": {{ "take": "whole" }}"#);
    let first = |more: &str| format!(r#"{more}, "salt": {{ "take": "first", "count": 2 }}"#);
    let pipe = r#", "separator": "|""#;
    let by_pipe = r#", "separator": "|", "terminated": true, "omit_none": true"#;
    for (salt, parts, at, expected) in [
        (
            "",
            vec![omitted.clone(), LAST.into()],
            0,
            "it is the first part",
        ),
        (
            "",
            vec![NUL.into(), omitted.clone(), String::new()],
            2,
            "only the last parts are left out",
        ),
        (
            "",
            vec![pipe.into(), LAST.into()],
            1,
            "the separator \"|\" before it is not written",
        ),
        (
            "",
            vec![NUL.into(), by_pipe.into(), LAST.into()],
            2,
            "its terminator is \"|\"",
        ),
        (
            crc,
            vec![NUL.into(), salted(&omitted), LAST.into()],
            2,
            "it feeds no salt",
        ),
        (
            hash,
            vec![salted(NUL), first(LAST)],
            1,
            "feeds only salts that hash whole parts",
        ),
    ] {
        let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
        let error = checked(salt, &parts).expect_err(expected);
        let path = format!("`key.parts[{at}].omit_none`: ");
        assert!(
            error.starts_with(&path) && error.contains(expected),
            "{error}"
        );
    }
}
