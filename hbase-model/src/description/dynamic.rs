//! Dynamic columns: [`DescribedDynamic`] and the members that they have in JSON.

use std::borrow::Cow;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::column::{Codec, check_format, name_of, text_or_hex};
use super::derived::check_key;
use super::{DescriptionError, Key};
use crate::described::{CellFormat, DescribedDynamic, LogicalType, Since};
use crate::layout::KeyLayout;

/// The members of dynamic columns.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Members {
    field: String,
    family: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    prefix: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    prefix_hex: Option<String>,
    qualifier: Key,
    #[serde(rename = "type")]
    type_name: String,
    codec: Codec,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    module: Option<String>,
    #[serde(rename = "form")]
    format: CellFormat,
    #[serde(default)]
    value: LogicalType,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    limit: Option<u32>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    counter: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    since: Option<SinceMembers>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SinceMembers {
    part: String,
    unit_ms: u32,
    period_ms: u32,
}

impl Members {
    fn of(columns: &DescribedDynamic) -> Self {
        let (codec, module) = Codec::of(&columns.codec);
        let (prefix, prefix_hex) = text_or_hex(&columns.prefix);
        Self {
            field: columns.field.clone(),
            family: columns.family.clone(),
            prefix: prefix.filter(|prefix| !prefix.is_empty()),
            prefix_hex,
            qualifier: Key::of(&columns.qualifier),
            type_name: columns.type_name.clone(),
            codec,
            module,
            format: columns.format,
            value: columns.logical_type,
            limit: columns.limit,
            counter: columns.counter,
            since: columns.since.as_ref().map(|since| SinceMembers {
                part: since.part.clone(),
                unit_ms: since.unit_ms,
                period_ms: since.period_ms,
            }),
        }
    }

    fn columns(self, at: usize) -> Result<DescribedDynamic, DescriptionError> {
        let path = format!("dynamic[{at}]");
        let at_qualifier = format!("{path}.qualifier");
        let qualifier = self.qualifier.layout();
        let qualifier = qualifier.map_err(|error| DescriptionError::at(&at_qualifier, error))?;
        if qualifier.salt.is_some() {
            let message = "found one, expected none: qualifiers have no salt";
            return Err(DescriptionError::at(
                format!("{at_qualifier}.salt"),
                message,
            ));
        }
        check_key(&at_qualifier, &self.qualifier, &Key::of(&qualifier))?;
        Ok(DescribedDynamic {
            field: self.field,
            family: self.family,
            prefix: name_of(self.prefix, self.prefix_hex.as_deref(), &path, "prefix")?
                .unwrap_or_default(),
            qualifier: Cow::Owned(qualifier),
            type_name: self.type_name,
            codec: self.codec.codec(self.module, &path)?,
            format: check_format(self.format, &path)?,
            logical_type: self.value,
            limit: self.limit,
            counter: self.counter,
            since: self.since.map(|since| Since {
                part: since.part,
                unit_ms: since.unit_ms,
                period_ms: since.period_ms,
            }),
        })
    }
}

/// Checks what `since` declares against the row key.
pub(super) fn check_since(
    all: &[DescribedDynamic],
    key: &KeyLayout,
) -> Result<(), DescriptionError> {
    for (at, columns) in all.iter().enumerate() {
        if let Some(since) = &columns.since {
            let checked = since.check(key, &columns.qualifier);
            checked.map_err(|error| DescriptionError::at(format!("dynamic[{at}].since"), error))?;
        }
    }
    Ok(())
}

pub(super) fn serialize<S: Serializer>(all: &[DescribedDynamic], to: S) -> Result<S::Ok, S::Error> {
    to.collect_seq(all.iter().map(Members::of))
}

pub(super) fn deserialize<'de, D: Deserializer<'de>>(
    from: D,
) -> Result<Vec<DescribedDynamic>, D::Error> {
    let all = Vec::<Members>::deserialize(from)?.into_iter().enumerate();
    let all = all.map(|(at, columns)| columns.columns(at));
    all.collect::<Result<_, _>>()
        .map_err(serde::de::Error::custom)
}
