//! Writes policies.

use hbase_model::{Salt, SaltText};
use serde_json::{Map, Value, json};

use crate::policy::{PolicyPart, RowKeyPolicy, SaltInput, SaltPart, TextPart};
use crate::salt_kinds::{SaltKind, digits_of};

impl RowKeyPolicy {
    /// Writes the policy as one line of JSON, which [`from_json`](Self::from_json) reads as the same policy.
    ///
    /// Members are in alphabetical order; optional ones are left out if they are off.
    ///
    /// ```
    /// use hbase_row_key_policy::RowKeyPolicy;
    ///
    /// let json = r#"[{"ID":"ID"},{"columnName":"ID","length":4,"numberStep":1,"prefixChar":"0","prefixNumber":0,"replaceChar":"","replaceSourceChar":"","splitChar":"","startNumber":1,"suffixChar":"","suffixNumber":0,"value":"7"}]"#;
    /// let policy = RowKeyPolicy::from_json(json)?;
    /// assert_eq!(policy.to_json(), json);
    /// # Ok::<(), hbase_row_key_policy::PolicyError>(())
    /// ```
    pub fn to_json(&self) -> String {
        format!("[{}]", self.elements().join(","))
    }

    /// Writes the policy as JSON with one line for the mapping and for each part.
    pub fn to_json_lines(&self) -> String {
        format!("[{}]\n", self.elements().join(",\n "))
    }

    fn elements(&self) -> Vec<String> {
        let parts = self.parts.iter().map(|part| match part {
            PolicyPart::Text(part) => object(text(part)),
            PolicyPart::Salt(part) => object(salt(part)),
        });
        let mapping = self.mapping.iter();
        let mapping = mapping.map(|(name, column)| (name.as_str(), Some(json!(column))));
        std::iter::once(object(mapping)).chain(parts).collect()
    }
}

/// Writes members in this order, without those that have no value.
fn object<'n>(members: impl IntoIterator<Item = (&'n str, Option<Value>)>) -> String {
    let members = members.into_iter();
    let members = members.filter_map(|(name, value)| Some(format!("{}:{}", json!(name), value?)));
    format!("{{{}}}", members.collect::<Vec<_>>().join(","))
}

/// A flag that is off is absent.
fn flag(is_on: bool) -> Option<Value> {
    is_on.then_some(Value::Bool(true))
}

fn text(part: &TextPart) -> [(&'static str, Option<Value>); 18] {
    let regex = part.regex.as_ref();
    [
        ("columnName", Some(json!(part.column_name))),
        ("cutLength", part.cut_length.map(Value::from)),
        ("cutStart", part.cut_start.map(Value::from)),
        ("length", Some(json!(part.length))),
        ("numberStep", Some(json!(part.number_step))),
        ("prefixChar", Some(json!(part.prefix_char))),
        ("prefixNumber", Some(json!(part.prefix_number))),
        ("regex", regex.map(|regex| json!(regex.pattern))),
        (
            "regexReplacement",
            regex.map(|regex| json!(regex.replacement)),
        ),
        ("replaceChar", Some(json!(part.replace_char))),
        ("replaceSourceChar", Some(json!(part.replace_source_char))),
        ("reverse", flag(part.reverse)),
        ("splitChar", Some(json!(part.split_char))),
        ("startNumber", Some(json!(part.start_number))),
        ("suffixChar", Some(json!(part.suffix_char))),
        ("suffixNumber", Some(json!(part.suffix_number))),
        ("trim", flag(part.trim)),
        ("value", Some(json!(part.value))),
    ]
}

fn salt(part: &SaltPart) -> [(&'static str, Option<Value>); 2] {
    let mut salt = algorithm(&part.salt);
    let inputs: Vec<Value> = part.of.iter().map(input).collect();
    salt.insert("of".to_owned(), inputs.into());
    let separator = (!part.split_char.is_empty()).then(|| json!(part.split_char));
    [("salt", Some(salt.into())), ("splitChar", separator)]
}

/// The kind and its members; those with the default value are left out.
fn algorithm(salt: &Salt) -> Map<String, Value> {
    let kind = SaltKind::of(salt).map_or_else(|| salt.to_string(), |kind| kind.name().to_owned());
    let joined = salt.joined().map(Value::from);
    std::iter::once(("kind", Some(kind.into())))
        .chain(members(salt))
        .chain([("joined", joined)])
        .filter_map(|(name, value)| Some((name.to_owned(), value?)))
        .collect()
}

fn members(salt: &Salt) -> Vec<(&'static str, Option<Value>)> {
    let width = |count, width| (digits_of(count) != width).then(|| json!(width));
    let binary = |text: bool| (!text).then_some(Value::Bool(false));
    match salt {
        Salt::Buckets { count, text } | Salt::Crc32 { count, text, .. } => {
            vec![("count", Some(json!(count))), ("text", binary(*text))]
        }
        Salt::JavaBytes {
            count, abs, text, ..
        } => vec![
            ("count", Some(json!(count))),
            ("abs", flag(*abs)),
            ("text", binary(*text)),
        ],
        Salt::Md5Hex {
            digits,
            from,
            upper,
            ..
        } => vec![
            ("digits", Some(json!(digits))),
            ("from", (*from != 0).then(|| json!(from))),
            ("upper", flag(*upper)),
        ],
        Salt::Md5 { bytes, .. } => vec![("bytes", Some(json!(bytes)))],
        Salt::RegionNumber { regions, width: w } => vec![
            ("regions", Some(json!(regions))),
            ("width", width(*regions, *w)),
        ],
        Salt::JavaHash { buckets, width: w } => vec![
            ("buckets", Some(json!(buckets))),
            ("width", width(*buckets, *w)),
        ],
        // Not computed from text: no policy is read with such a salt, and `check` rejects it.
        _ => vec![],
    }
}

fn input(input: &SaltInput) -> Value {
    let name = &input.column_name;
    match input.text {
        SaltText::First(count) => json!({"columnName": name, "first": count}),
        SaltText::Last(count) => json!({"columnName": name, "last": count}),
        _ => json!({"columnName": name}),
    }
}
