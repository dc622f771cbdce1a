//! Where the table is split, or would best be.

use hbase_model::{DescribedTable, KeyLayout, Salt, Splits};

use crate::error::CliError;

/// The most values of a salt that each get a region of their own.
const MOST: u32 = 4096;

/// The first keys of the regions.
pub(super) struct WhereSplit {
    pub(super) keys: Vec<Vec<u8>>,
    /// As the attribute is written, or what is done in its place.
    pub(super) said: String,
    pub(super) note: Option<String>,
}

impl WhereSplit {
    /// The table's own splits. Where it has none, those that go with its salt.
    pub(super) fn of(table: &DescribedTable) -> Result<Self, CliError> {
        let own = &table.descriptor.splits;
        let keys = own.keys().map_err(|error| {
            CliError::unreachable(error).at(format_args!("the splits of {}", table.descriptor.name))
        })?;
        if !keys.is_empty() {
            return Ok(Self {
                keys,
                said: written(own),
                note: None,
            });
        }
        Ok(Self::of_salt(&table.key).unwrap_or_else(|| Self {
            keys,
            said: "nothing: one region".to_owned(),
            note: Some(
                "the table has no splits and no salt to split it by: everything is in one region"
                    .to_owned(),
            ),
        }))
    }

    fn of_salt(layout: &KeyLayout) -> Option<Self> {
        let salt = &layout.salt.as_ref()?.salt;
        let (keys, said) = match (salt, salt.values()) {
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
            said,
            note: Some("the table has no splits: it starts with one region, and the figures are those of the splits that go with its salt".to_owned()),
        })
    }
}

fn like(splits: &Splits) -> Option<(Vec<Vec<u8>>, String)> {
    Some((splits.keys().ok()?, written(splits)))
}

/// As the attribute is written.
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
