//! `key encode PATH NAME part=value …`: encodes a row key.

use std::io::{self, Write};

use hbase_model::{DescribedTable, LayoutError, PartValue, Salt};
use serde::Serialize;

use super::arguments::{invalid_value, values};
use super::segments::KeySegments;
use crate::cli::EncodeArgs;
use crate::error::CliError;
use crate::exit::Status;
use crate::output::{CommandResult, Output};
use crate::style::DIM;
use crate::tables;

/// Maximum keys to print, one for each value of a salt.
const MOST: u32 = 4096;

/// The row key, or each possible key if the command cannot compute the salt; of many keys, the first ones.
#[derive(Serialize)]
struct Encoded {
    table: String,
    /// The salt, if it is random or round-robin, or if a function of the program computes it.
    #[serde(skip_serializing_if = "Option::is_none")]
    drawn: Option<String>,
    #[serde(skip)]
    by_function: bool,
    /// The number of possible keys, if some are not in `keys`.
    #[serde(skip_serializing_if = "Option::is_none")]
    possible_keys: Option<u32>,
    keys: Vec<KeySegments>,
}

impl CommandResult for Encoded {
    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        let Some(first) = self.keys.first() else {
            return Ok(());
        };
        if let Some(salt) = &self.drawn {
            let chosen = if self.by_function {
                "is computed by a function of the program, which this command cannot call"
            } else {
                "is chosen when a row is written"
            };
            let printed = u32::try_from(self.keys.len()).unwrap_or(u32::MAX);
            let count = self.possible_keys.unwrap_or(printed);
            writeln!(out, "`{salt}` {chosen}: one of {count} keys\n")?;
            for key in &self.keys {
                let (text, hex) = (&key.key, &key.hex);
                writeln!(out, "  {text}  {DIM}0x{hex}{DIM:#}")?;
            }
            if count > printed {
                writeln!(out, "  … and {} more", count - printed)?;
            }
            writeln!(out, "\nthe first one:\n")?;
        }
        first.write(&self.table, out)
    }
}

pub(super) fn run(args: &EncodeArgs, output: Output) -> Result<Status, CliError> {
    let table = tables::find(&args.table.path, &args.table.name)?;
    let name = table.descriptor.name.to_string();
    let values = values(&table.key, &args.values, &name)?;
    let checked = table.key.check_codes(&values);
    let encoded = checked
        .and_then(|()| encoded(&table, &values))
        .map_err(|error| invalid_value(&error, &name))?;
    output.print(&encoded)
}

fn encoded(table: &DescribedTable, values: &[PartValue]) -> Result<Encoded, LayoutError> {
    let salt = table.key.salt.as_ref().map(|salt| &salt.salt);
    let drawn = salt.filter(|salt| !salt.can_be_computed());
    let count = drawn.and_then(Salt::values).unwrap_or(1);
    let keys = (0..count.min(MOST)).map(|number| {
        let key = table.key.encode_with(values, number)?;
        KeySegments::of(table, &key, values)
    });
    Ok(Encoded {
        table: table.descriptor.name.to_string(),
        drawn: drawn.map(ToString::to_string),
        by_function: drawn.is_some_and(Salt::is_computed),
        possible_keys: (count > MOST).then_some(count),
        keys: keys.collect::<Result<_, _>>()?,
    })
}
