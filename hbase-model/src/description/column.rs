//! Columns: [`DescribedColumn`]s and the members that they have in JSON.

use serde::de::IgnoredAny;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::DescriptionError;
use super::absence::AbsenceName;
use super::codes::check_codes;
use super::splits::{bytes, hex_of};
use super::within::one_of;
use crate::described::{
    CellCodec, CellFacts, CellFormat, ColumnQualifier, DescribedColumn, EmptyCell, LogicalType,
};

/// The members of a column.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Members {
    field: String,
    family: String,
    /// Absent if the qualifier is not text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    qualifier: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    qualifier_hex: Option<String>,
    #[serde(rename = "type")]
    type_name: String,
    codec: Codec,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    module: Option<String>,
    #[serde(rename = "form")]
    format: CellFormat,
    #[serde(default)]
    value: LogicalType,
    #[serde(default)]
    absent: AbsenceName,
    #[serde(default)]
    empty: EmptyCell,
    #[serde(default)]
    default: bool,
    #[serde(default)]
    counter: bool,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    codes: String,
    /// A member of the version 1, which reads it.
    #[serde(rename = "optional", default, skip_serializing)]
    _optional: IgnoredAny,
    /// A member of the version 1, which reads it.
    #[serde(rename = "store_none", default, skip_serializing)]
    _store_none: IgnoredAny,
}

/// The codec of a cell; `with` and `with_name` also have a module.
#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Codec {
    Java,
    Text,
    JavaText,
    Json,
    Part,
    With,
    WithName,
}

impl Codec {
    /// The codec, and the module of `with`.
    pub(super) fn of(codec: &CellCodec<String>) -> (Self, Option<String>) {
        match codec {
            CellCodec::Java => (Self::Java, None),
            CellCodec::Text => (Self::Text, None),
            CellCodec::JavaText => (Self::JavaText, None),
            CellCodec::Json => (Self::Json, None),
            CellCodec::Part => (Self::Part, None),
            CellCodec::With(module) => (Self::With, Some(module.clone())),
            CellCodec::WithName(module) => (Self::WithName, Some(module.clone())),
        }
    }

    pub(super) fn codec(
        self,
        module: Option<String>,
        path: &str,
    ) -> Result<CellCodec<String>, DescriptionError> {
        let fail = |message| DescriptionError::at(format!("{path}.module"), message);
        match (self, module) {
            (Self::With, Some(module)) => Ok(CellCodec::With(module)),
            (Self::WithName, Some(module)) => Ok(CellCodec::WithName(module)),
            (Self::Java, None) => Ok(CellCodec::Java),
            (Self::Text, None) => Ok(CellCodec::Text),
            (Self::JavaText, None) => Ok(CellCodec::JavaText),
            (Self::Json, None) => Ok(CellCodec::Json),
            (Self::Part, None) => Ok(CellCodec::Part),
            (Self::With, None) => Err(fail("missing: the codec `with` needs one")),
            (Self::WithName, None) => Err(fail("missing: the codec `with_name` needs one")),
            (Self::Java | Self::Text | Self::JavaText | Self::Json | Self::Part, Some(_)) => {
                Err(fail("only the codecs `with` and `with_name` have one"))
            }
        }
    }
}

impl Members {
    fn of(column: &DescribedColumn) -> Self {
        let (codec, module) = Codec::of(&column.codec);
        let (qualifier, qualifier_hex) = text_or_hex(&column.qualifier);
        Self {
            field: column.field.clone(),
            family: column.family.clone(),
            qualifier,
            qualifier_hex,
            type_name: column.type_name.clone(),
            codec,
            module,
            format: column.facts.format,
            value: column.facts.logical_type,
            absent: column.facts.absence.into(),
            empty: column.facts.empty,
            default: column.default,
            counter: column.counter,
            codes: column.codes.clone(),
            _optional: IgnoredAny,
            _store_none: IgnoredAny,
        }
    }

    fn column(self, at: usize) -> Result<DescribedColumn, DescriptionError> {
        let path = format!("columns[{at}]");
        let hex = self.qualifier_hex.as_deref();
        let qualifier = name_of(self.qualifier, hex, &path, "qualifier")?.ok_or_else(|| {
            let message = "missing: write `qualifier_hex` instead if the qualifier is not text";
            DescriptionError::at(format!("{path}.qualifier"), message)
        })?;
        check_codes(&path, &self.codes)?;
        Ok(DescribedColumn {
            field: self.field,
            family: self.family,
            qualifier,
            type_name: self.type_name,
            codec: self.codec.codec(self.module, &path)?,
            facts: CellFacts {
                format: check_format(self.format, &path)?,
                logical_type: self.value,
                absence: self.absent.into(),
                empty: self.empty,
            },
            default: self.default,
            counter: self.counter,
            codes: self.codes,
        })
    }
}

/// A qualifier or prefix as text, or as hex digits if it is not text.
pub(super) fn text_or_hex(name: &ColumnQualifier<Vec<u8>>) -> (Option<String>, Option<String>) {
    match name.as_text() {
        Some(text) => (Some(text.to_owned()), None),
        None => (None, Some(hex_of(name.as_bytes()))),
    }
}

/// The qualifier or prefix that `member` contains as text, or `member` and `_hex` as hex digits.
pub(super) fn name_of(
    text: Option<String>,
    hex: Option<&str>,
    path: &str,
    member: &str,
) -> Result<Option<ColumnQualifier<Vec<u8>>>, DescriptionError> {
    let Some(hex) = hex else {
        return Ok(text.map(ColumnQualifier::from));
    };
    let fail = |message| DescriptionError::at(format!("{path}.{member}_hex"), message);
    if text.is_some() {
        return Err(fail(format!("there is a `{member}` too: keep one")));
    }
    match bytes(hex) {
        Some(name) => Ok(Some(name.into())),
        None => Err(fail(format!("found {hex:?}, expected pairs of hex digits"))),
    }
}

pub(super) fn check_format(format: CellFormat, path: &str) -> Result<CellFormat, DescriptionError> {
    let path = format!("{path}.form.width");
    match format {
        CellFormat::Integer { width, .. } => {
            one_of(&path, width, &[1, 2, 4, 8, 16])?;
        }
        CellFormat::Float { width } | CellFormat::JavaFloatText { width } => {
            one_of(&path, width, &[4, 8])?;
        }
        CellFormat::Bool
        | CellFormat::Text
        | CellFormat::DecimalText
        | CellFormat::Bytes
        | CellFormat::BigDecimal
        | CellFormat::Json
        | CellFormat::Part(_)
        | CellFormat::Custom => {}
    }
    Ok(format)
}

pub(super) fn serialize<S: Serializer>(
    columns: &[DescribedColumn],
    to: S,
) -> Result<S::Ok, S::Error> {
    to.collect_seq(columns.iter().map(Members::of))
}

pub(super) fn deserialize<'de, D: Deserializer<'de>>(
    from: D,
) -> Result<Vec<DescribedColumn>, D::Error> {
    let columns = Vec::<Members>::deserialize(from)?.into_iter().enumerate();
    let columns = columns.map(|(at, column)| column.column(at));
    columns
        .collect::<Result<_, _>>()
        .map_err(serde::de::Error::custom)
}
