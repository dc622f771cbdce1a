//! Makes a policy by questions.

use hbase_row_key_policy::{RowKeyPolicy, Severity};
use serde_json::{Map, Value, json};

use super::draft::{self, DraftPart};
use super::prompt::Prompt;
use crate::error::CliError;

const ANY: &dyn Fn(&str) -> Result<(), String> = &|_| Ok(());

/// Asks for each part, then for a salt.
pub(super) fn policy(prompt: &mut dyn Prompt) -> Result<RowKeyPolicy, CliError> {
    let mut parts: Vec<DraftPart> = Vec::new();
    prompt.show("The parts of the row key, in order. Each is made from a source column.");
    while let Some(part) = ask_part(prompt, &parts)? {
        parts.push(part);
    }
    if let Some(salt) = ask_salt(prompt, &parts)? {
        parts.insert(0, salt);
    }
    draft::policy(&parts).map_err(CliError::usage)
}

/// `None` after the last part.
fn ask_part(prompt: &mut dyn Prompt, parts: &[DraftPart]) -> Result<Option<DraftPart>, CliError> {
    let names: Vec<&str> = parts.iter().map(DraftPart::name).collect();
    let check = |name: &str| match (name, names.as_slice()) {
        ("", []) => Err("a key has at least one part".to_owned()),
        ("#", names) if names.contains(&"") => Err("a key has one running number".to_owned()),
        (name, names) if names.contains(&name) && !name.is_empty() => Err(format!(
            "`{name}` is a part already: map a second name to it in the file"
        )),
        _ => Ok(()),
    };
    let end = if parts.is_empty() {
        ""
    } else {
        ", empty to end"
    };
    let question = format!(
        "Part {}: source column (`#` for a running number{end})",
        parts.len() + 1
    );
    let name = prompt.text(&question, "", &check)?;
    match name.as_str() {
        "" => Ok(None),
        "#" => ask_number(prompt).map(Some),
        name => ask_column(prompt, name).map(Some),
    }
}

fn ask_number(prompt: &mut dyn Prompt) -> Result<DraftPart, CliError> {
    let mut part = DraftPart::new("");
    ask_member(prompt, &mut part, "startNumber", "First number", "1")?;
    ask_member(prompt, &mut part, "numberStep", "Step", "1")?;
    ask_member(
        prompt,
        &mut part,
        "length",
        "Digits, padded with zeros",
        "10",
    )?;
    part.set("prefixChar", "0");
    finish(prompt, part)
}

fn ask_column(prompt: &mut dyn Prompt, name: &str) -> Result<DraftPart, CliError> {
    let mut part = DraftPart::new(name);
    ask_member(prompt, &mut part, "value", "A sample of its values", "")?;
    let question = "Characters to remove or replace, as `- :`";
    ask_member(prompt, &mut part, "replaceSourceChar", question, "")?;
    if !part.text("replaceSourceChar").is_empty() {
        ask_member(
            prompt,
            &mut part,
            "replaceChar",
            "Replaced by (empty: removed)",
            "",
        )?;
    }
    if prompt.confirm("Trim, match, cut or reverse values, or put text around them?")? {
        ask_operations(prompt, &mut part)?;
    }
    let length = part.sample_length();
    let length = length.map(|length| length.to_string()).unwrap_or_default();
    ask_member(prompt, &mut part, "length", "Length in characters", &length)?;
    ask_padding(prompt, &mut part)?;
    finish(prompt, part)
}

fn ask_operations(prompt: &mut dyn Prompt, part: &mut DraftPart) -> Result<(), CliError> {
    if prompt.confirm("Trim white space?")? {
        part.set("trim", true);
    }
    let pattern = prompt.text("Regular expression to replace (empty: none)", "", ANY)?;
    if !pattern.is_empty() {
        part.set("regex", pattern);
        part.set("regexReplacement", prompt.text("Its replacement", "", ANY)?);
    }
    for (member, question) in [
        ("cutStart", "Characters to drop in front (empty: none)"),
        ("cutLength", "Most characters to keep (empty: all)"),
    ] {
        let check = |text: &str| match text {
            "" => Ok(()),
            text => is_valid(member, text),
        };
        let text = prompt.text(question, "", &check)?;
        if !text.is_empty() {
            part.set_text(member, &text)?;
        }
    }
    if prompt.confirm("Reverse the characters?")? {
        part.set("reverse", true);
    }
    for (member, number, question) in [
        ("prefixChar", "prefixNumber", "Text in front (empty: none)"),
        ("suffixChar", "suffixNumber", "Text after (empty: none)"),
    ] {
        ask_member(prompt, part, member, question, "")?;
        if !part.text(member).is_empty() {
            ask_member(prompt, part, number, "How often", "1")?;
        }
    }
    Ok(())
}

/// A text at the start or the end already pads.
fn ask_padding(prompt: &mut dyn Prompt, part: &mut DraftPart) -> Result<(), CliError> {
    if !part.text("prefixChar").is_empty() || !part.text("suffixChar").is_empty() {
        return Ok(());
    }
    let choices = ["after", "in front", "not at all"];
    let member = match prompt.choice("Pad shorter values", &choices)? {
        0 => "suffixChar",
        1 => "prefixChar",
        _ => return Ok(()),
    };
    let one = |text: &str| match text.chars().count() {
        1 => Ok(()),
        found => Err(format!("found {found} characters, expected one")),
    };
    part.set(member, prompt.text("With", "0", &one)?);
    Ok(())
}

/// Asks for the separator, then shows what the part makes from its sample.
fn finish(prompt: &mut dyn Prompt, mut part: DraftPart) -> Result<DraftPart, CliError> {
    let before = first_error(&part);
    if let Some(error) = &before {
        prompt.show(error);
    }
    let check = |separator: &str| {
        let mut with = part.clone();
        with.set("splitChar", separator);
        // An error that no separator can fix is not the separator's.
        first_error(&with)
            .filter(|_| before.is_none())
            .map_or(Ok(()), Err)
    };
    let separator = prompt.text("Separator after the part (empty: none)", "", &check)?;
    part.set("splitChar", separator);
    if let Some(text) = outcome(&part) {
        prompt.show(&format!("  {:?} becomes {text:?}", part.text("value")));
    }
    Ok(part)
}

/// The first error of the part alone.
fn first_error(part: &DraftPart) -> Option<String> {
    let policy = match draft::policy(std::slice::from_ref(part)) {
        Ok(policy) => policy,
        Err(error) => return Some(error.to_string()),
    };
    let mut findings = policy.check().into_iter();
    let error = findings.find(|finding| finding.severity == Severity::Error)?;
    let member = error.path.split_once('.').map_or("", |(_, member)| member);
    Some(format!("`{member}`: {}: {}", error.message, error.help))
}

fn outcome(part: &DraftPart) -> Option<String> {
    part.source.as_ref()?;
    let policy = draft::policy(std::slice::from_ref(part)).ok()?;
    let preview = policy.preview(&[Some(part.text("value"))]).ok()?;
    let steps = &preview.parts.first()?.steps;
    steps.last().map(|(_, text)| text.clone())
}

/// Asks for a member until its text is valid.
fn ask_member(
    prompt: &mut dyn Prompt,
    part: &mut DraftPart,
    member: &str,
    question: &str,
    default: &str,
) -> Result<(), CliError> {
    let text = prompt.text(question, default, &|text| is_valid(member, text))?;
    part.set_text(member, &text)
}

fn is_valid(member: &str, text: &str) -> Result<(), String> {
    let set = DraftPart::new("").set_text(member, text);
    set.map_err(|error| error.to_string())
}

fn ask_salt(prompt: &mut dyn Prompt, parts: &[DraftPart]) -> Result<Option<DraftPart>, CliError> {
    let choices = [
        "none",
        "md5_hex: hex digits of an MD5",
        "buckets: a number by MurmurHash3",
        "region_number: a number by String.hashCode",
    ];
    let (kind, member, question, default) =
        match prompt.choice("A salt in front, which spreads rows over regions", &choices)? {
            0 => return Ok(None),
            1 => ("md5_hex", "digits", "Hex digits (1 to 32)", "4"),
            2 => ("buckets", "count", "Buckets (2 to 256)", "16"),
            _ => ("region_number", "regions", "Regions (from 2)", "16"),
        };
    let number = |text: &str| match text.parse::<u32>() {
        Ok(_) => Ok(()),
        Err(_) => Err("expected a number".to_owned()),
    };
    let count = prompt.text(question, default, &number)?;
    let mut inputs = Vec::new();
    for part in parts {
        let name = part.name();
        let shown = if name.is_empty() {
            "the running number"
        } else {
            name
        };
        if parts.len() == 1 || prompt.confirm(&format!("Compute it from {shown}?"))? {
            inputs.push(json!({"columnName": name}));
        }
    }
    let separator = prompt.text("Separator after the salt, as `_` (empty: none)", "", ANY)?;
    let mut members = Map::new();
    let count = count.parse::<u32>().map_or(Value::Null, Value::from);
    members.insert(
        "salt".to_owned(),
        json!({"kind": kind, member: count, "of": inputs}),
    );
    members.insert("splitChar".to_owned(), separator.into());
    Ok(Some(DraftPart::salt(members)))
}
