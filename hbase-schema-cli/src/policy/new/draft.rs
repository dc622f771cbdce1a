//! A draft of a policy: elements of its JSON, so that files, options and questions have the same errors.

use hbase_row_key_policy::{
    MemberType, Operation, PolicyError, PolicyPart, RowKeyPolicy, TEXT_MEMBERS,
};
use serde_json::{Map, Value, json};

use crate::error::CliError;
use crate::text::nearest;

/// A part with its source column.
#[derive(Clone, Debug)]
pub(super) struct DraftPart {
    /// The source column; `None` for a running number and for a salt.
    pub(super) source: Option<String>,
    pub(super) members: Map<String, Value>,
}

impl DraftPart {
    /// A part with a column, or a running number; its members do nothing yet.
    pub(super) fn new(name: &str) -> Self {
        let members = TEXT_MEMBERS.iter().filter(|member| member.is_required);
        let mut members: Map<String, Value> = members
            .map(|member| (member.name.to_owned(), empty(member.member_type)))
            .collect();
        members.insert("columnName".to_owned(), name.into());
        members.remove("length");
        for one in ["numberStep", "startNumber"] {
            members.insert(one.to_owned(), 1.into());
        }
        Self {
            source: (!name.is_empty()).then(|| name.to_owned()),
            members,
        }
    }

    /// A salt: `salt` and `splitChar`.
    pub(super) const fn salt(members: Map<String, Value>) -> Self {
        Self {
            source: None,
            members,
        }
    }

    pub(super) fn set(&mut self, member: &str, value: impl Into<Value>) {
        self.members.insert(member.to_owned(), value.into());
    }

    pub(super) fn name(&self) -> &str {
        self.text("columnName")
    }

    /// Sets a member of any type from text.
    pub(super) fn set_text(&mut self, member: &str, text: &str) -> Result<(), CliError> {
        let Some(known) = TEXT_MEMBERS.iter().find(|known| known.name == member) else {
            return Err(unknown_member(member));
        };
        let value = match known.member_type {
            MemberType::Number { least, most } => {
                let number = text.parse::<u64>().ok();
                let number = number.filter(|number| (least..=most).contains(number));
                number.map(Value::from).ok_or_else(|| {
                    CliError::usage(format_args!("`{member}` is out of bounds"))
                        .expected(format_args!("{least} to {most}"))
                        .found(format_args!("`{text}`"))
                        .help(known.doc)
                })?
            }
            MemberType::Flag => {
                let flag = text.parse::<bool>().ok();
                flag.map(Value::from).ok_or_else(|| {
                    CliError::usage(format_args!("`{member}` is no flag"))
                        .expected("`true` or `false`")
                        .found(format_args!("`{text}`"))
                        .help(known.doc)
                })?
            }
            _ => text.into(),
        };
        self.set(member, value);
        Ok(())
    }

    pub(super) fn text(&self, member: &str) -> &str {
        let value = self.members.get(member);
        value.and_then(Value::as_str).unwrap_or_default()
    }

    /// Sets the length to the sample's if it is missing.
    pub(super) fn default_length(&mut self) -> Result<(), CliError> {
        if self.members.contains_key("length") {
            return Ok(());
        }
        match self.sample_length() {
            Some(length) => {
                self.set("length", length);
                Ok(())
            }
            None => Err(CliError::usage("the part has no length")
                .at(format_args!("part `{}`", self.name()))
                .expected("`length`, or a sample that has it")
                .help("add `length=14`, or a `value=` with the greatest length")),
        }
    }

    /// The number of characters that the operations make from the sample, without padding.
    pub(super) fn sample_length(&self) -> Option<u64> {
        let mut part = self.clone();
        // The length only determines how many pad characters are added in front or after.
        part.set("length", 32_767);
        part.set("splitChar", "");
        let sample = self.text("value").to_owned();
        let policy = policy(&[part]).ok()?;
        let preview = policy.preview(&[Some(&sample)]).ok()?;
        let steps = &preview.parts.first()?.steps;
        let is_unpadded = |(operation, _): &&(Operation, String)| *operation != Operation::Pad;
        let (_, text) = steps.iter().rev().find(is_unpadded)?;
        let length = u64::try_from(text.chars().count()).ok()?;
        (length > 0).then_some(length)
    }
}

fn empty(member_type: MemberType) -> Value {
    match member_type {
        MemberType::Number { .. } => 0.into(),
        MemberType::Flag => false.into(),
        _ => "".into(),
    }
}

fn unknown_member(member: &str) -> CliError {
    let names: Vec<&str> = TEXT_MEMBERS.iter().map(|member| member.name).collect();
    let error = CliError::usage(format_args!("a part has no member `{member}`"));
    match nearest(member, &names) {
        Some(near) => error.help(format_args!("did you mean `{near}`?")),
        None => error
            .expected(crate::text::either(&names))
            .help("`source=COLUMN` names the source column"),
    }
}

/// The policy of these parts, in order.
pub(super) fn policy(parts: &[DraftPart]) -> Result<RowKeyPolicy, PolicyError> {
    let mut elements = vec![Value::Null];
    let mut mapping = Vec::new();
    for part in parts {
        if let Some(source) = &part.source {
            mapping.push((part.name().to_owned(), source.clone()));
        }
        elements.push(part.members.clone().into());
    }
    // Set afterwards: a JSON object would sort the names, and lose a duplicate one.
    elements[0] = json!({});
    let mut policy = RowKeyPolicy::from_json(&Value::from(elements).to_string())?;
    policy.mapping = mapping;
    Ok(policy)
}

/// The part that contains a path, in words.
pub(super) fn name_of(policy: &RowKeyPolicy, path: &str) -> String {
    let index = path.strip_prefix('[').and_then(|rest| rest.split_once(']'));
    let index = index.and_then(|(index, _)| index.parse::<usize>().ok());
    let part = index.and_then(|index| policy.parts.get(index.checked_sub(1)?));
    match part {
        Some(PolicyPart::Text(part)) if part.is_running_number() => "the running number".to_owned(),
        Some(PolicyPart::Text(part)) => format!("part `{}`", part.column_name),
        Some(PolicyPart::Salt(_)) => "the salt".to_owned(),
        None => "the policy".to_owned(),
    }
}
