//! Dynamic columns.

use serde::{Deserialize, Serialize};

use super::column::{Codec, check_format};
use super::{DescriptionError, Key};
use crate::described::{CellFormat, DescribedDynamic};

/// Dynamic columns.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "the members are documented in one table")]
pub struct Dynamic {
    pub field: String,
    pub family: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub prefix: String,
    pub qualifier: Key,
    #[serde(rename = "type")]
    pub type_name: String,
    pub codec: Codec,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub module: Option<String>,
    #[serde(rename = "form")]
    pub format: CellFormat,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<u32>,
}

impl Dynamic {
    pub(super) fn of(columns: &DescribedDynamic) -> Self {
        let (codec, module) = Codec::of(&columns.codec);
        Self {
            field: columns.field.clone(),
            family: columns.family.clone(),
            prefix: columns.prefix.clone(),
            qualifier: Key::of(&columns.qualifier),
            type_name: columns.type_name.clone(),
            codec,
            module,
            format: columns.format,
            limit: columns.limit,
        }
    }

    pub(super) fn columns(&self, at: usize) -> Result<DescribedDynamic, DescriptionError> {
        let path = format!("dynamic[{at}]");
        let qualifier = self.qualifier.layout();
        let qualifier =
            qualifier.map_err(|error| DescriptionError::at(format!("{path}.qualifier"), error))?;
        if qualifier.salt.is_some() {
            let message = "found one, expected none: qualifiers have no salt";
            return Err(DescriptionError::at(
                format!("{path}.qualifier.salt"),
                message,
            ));
        }
        Ok(DescribedDynamic {
            field: self.field.clone(),
            family: self.family.clone(),
            prefix: self.prefix.clone(),
            qualifier,
            type_name: self.type_name.clone(),
            codec: self.codec.codec(self.module.as_deref(), &path)?,
            format: check_format(self.format, &format!("{path}.form.width"))?,
            limit: self.limit,
        })
    }
}
