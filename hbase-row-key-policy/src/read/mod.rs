//! Reads policies.
//!
//! `serde_json` reads the text; the members are read from its raw values, which know their positions.

mod locate;
mod object;
mod salt;
mod text;
mod value;

pub use locate::locate;

use object::Object;
use value::{Document, Value};

use crate::error::PolicyError;
use crate::policy::{PolicyPart, RowKeyPolicy};

/// The maximum bytes of a policy.
pub(crate) const MOST_BYTES: usize = 1 << 20;

impl RowKeyPolicy {
    /// Reads a policy; see the [format](crate#format).
    ///
    /// ```
    /// use hbase_row_key_policy::RowKeyPolicy;
    ///
    /// let error = RowKeyPolicy::from_json(r#"[{"ID":"ID"},{"columName":"ID"}]"#).unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "line 1, column 15: `[1].columName`: found an unknown member, expected `columnName`"
    /// );
    /// ```
    ///
    /// # Errors
    /// Text that is not JSON, and the first member that is unknown, missing, repeated or of the wrong type.
    pub fn from_json(json: &str) -> Result<Self, PolicyError> {
        if json.len() > MOST_BYTES {
            return Err(PolicyError::Size {
                found: json.len(),
                most: MOST_BYTES,
            });
        }
        let document = Document::read(json)?;
        let Some((mapping, parts)) = document.elements.split_first() else {
            return Err(document.error("found an empty array, expected the mapping and the parts"));
        };
        Ok(Self {
            mapping: read_mapping(mapping)?,
            parts: parts.iter().map(read_part).collect::<Result<_, _>>()?,
        })
    }
}

fn read_mapping(value: &Value<'_>) -> Result<Vec<(String, String)>, PolicyError> {
    let members = Object::read(value, "an object that maps parts to source columns")?;
    members
        .all()
        .map(|(name, column)| Ok((name.to_owned(), column.text()?)))
        .collect()
}

/// A part with `salt` is a salt; it has none of the members of a column.
fn read_part(value: &Value<'_>) -> Result<PolicyPart, PolicyError> {
    let object = Object::read(value, "an object, a part of the key")?;
    if object.has("salt") {
        return salt::read(&object).map(PolicyPart::Salt);
    }
    text::read(&object).map(|part| PolicyPart::Text(Box::new(part)))
}
