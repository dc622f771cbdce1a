//! The JSON Schema of policies, made from the members that the reader knows.

use serde_json::{Map, Value, json};

use crate::members::{MemberType, PolicyMember, TEXT_MEMBERS};
use crate::salt_kinds::SaltKind;

/// The JSON Schema (draft 7) of policies, for editors: the file `row-key-policy.schema.json`.
///
/// It accepts the policies that [`from_json`](crate::RowKeyPolicy::from_json) reads and
/// [`check`](crate::RowKeyPolicy::check) finds no error in; it does not check relations between members.
pub fn json_schema() -> String {
    let schema = json!({
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "Row-key policy",
        "description": "How a row key is made from the columns of a row: the mapping, then the key's parts in order.",
        "type": "array",
        "minItems": 2,
        "items": [{"$ref": "#/definitions/mapping"}],
        "additionalItems": {
            "if": {"required": ["salt"]},
            "then": {"$ref": "#/definitions/salt"},
            "else": {"$ref": "#/definitions/text"},
        },
        "definitions": {
            "mapping": {
                "description": "The source column of each part: `columnName` of the part, then the column.",
                "type": "object",
                "propertyNames": {"minLength": 1},
                "additionalProperties": {"type": "string", "minLength": 1},
            },
            "text": text(),
            "salt": salt(),
        },
    });
    format!("{schema:#}\n")
}

fn text() -> Value {
    let properties = TEXT_MEMBERS.iter();
    let properties: Map<String, Value> = properties
        .map(|member| (member.name.to_owned(), property(member)))
        .collect();
    let required = TEXT_MEMBERS.iter().filter(|member| member.is_required);
    json!({
        "description": "A part made from a column, or from a running number.",
        "type": "object",
        "properties": properties,
        "required": required.map(|member| member.name).collect::<Vec<_>>(),
        "dependencies": {"regex": ["regexReplacement"], "regexReplacement": ["regex"]},
        "additionalProperties": false,
    })
}

fn property(member: &PolicyMember) -> Value {
    let doc = member.doc;
    match member.member_type {
        MemberType::Text => json!({"description": doc, "type": "string"}),
        MemberType::Flag => json!({"description": doc, "type": "boolean"}),
        MemberType::Number { least, most } => {
            json!({"description": doc, "type": "integer", "minimum": least, "maximum": most})
        }
    }
}

fn salt() -> Value {
    json!({
        "description": "A salt, computed from other parts.",
        "type": "object",
        "properties": {
            "salt": {"type": "object", "oneOf": algorithms()},
            "splitChar": {"description": "The separator after the salt.", "type": "string"},
        },
        "required": ["salt"],
        "additionalProperties": false,
    })
}

fn algorithms() -> [Value; 7] {
    let text = || ("text", flag("`false`: one byte instead of digits."));
    let abs = ("abs", flag("The absolute value of the hash's remainder."));
    let joined = || {
        let description = "The text between the parts, instead of their separators.";
        let schema = json!({"description": description, "type": "string"});
        ("joined", schema)
    };
    let few = || ("count", number("The number of values.", 2, 256));
    let many = || number("The number of values.", 2, u32::MAX.into());
    let width = || {
        let doc = "The digits of a number; without it, those of the largest one.";
        ("width", number(doc, 1, 10))
    };
    let digits = ("digits", number("The number of hex digits.", 1, 32));
    let from = ("from", number("The first digit's offset.", 0, 31));
    let upper = ("upper", flag("`A-F` instead of `a-f`."));
    let bytes = ("bytes", number("The number of bytes.", 1, 16));
    let count = ("count", number("The number of buckets.", 2, 256));
    let (regions, buckets) = (("regions", many()), ("buckets", many()));
    [
        algorithm(SaltKind::Buckets, "count", [count, text()]),
        algorithm(SaltKind::Md5Hex, "digits", [digits, from, upper, joined()]),
        algorithm(SaltKind::Md5, "bytes", [bytes, joined()]),
        algorithm(SaltKind::JavaBytes, "count", [few(), abs, text(), joined()]),
        algorithm(SaltKind::Crc32, "count", [few(), text(), joined()]),
        algorithm(SaltKind::RegionNumber, "regions", [regions, width()]),
        algorithm(SaltKind::JavaHash, "buckets", [buckets, width()]),
    ]
}

/// A kind of salt with its members, and the parts that it is computed from.
fn algorithm<const N: usize>(
    kind: SaltKind,
    required: &str,
    members: [(&'static str, Value); N],
) -> Value {
    let of = json!({
        "description": "The parts that the salt is computed from.",
        "type": "array",
        "minItems": 1,
        "items": input(kind),
    });
    let members = members.into_iter();
    let properties: Map<String, Value> = [("kind", json!({"const": kind.name()})), ("of", of)]
        .into_iter()
        .chain(members)
        .map(|(name, value)| (name.to_owned(), value))
        .collect();
    json!({
        "properties": properties,
        "required": ["kind", "of", required],
        "additionalProperties": false,
    })
}

fn input(kind: SaltKind) -> Value {
    let part = "The part's `columnName`; empty for the running number.";
    let mut properties = json!({"columnName": {"description": part, "type": "string"}});
    if kind.takes_characters() {
        properties["first"] = number("Only its first characters.", 1, u16::MAX.into());
        properties["last"] = number("Only its last characters.", 1, u16::MAX.into());
    }
    json!({
        "type": "object",
        "properties": properties,
        "required": ["columnName"],
        "not": {"required": ["first", "last"]},
        "additionalProperties": false,
    })
}

fn number(doc: &str, least: u64, most: u64) -> Value {
    json!({"description": doc, "type": "integer", "minimum": least, "maximum": most})
}

fn flag(doc: &str) -> Value {
    json!({"description": doc, "type": "boolean"})
}
