//! The members of a description.

use serde::{Deserialize, Serialize};

use super::{Attributes, Family, Index, Key, Metadatum, SplitsOf, column, dynamic};
use crate::described::{DescribedColumn, DescribedDynamic};

/// A table as JSON; see the [module](super) for the members.
///
/// Displayed, it is that JSON.
///
/// ```
/// use hbase_model::description::Description;
/// let text = r#"{
///     "format": "hbase-schema/2", "row": "Call", "name": "DLQX:CALL_RECORD",
///     "key": { "parts": [{ "name": "id", "encoding": { "kind": "integer", "width": 4, "signed": false } }] },
///     "families": [{ "name": "D1", "attributes": { "TTL": "86400" } }],
///     "columns": []
/// }"#;
/// let table = Description::from_json(text)?.table()?;
/// assert_eq!(table.key.width(), Some(4));
/// let written = Description::of(&table).to_string();
/// assert_eq!(Description::from_json(&written)?.table()?, table);
/// # Ok::<(), hbase_model::description::DescriptionError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "the members are documented in one table")]
pub struct Description {
    pub format: String,
    pub row: String,
    pub name: String,
    pub key: Key,
    pub families: Vec<Family>,
    #[serde(default, skip_serializing_if = "Attributes::is_empty")]
    pub attributes: Attributes,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub metadata: Vec<Metadatum>,
    #[serde(default)]
    pub splits: SplitsOf,
    #[serde(with = "column")]
    pub columns: Vec<DescribedColumn>,
    #[serde(with = "dynamic", default, skip_serializing_if = "Vec::is_empty")]
    pub dynamic: Vec<DescribedDynamic>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub indexes: Vec<Index>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub index_states: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub timestamp: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub timestamp_period: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub row_version: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table_date: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ddl: Option<Vec<String>>,
}
