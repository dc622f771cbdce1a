//! `--part` and `--salt`.

use hbase_row_key_policy::{PolicyError, RowKeyPolicy};
use serde_json::{Map, Value, json};

use super::draft::{self, DraftPart};
use crate::error::CliError;

/// Makes a policy from the words of all `--part` and of `--salt`.
pub(super) fn policy(parts: &[String], salt: &[String]) -> Result<RowKeyPolicy, CliError> {
    let mut drafts = Vec::new();
    if let [kind, members @ ..] = salt {
        drafts.push(read_salt(kind, members)?);
    }
    drafts.extend(read_parts(parts)?);
    draft::policy(&drafts).map_err(|error| rejected(&error))
}

/// A word without `=` is the column of a new part, except flags.
fn read_parts(words: &[String]) -> Result<Vec<DraftPart>, CliError> {
    let mut parts: Vec<DraftPart> = Vec::new();
    for word in words {
        match (word.split_once('='), parts.last_mut()) {
            (None, Some(part)) if matches!(word.as_str(), "trim" | "reverse") => {
                part.set(word, true);
            }
            (None, _) => parts.push(DraftPart::new(word)),
            (Some(("columnName", name)), _) => parts.push(DraftPart::new(name)),
            (Some(("source", column)), Some(part)) if part.source.is_some() => {
                part.source = Some(column.to_owned());
            }
            (Some((member, value)), Some(part)) => {
                let set = part.set_text(member, value);
                set.map_err(|error| error.at(format_args!("part `{}`", part.name())))?;
            }
            (Some(_), None) => {
                return Err(CliError::usage("a member is set before the part")
                    .expected("the part's source column first")
                    .found(format_args!("`{word}`"))
                    .help(format_args!("write `--part COLUMN {word}`")));
            }
        }
    }
    for part in &mut parts {
        part.default_length()?;
    }
    Ok(parts)
}

/// `md5_hex digits=4 of=PHONE last=4 of=DAY splitChar=_`: `first` and `last` belong to the `of` before them.
fn read_salt(kind: &str, members: &[String]) -> Result<DraftPart, CliError> {
    let mut salt = Map::new();
    let mut inputs: Vec<Value> = Vec::new();
    let mut separator = "";
    salt.insert("kind".to_owned(), kind.into());
    for word in members {
        let (member, value) = word.split_once('=').unwrap_or((word, "true"));
        match member {
            "of" => inputs.push(json!({"columnName": value})),
            "first" | "last" => match inputs.last_mut() {
                Some(input) => input[member] = number_or_text(value),
                None => return Err(before_of(word)),
            },
            "splitChar" => separator = value,
            "joined" => drop(salt.insert(member.to_owned(), value.into())),
            _ => drop(salt.insert(member.to_owned(), number_or_text(value))),
        }
    }
    salt.insert("of".to_owned(), inputs.into());
    let element = json!({"salt": salt, "splitChar": separator});
    Ok(DraftPart::salt(
        element.as_object().cloned().unwrap_or_default(),
    ))
}

/// The reader rejects a value with the wrong type.
fn number_or_text(value: &str) -> Value {
    let number = value.parse::<u64>().map(Value::from);
    let flag = |_| value.parse::<bool>().map(Value::from);
    number.or_else(flag).unwrap_or_else(|_| value.into())
}

fn before_of(word: &str) -> CliError {
    CliError::usage("characters are chosen before the part")
        .at("--salt")
        .expected("`of=PART` first")
        .found(format_args!("`{word}`"))
        .help(format_args!("write `of=PART {word}`"))
}

/// The position is left out, because nobody has seen the text.
fn rejected(error: &PolicyError) -> CliError {
    match error {
        PolicyError::Member { path, message, .. } => {
            let member = path
                .split_once('.')
                .map_or(path.as_str(), |(_, member)| member);
            CliError::usage(format_args!("`{member}`: {message}"))
                .help("`hbase-schema policy new --help` has examples")
        }
        error => CliError::usage(error),
    }
}
