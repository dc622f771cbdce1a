//! Keys, splits, columns and dynamic columns in descriptions: what is read back, and what is out of bounds.

use hbase_model::DescribedTable;
use hbase_model::description::Description;

/// A description with these members; each may be empty for a default.
struct Members<'a> {
    salt: &'a str,
    parts: &'a [&'a str],
    splits: &'a str,
    column: &'a str,
    dynamic: &'a str,
}

const PLAIN: Members<'_> = Members {
    salt: "",
    parts: &[ID],
    splits: "",
    column: "",
    dynamic: "",
};

const ID: &str = r#""encoding": { "kind": "integer", "width": 4, "signed": false }"#;
const TEXT: &str = r#""encoding": { "kind": "text" }"#;
const LIST: &str = r#""encoding": { "kind": "list", "members": [{ "kind": "bool" }] }"#;
const WHOLE: &str = r#", "salt": { "take": "whole" }"#;
const INTEGER: &str =
    r#""codec": "java", "form": { "kind": "integer", "width": 4, "signed": false }"#;

fn read(members: &Members<'_>) -> Result<DescribedTable, String> {
    let parts = members.parts.iter().enumerate();
    let parts: Vec<_> = parts
        .map(|(at, part)| format!(r#"{{ "name": "p{at}", {part} }}"#))
        .collect();
    let salt = match members.salt {
        "" => String::new(),
        salt => format!(r#""salt": {{ "algorithm": {salt} }},"#),
    };
    let or = |text: &str, default: &str| if text.is_empty() { default } else { text }.to_owned();
    let splits = or(members.splits, r#""kind": "none""#);
    let column = or(members.column, &format!(r#""qualifier": "N", {INTEGER}"#));
    let dynamic = match members.dynamic {
        "" => String::new(),
        dynamic => format!(
            r#", "dynamic": [{{ "field": "d", "family": "D1", "type": "Map", {dynamic} }}]"#
        ),
    };
    let json = format!(
        r#"{{ "format": "hbase-schema/2", "row": "Visit", "name": "SHOP:VISITS",
            "key": {{ {salt} "parts": [{}] }},
            "families": [{{ "name": "D1" }}], "splits": {{ {splits} }},
            "columns": [{{ "field": "n", "family": "D1", "type": "T", {column} }}] {dynamic} }}"#,
        parts.join(", ")
    );
    let table = Description::from_json(&json).and_then(|description| description.table());
    table.map_err(|error| error.to_string())
}

/// Asserts that a description is accepted and read back, or rejected with a message that starts so.
fn check(members: &Members<'_>, expected: Result<(), &str>) {
    match (read(members), expected) {
        (Ok(table), Ok(())) => {
            let json = Description::of(&table).to_string();
            let again = Description::from_json(&json).and_then(|description| description.table());
            assert_eq!(again.map_err(|error| error.to_string()), Ok(table));
        }
        (Err(found), Err(expected)) => assert!(found.contains(expected), "{found}\n{expected}"),
        (found, expected) => panic!("{found:?}\n{expected:?}"),
    }
}

fn check_encoding(encoding: &str, expected: Result<(), &str>) {
    let part = format!(r#""encoding": {{ {encoding} }}"#);
    let parts = [part.as_str()];
    let expected = expected.map_err(|member| format!("`key.parts[0].encoding.{member}`: "));
    check(
        &Members {
            parts: &parts,
            ..PLAIN
        },
        expected.as_ref().map_err(String::as_str).copied(),
    );
}

#[test]
fn encodings_are_read_back_within_their_bounds() {
    for (encoding, expected) in [
        (r#""kind": "integer", "width": 16, "signed": true"#, Ok(())),
        (
            r#""kind": "integer", "width": 3, "signed": true"#,
            Err("width"),
        ),
        (
            r#""kind": "java_integer", "width": 8, "signed": true"#,
            Ok(()),
        ),
        (
            r#""kind": "java_integer", "width": 16, "signed": true"#,
            Err("width"),
        ),
        (r#""kind": "float", "width": 4"#, Ok(())),
        (r#""kind": "java_float", "width": 8"#, Ok(())),
        (r#""kind": "java_float", "width": 2"#, Err("width")),
        (r#""kind": "digits", "width": 1, "max": "9""#, Ok(())),
        (r#""kind": "digits", "width": 39, "max": "9""#, Ok(())),
        (r#""kind": "digits", "width": 0, "max": "9""#, Err("width")),
        (r#""kind": "digits", "width": 40, "max": "9""#, Err("width")),
        (r#""kind": "digits", "width": 4, "max": "x""#, Err("max")),
        (r#""kind": "decimal_text", "min": "-5", "max": "9""#, Ok(())),
        (
            r#""kind": "decimal_text", "min": "-", "max": "9""#,
            Err("min"),
        ),
        (r#""kind": "text", "width": 4, "pad_left": "0""#, Ok(())),
        (r#""kind": "text", "width": 4, "pad_right": " ""#, Ok(())),
        (
            r#""kind": "text", "width": 4, "pad_right": "é""#,
            Err("pad_right"),
        ),
        (r#""kind": "text", "pad_right": " ""#, Err("pad_right")),
        (
            r#""kind": "text", "width": 4, "pad_left": " ", "pad_right": " ""#,
            Err("pad_right"),
        ),
        (r#""kind": "bytes", "width": 1"#, Ok(())),
        (r#""kind": "bytes", "width": 0"#, Err("width")),
        (r#""kind": "labels", "separator": ".""#, Ok(())),
        (r#""kind": "labels", "separator": "é""#, Err("separator")),
        (
            r#""kind": "escaped", "replacements": [{ "from": "%", "to": "%9$" }]"#,
            Ok(()),
        ),
        (
            r#""kind": "escaped", "replacements": []"#,
            Err("replacements"),
        ),
        (
            r#""kind": "length_prefixed", "length": "u8", "text": false"#,
            Ok(()),
        ),
        (r#""kind": "bool""#, Ok(())),
        (r#""kind": "java_bool""#, Ok(())),
        (r#""kind": "ordered", "form": "numeric""#, Ok(())),
        (r#""kind": "custom", "name": "Own", "width": 2"#, Ok(())),
        (
            r#""kind": "time_of_day", "unit": "minutes", "truncate": true"#,
            Ok(()),
        ),
        (r#""kind": "time_of_day", "unit": "milliseconds""#, Ok(())),
    ] {
        check_encoding(encoding, expected);
    }
}

#[test]
fn times_are_aligned_to_units_and_have_an_offset_only_where_it_counts() {
    for (encoding, expected) in [
        (
            r#""kind": "millis", "newest_first": true, "truncate": true"#,
            Ok(()),
        ),
        (r#""kind": "millis", "align_ms": 7, "offset_s": 60"#, Ok(())),
        (r#""kind": "millis", "offset_s": 60"#, Err("offset_s")),
        (r#""kind": "negated_millis", "truncate": true"#, Ok(())),
        (
            r#""kind": "negated_millis", "align_ms": 7, "offset_s": 60"#,
            Ok(()),
        ),
        (
            r#""kind": "negated_millis", "offset_s": 60"#,
            Err("offset_s"),
        ),
        (r#""kind": "seconds""#, Ok(())),
        (
            r#""kind": "seconds", "digits": true, "newest_first": true"#,
            Ok(()),
        ),
        (r#""kind": "seconds", "align_ms": 2000"#, Ok(())),
        (r#""kind": "seconds", "align_ms": 2001"#, Err("align_ms")),
        (
            r#""kind": "time_digits", "digits": 14, "offset_s": 86399"#,
            Ok(()),
        ),
        (
            r#""kind": "time_digits", "digits": 14, "offset_s": -86399"#,
            Ok(()),
        ),
        (
            r#""kind": "time_digits", "digits": 14, "offset_s": 86400"#,
            Err("offset_s"),
        ),
        (
            r#""kind": "time_digits", "digits": 14, "offset_s": -86400"#,
            Err("offset_s"),
        ),
        (
            r#""kind": "time_digits", "digits": 13, "newest_first": true"#,
            Ok(()),
        ),
        (r#""kind": "time_digits", "digits": 6"#, Ok(())),
        (
            r#""kind": "time_digits", "digits": 6, "align_ms": 1"#,
            Err("align_ms"),
        ),
        (r#""kind": "time_digits", "digits": 5"#, Err("digits")),
    ] {
        check_encoding(encoding, expected);
    }
}

#[test]
fn salts_are_read_back_within_their_bounds() {
    let marked = format!("{ID}{WHOLE}");
    for (salt, expected) in [
        (r#"{ "kind": "buckets", "count": 2, "text": true }"#, Ok(())),
        (
            r#"{ "kind": "buckets", "count": 256, "text": true }"#,
            Ok(()),
        ),
        (
            r#"{ "kind": "buckets", "count": 1, "text": true }"#,
            Err("count"),
        ),
        (
            r#"{ "kind": "buckets", "count": 257, "text": true }"#,
            Err("count"),
        ),
        (
            r#"{ "kind": "random", "count": 257, "text": true }"#,
            Err("count"),
        ),
        (r#"{ "kind": "modulo", "count": 7, "text": false }"#, Ok(())),
        (r#"{ "kind": "md5", "bytes": 16 }"#, Ok(())),
        (r#"{ "kind": "md5", "bytes": 0 }"#, Err("bytes")),
        (r#"{ "kind": "md5", "bytes": 17 }"#, Err("bytes")),
        (
            r#"{ "kind": "md5_hex", "digits": 4, "from": 28, "upper": true, "joined": "-" }"#,
            Ok(()),
        ),
        (
            r#"{ "kind": "md5_hex", "digits": 4, "from": 29, "upper": true }"#,
            Err("from"),
        ),
        (
            r#"{ "kind": "md5_hex", "digits": 33, "from": 0, "upper": true }"#,
            Err("digits"),
        ),
        (
            r#"{ "kind": "java_hash", "buckets": 10, "width": 10 }"#,
            Ok(()),
        ),
        (
            r#"{ "kind": "java_hash", "buckets": 10, "width": 11 }"#,
            Err("width"),
        ),
        (
            r#"{ "kind": "java_hash", "buckets": 10, "width": 0 }"#,
            Err("width"),
        ),
        (
            r#"{ "kind": "java_hash", "buckets": 1, "width": 1 }"#,
            Err("buckets"),
        ),
        (
            r#"{ "kind": "with", "function": "my::salt", "width": 1, "values": 256, "text": false }"#,
            Ok(()),
        ),
        (
            r#"{ "kind": "with", "function": "my::salt", "width": 1, "values": 257, "text": false }"#,
            Err("width"),
        ),
        (
            r#"{ "kind": "with", "function": "my::salt", "width": 1, "values": 1, "text": false }"#,
            Err("values"),
        ),
    ] {
        let expected = expected.map_err(|member| format!("`key.salt.algorithm.{member}`: "));
        let members = Members {
            salt,
            parts: &[&marked],
            ..PLAIN
        };
        check(&members, expected.as_ref().map_err(String::as_str).copied());
    }
}

#[test]
fn the_parts_feed_the_salt_that_a_key_has() {
    let modulo = r#"{ "kind": "modulo", "count": 7, "text": false }"#;
    let buckets = r#"{ "kind": "buckets", "count": 7, "text": false }"#;
    let random = r#"{ "kind": "random", "count": 7, "text": false }"#;
    let take = |count| format!(r#"{TEXT}, "salt": {{ "take": "last", "count": {count} }}"#);
    let first = format!(r#"{ID}, "salt": {{ "take": "first", "count": 1 }}"#);
    let (id, text) = (format!("{ID}{WHOLE}"), format!("{TEXT}{WHOLE}"));
    for (salt, parts, expected) in [
        (modulo, &[id.as_str()][..], Ok(())),
        (modulo, &[ID, &id, TEXT], Ok(())),
        (
            modulo,
            &[&id, &id],
            Err("`key.salt`: expected one part that feeds `modulo`, found 2"),
        ),
        (
            modulo,
            &[&first],
            Err("`key.parts[0].salt`: expected `whole`"),
        ),
        (
            modulo,
            &[ID, &text],
            Err("`key.parts[1].salt`: the salt `modulo` is computed from an integer"),
        ),
        (buckets, &[&id, &text], Ok(())),
        (buckets, &[ID], Err("`key.salt`: no part feeds it")),
        (random, &[ID], Ok(())),
        (buckets, &[&take(1)], Ok(())),
        (
            buckets,
            &[&take(0)],
            Err("`key.parts[0].salt.count`: found 0"),
        ),
        (
            "",
            &[ID, &id],
            Err("`key.parts[1].salt`: the key has no salt"),
        ),
        ("", &[], Err("`key.parts`: found none")),
    ] {
        let members = Members {
            salt,
            parts,
            ..PLAIN
        };
        check(&members, expected);
    }
}

#[test]
fn separators_stand_where_they_end_a_part() {
    let closed =
        |separator: &str, more: &str| format!(r#"{TEXT}, "separator": "{separator}"{more}"#);
    let terminated = r#", "terminated": true"#;
    let custom = r#""encoding": { "kind": "custom", "name": "Own" }"#;
    for (parts, expected) in [
        (&[closed("_", "").as_str(), TEXT][..], Ok(())),
        (&[&closed("é", ""), TEXT], Ok(())),
        (
            &[&closed("€", ""), TEXT],
            Err("`key.parts[0].separator`: found \"€\""),
        ),
        (
            &[ID, &closed("_", "")],
            Err("`key.parts[1].separator`: nothing follows the last part"),
        ),
        (&[ID, &closed("_", terminated)], Ok(())),
        (
            &[&format!("{TEXT}{terminated}"), ID],
            Err("`key.parts[0].terminated`: there is no `separator`"),
        ),
        (&[TEXT, ID], Ok(())),
        (
            &[TEXT, TEXT],
            Err("`key.parts[0]`: its end cannot be determined"),
        ),
        // Only the type knows its end.
        (&[custom, TEXT], Ok(())),
    ] {
        check(&Members { parts, ..PLAIN }, expected);
    }
}

#[test]
fn a_list_is_the_last_of_several_parts() {
    let with = |more: &str| format!("{LIST}, {more}");
    let element =
        |members: &str| format!(r#""encoding": {{ "kind": "list", "members": [{members}] }}"#);
    for (parts, expected) in [
        (&[ID, LIST][..], Ok(())),
        (
            &[LIST],
            Err("`key.parts[0].encoding`: a list is the first part"),
        ),
        (
            &[ID, LIST, ID],
            Err("`key.parts[1].encoding`: a list ends where the key does"),
        ),
        (
            &[ID, &with(r#""separator": "_", "terminated": true"#)],
            Err("`key.parts[1].separator`: a list ends where the key does"),
        ),
        (
            &[ID, &with(r#""omit_none": true"#)],
            Err("`key.parts[1].omit_none`: a list without elements"),
        ),
        (
            &[ID, &with(r#""backwards": true"#)],
            Err("`key.parts[1].backwards`: a list is not written backwards"),
        ),
        (
            &[ID, &with(r#""descending": true"#)],
            Err("`key.parts[1].descending`: a list is only written in ascending order"),
        ),
        (
            &[ID, &element("")],
            Err("`key.parts[1].encoding.members`: expected at least one"),
        ),
        (
            &[ID, &element(r#"{ "kind": "text" }"#)],
            Err("`key.parts[1].encoding.members`: expected at least one"),
        ),
        (
            &[
                ID,
                &element(r#"{ "kind": "bool" }, { "kind": "float", "width": 3 }"#),
            ],
            Err("`key.parts[1].encoding.members[1].width`: found 3"),
        ),
    ] {
        check(&Members { parts, ..PLAIN }, expected);
    }
}

#[test]
fn splits_have_the_members_of_their_kind() {
    for (splits, expected) in [
        (r#""kind": "none""#, Ok(())),
        (r#""kind": "hex_string", "regions": 4"#, Ok(())),
        (r#""kind": "decimal_string", "regions": 4"#, Ok(())),
        (r#""kind": "uniform", "regions": 100000"#, Ok(())),
        (
            r#""kind": "uniform", "regions": 100001"#,
            Err("`splits`: found 100001 regions"),
        ),
        (r#""kind": "uniform", "regions": 1"#, Err("`splits`: ")),
        (r#""kind": "uniform""#, Err("`splits.regions`: missing")),
        (
            r#""kind": "uniform", "regions": 4, "width": 1"#,
            Err("`splits.width`: this kind of splits has none"),
        ),
        (r#""kind": "number_pipe", "regions": 4, "width": 1"#, Ok(())),
        (
            r#""kind": "number_pipe", "regions": 4"#,
            Err("`splits.width`: missing"),
        ),
        (r#""kind": "per_bucket", "regions": 4"#, Ok(())),
        (r#""kind": "per_bucket", "regions": 4, "width": 1"#, Ok(())),
        (
            r#""kind": "keys", "keys": [{ "text": "a", "hex": "61" }]"#,
            Ok(()),
        ),
        (r#""kind": "keys""#, Err("`splits.keys`: missing")),
        (r#""kind": "keys", "keys": []"#, Err("`splits`: ")),
        (
            r#""kind": "keys", "keys": [{ "text": "a", "hex": "6x" }]"#,
            Err("`splits.keys[0].hex`: found \"6x\""),
        ),
        (
            r#""kind": "keys", "keys": [{ "text": "a", "hex": "61" }], "regions": 2"#,
            Err("`splits.regions`: this kind of splits has none"),
        ),
        (
            r#""kind": "none", "regions": 2"#,
            Err("`splits.regions`: this kind of splits has none"),
        ),
        (
            r#""kind": "none", "keys": []"#,
            Err("`splits.keys`: this kind of splits has none"),
        ),
    ] {
        check(&Members { splits, ..PLAIN }, expected);
    }
}

#[test]
fn columns_are_read_back_with_their_codec_and_qualifier() {
    let text = r#""form": { "kind": "text" }"#;
    let part = r#""codec": "part", "form": { "kind": "part", "encoding": { "kind": "text" }"#;
    for (column, expected) in [
        (format!(r#""qualifier_hex": "80ff", {INTEGER}"#), Ok(())),
        (format!(r#""qualifier_hex": "80f", {INTEGER}"#), Err("`columns[0].qualifier_hex`: found \"80f\"")),
        (
            format!(r#""qualifier": "N", "qualifier_hex": "4e", {INTEGER}"#),
            Err("`columns[0].qualifier_hex`: there is a `qualifier` too"),
        ),
        (INTEGER.to_owned(), Err("`columns[0].qualifier`: missing")),
        (format!(r#""qualifier": "N", "codec": "java_text", {text}"#), Ok(())),
        (format!(r#""qualifier": "N", "codec": "with", "module": "my", {text}"#), Ok(())),
        (format!(r#""qualifier": "N", "codec": "with_name", "module": "my", {text}"#), Ok(())),
        (
            format!(r#""qualifier": "N", "codec": "with_name", {text}"#),
            Err("`columns[0].module`: missing: the codec `with_name` needs one"),
        ),
        (
            format!(r#""qualifier": "N", "codec": "json", "module": "my", {text}"#),
            Err("`columns[0].module`: only the codecs"),
        ),
        (format!(r#""qualifier": "N", {part} }}"#), Ok(())),
        (format!(r#""qualifier": "N", {part}, "descending": true }}"#), Ok(())),
        (format!(r#""qualifier": "N", {part}, "backwards": true }}"#), Ok(())),
        (
            format!(r#""qualifier": "N", "codec": "part", "form": {{ "kind": "part", {LIST} }}"#),
            Err("`form.encoding`: a list ends where a key does"),
        ),
        (
            r#""qualifier": "N", "codec": "java", "form": { "kind": "integer", "width": 3, "signed": true }"#.to_owned(),
            Err("`columns[0].form.width`: found 3"),
        ),
        (
            r#""qualifier": "N", "codec": "java", "form": { "kind": "float", "width": 2 }"#.to_owned(),
            Err("`columns[0].form.width`: found 2"),
        ),
    ] {
        let column = &column;
        check(&Members { column, ..PLAIN }, expected);
    }
    for absent in [
        "unknown",
        "never",
        "no_cell",
        "empty_cell",
        "maybe_empty_cell",
        "json_null",
        "maybe_json_null",
    ] {
        let column =
            &format!(r#""qualifier": "N", {INTEGER}, "absent": "{absent}", "counter": true"#);
        check(&Members { column, ..PLAIN }, Ok(()));
    }
    let column = &format!(r#""qualifier": "N", {part}, "descending": true }}"#);
    let table = read(&Members { column, ..PLAIN }).expect("good");
    let json = Description::of(&table).to_string();
    assert!(json.contains(r#""descending": true"#), "{json}");
    let members = r#""kind": "part""#;
    let (_, form) = json.split_once(members).expect("the form");
    assert!(!form.contains("backwards"), "{form}");
}

#[test]
fn dynamic_columns_are_read_back() {
    let qualifier = format!(r#""qualifier": {{ "parts": [{{ "name": "id", {ID} }}] }}"#);
    let salted = format!(
        r#""qualifier": {{ "parts": [{{ "name": "id", {ID}{WHOLE} }}], "salt": {{ "algorithm":
            {{ "kind": "buckets", "count": 2, "text": true }} }} }}"#
    );
    let wide = qualifier.replacen("{ \"parts\"", "{ \"width\": 5, \"parts\"", 1);
    let digits = r#""qualifier": { "parts": [{ "name": "s", "encoding": { "kind": "digits", "width": 4, "max": "9999" } }] }"#;
    let hour = r#""encoding": { "kind": "millis", "align_ms": 3600000 }"#;
    let since = |part: &str| {
        format!(
            r#"{digits}, {INTEGER}, "since": {{ "part": "{part}", "unit_ms": 1000, "period_ms": 3600000 }}"#
        )
    };
    for (dynamic, expected) in [
        (format!("{qualifier}, {INTEGER}"), Ok(())),
        (
            format!(r#"{qualifier}, {INTEGER}, "prefix": "c:", "limit": 10, "counter": true"#),
            Ok(()),
        ),
        (
            format!(r#"{qualifier}, {INTEGER}, "prefix_hex": "80""#),
            Ok(()),
        ),
        (
            format!(r#"{qualifier}, {INTEGER}, "prefix_hex": "8""#),
            Err("`dynamic[0].prefix_hex`: found \"8\""),
        ),
        (
            format!(
                r#"{qualifier}, "codec": "with", {}"#,
                r#""form": { "kind": "text" }"#
            ),
            Err("`dynamic[0].module`: missing"),
        ),
        (
            format!("{salted}, {INTEGER}"),
            Err("`dynamic[0].qualifier.salt`: found one"),
        ),
        (
            format!("{wide}, {INTEGER}"),
            Err("`dynamic[0].qualifier.width`: found 5, but 4"),
        ),
        (since("p1"), Ok(())),
        (since("p0"), Err("`dynamic[0].since`: found `p0`")),
    ] {
        let members = Members {
            dynamic: &dynamic,
            parts: &[ID, hour],
            ..PLAIN
        };
        check(&members, expected);
        if let Ok(table) = read(&members) {
            assert_eq!(table.dynamic.len(), 1);
            assert_eq!(table.dynamic[0].field, "d");
        }
    }
}
