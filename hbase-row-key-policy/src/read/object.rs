//! Objects, whose members are read once each.

use std::fmt;

use serde::Deserializer;
use serde::de::{MapAccess, Visitor};
use serde_json::value::RawValue;

use super::value::Value;
use crate::error::PolicyError;
use crate::position::Position;

/// An object's members, in order, each name once.
pub(super) struct Object<'v, 'a> {
    value: &'v Value<'a>,
    members: Vec<Member<'a>>,
}

struct Member<'a> {
    name: String,
    /// The name's position is its value's.
    name_value: Value<'a>,
    value: Value<'a>,
}

impl<'v, 'a> Object<'v, 'a> {
    /// Reads an object of any members.
    pub(super) fn read(value: &'v Value<'a>, expected: &str) -> Result<Self, PolicyError> {
        let mut members: Vec<Member<'a>> = Vec::new();
        for (name, raw) in value.pairs().ok_or_else(|| value.expected(expected))? {
            let text = Value::new(value, name, String::new()).text()?;
            let path = format!("{}.{text}", value.path());
            let member = Member {
                name_value: Value::new(value, name, path.clone()),
                value: Value::new(value, raw, path),
                name: text,
            };
            if members.iter().any(|other| other.name == member.name) {
                let message = "found the member twice, expected it once";
                return Err(member.name_value.error(message));
            }
            members.push(member);
        }
        Ok(Self { value, members })
    }

    /// Rejects members that are not `known`.
    pub(super) fn only(&self, known: &[&str]) -> Result<(), PolicyError> {
        let unknown = |member: &&Member<'_>| !known.contains(&member.name.as_str());
        let Some(member) = self.members.iter().find(unknown) else {
            return Ok(());
        };
        let expected = match nearest(&member.name, known) {
            Some(name) => format!("`{name}`"),
            None => format!("one of {}", quoted(known)),
        };
        let message = format!("found an unknown member, expected {expected}");
        Err(member.name_value.error(message))
    }

    pub(super) fn has(&self, name: &str) -> bool {
        self.get(name).is_some()
    }

    pub(super) fn get(&self, name: &str) -> Option<&Value<'a>> {
        let member = self.members.iter().find(|member| member.name == name);
        member.map(|member| &member.value)
    }

    pub(super) fn required(&self, name: &str) -> Result<&Value<'a>, PolicyError> {
        self.get(name).ok_or_else(|| {
            let message = format!("found no member `{name}`, expected one");
            self.value.error(message)
        })
    }

    /// The members, in order.
    pub(super) fn all(&self) -> impl Iterator<Item = (&str, &Value<'a>)> {
        let members = self.members.iter();
        members.map(|member| (member.name.as_str(), &member.value))
    }
}

impl<'a> Value<'a> {
    /// The position of a member's name in this object.
    pub(crate) fn name_position(&self, name: &str) -> Option<Position> {
        let object = Object::read(self, "").ok()?;
        let found = object.members.iter().find(|member| member.name == name)?;
        Some(found.name_value.position())
    }

    /// An object's names and values; `None` if it is not an object.
    fn pairs(&self) -> Option<Vec<(&'a RawValue, &'a RawValue)>> {
        let mut deserializer = serde_json::Deserializer::from_str(self.raw().get());
        deserializer.deserialize_map(Pairs).ok()
    }
}

struct Pairs;

impl<'de> Visitor<'de> for Pairs {
    type Value = Vec<(&'de RawValue, &'de RawValue)>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut pairs = Vec::new();
        while let Some(pair) = map.next_entry()? {
            pairs.push(pair);
        }
        Ok(pairs)
    }
}

fn nearest<'n>(name: &str, names: &[&'n str]) -> Option<&'n str> {
    let lower = name.to_lowercase();
    let near = |known: &str| strsim::normalized_damerau_levenshtein(&lower, &known.to_lowercase());
    let best = names.iter().max_by(|a, b| near(a).total_cmp(&near(b)))?;
    (near(best) > 0.6).then_some(best)
}

fn quoted(names: &[&str]) -> String {
    let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    names.join(", ")
}
