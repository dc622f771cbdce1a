//! Columns.

use serde::{Deserialize, Serialize};

use super::DescriptionError;
use super::within::one_of;
use crate::described::{CellCodec, CellFormat, DescribedColumn};

/// A column.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "the members are documented in one table")]
#[allow(
    clippy::struct_excessive_bools,
    reason = "independent properties of one column"
)]
pub struct Column {
    pub field: String,
    pub family: String,
    pub qualifier: String,
    #[serde(rename = "type")]
    pub type_name: String,
    pub codec: Codec,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub module: Option<String>,
    #[serde(rename = "form")]
    pub format: CellFormat,
    #[serde(default)]
    pub optional: bool,
    #[serde(default)]
    pub default: bool,
    #[serde(default)]
    pub counter: bool,
    #[serde(default, skip_serializing_if = "is_false")]
    pub store_none: bool,
}

#[allow(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde passes a reference"
)]
const fn is_false(value: &bool) -> bool {
    !*value
}

/// The encoding of a field as a cell's bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "the values are documented in one table")]
pub enum Codec {
    Java,
    Text,
    Json,
    With,
}

impl Codec {
    /// The codec, and the module of `with`.
    pub(super) fn of(codec: &CellCodec) -> (Self, Option<String>) {
        match codec {
            CellCodec::Java => (Self::Java, None),
            CellCodec::Text => (Self::Text, None),
            CellCodec::Json => (Self::Json, None),
            CellCodec::With(module) => (Self::With, Some(module.clone())),
        }
    }

    pub(super) fn codec(
        self,
        module: Option<&str>,
        path: &str,
    ) -> Result<CellCodec, DescriptionError> {
        Ok(match (self, module) {
            (Self::With, Some(module)) => CellCodec::With(module.to_owned()),
            (Self::Java, None) => CellCodec::Java,
            (Self::Text, None) => CellCodec::Text,
            (Self::Json, None) => CellCodec::Json,
            (Self::With, None) => {
                let message = "missing: the codec `with` has one";
                return Err(DescriptionError::at(format!("{path}.module"), message));
            }
            (_, Some(_)) => {
                let message = "only the codec `with` has one";
                return Err(DescriptionError::at(format!("{path}.module"), message));
            }
        })
    }
}

impl Column {
    pub(super) fn of(column: &DescribedColumn) -> Self {
        let (codec, module) = Codec::of(&column.codec);
        Self {
            field: column.field.clone(),
            family: column.family.clone(),
            qualifier: column.qualifier.clone(),
            type_name: column.type_name.clone(),
            codec,
            module,
            format: column.format,
            optional: column.optional,
            default: column.default,
            counter: column.counter,
            store_none: column.store_none,
        }
    }

    pub(super) fn column(&self, at: usize) -> Result<DescribedColumn, DescriptionError> {
        let path = format!("columns[{at}]");
        let codec = self.codec.codec(self.module.as_deref(), &path)?;
        Ok(DescribedColumn {
            field: self.field.clone(),
            family: self.family.clone(),
            qualifier: self.qualifier.clone(),
            type_name: self.type_name.clone(),
            codec,
            format: check_format(self.format, &format!("{path}.form.width"))?,
            optional: self.optional,
            default: self.default,
            counter: self.counter,
            store_none: self.store_none,
        })
    }
}

pub(super) fn check_format(format: CellFormat, path: &str) -> Result<CellFormat, DescriptionError> {
    match format {
        CellFormat::Integer { width, .. } => one_of(path, width, &[1, 2, 4, 8, 16])?,
        CellFormat::Float { width } => one_of(path, width, &[4, 8])?,
        _ => return Ok(format),
    };
    Ok(format)
}
