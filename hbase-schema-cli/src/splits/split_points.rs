//! The split points of a table, or those that fit its salt.

use hbase_model::{DescribedTable, KeyLayout, Salt, Splits};

use crate::error::CliError;

/// Maximum values of a salt with one region each.
const MOST: u32 = 4096;

/// The start keys of the regions except the first.
pub(super) struct SplitPoints {
    pub(super) keys: Vec<Vec<u8>>,
    /// As in the attribute, or a text in its place.
    pub(super) description: String,
    pub(super) note: Option<String>,
}

impl SplitPoints {
    /// The table's own split points, otherwise those that fit its salt.
    pub(super) fn of(table: &DescribedTable) -> Result<Self, CliError> {
        let own = &table.descriptor.splits;
        let keys = own.keys().map_err(|error| {
            CliError::unreachable(error).at(format_args!("the splits of {}", table.descriptor.name))
        })?;
        if !keys.is_empty() {
            return Ok(Self {
                keys,
                description: written(own),
                note: None,
            });
        }
        Ok(Self::of_salt(&table.key).unwrap_or_else(|| Self {
            keys,
            description: "nothing: one region".to_owned(),
            note: Some(
                "the table has no splits and no salt to split by: all rows are in one region"
                    .to_owned(),
            ),
        }))
    }

    fn of_salt(layout: &KeyLayout) -> Option<Self> {
        let salt = &layout.salt.as_ref()?.salt;
        let (keys, description) = match (salt, salt.values()) {
            (_, Some(values)) if values <= MOST => {
                let keys = (1..values).map(|number| salt.nth(number).to_vec());
                (keys.collect(), "each value of the salt".to_owned())
            }
            (Salt::Md5Hex { .. }, _) => like(&Splits::HexString { regions: 16 })?,
            (Salt::Md5 { .. }, _) => like(&Splits::Uniform { regions: 16 })?,
            _ => return None,
        };
        Some(Self {
            keys,
            description,
            note: Some("the table has no splits: it starts with one region, and the figures are for splits that fit its salt".to_owned()),
        })
    }
}

fn like(splits: &Splits) -> Option<(Vec<Vec<u8>>, String)> {
    Some((splits.keys().ok()?, written(splits)))
}

/// As in the attribute.
fn written(splits: &Splits) -> String {
    match splits {
        Splits::HexString { regions } => format!("hex_string({regions})"),
        Splits::Uniform { regions } => format!("uniform({regions})"),
        Splits::DecimalString { regions } => format!("decimal_string({regions})"),
        Splits::NumberPipe { regions, width } => format!("number_pipe({regions}, width = {width})"),
        Splits::PerBucket { buckets, .. } => format!("per_bucket({buckets})"),
        Splits::Keys(keys) => format!("{} keys of its own", keys.len()),
        _ => "nothing: one region".to_owned(),
    }
}
