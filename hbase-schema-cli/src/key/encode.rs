//! `key encode PATH NAME part=value …`.

use std::io::{self, Write};

use hbase_model::{DescribedTable, LayoutError, PartValue, Salt};
use serde::Serialize;

use super::arguments::{misfit, values};
use super::pieces::Pieces;
use crate::cli::EncodeArgs;
use crate::error::CliError;
use crate::exit::Status;
use crate::output::{Answer, Output};
use crate::style::DIM;
use crate::tables;

/// The key; where the salt is drawn, each key that it may be.
#[derive(Serialize)]
struct Encoded {
    table: String,
    /// The salt, where it is drawn when a row is written.
    #[serde(skip_serializing_if = "Option::is_none")]
    drawn: Option<String>,
    keys: Vec<Pieces>,
}

impl Answer for Encoded {
    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        let Some(first) = self.keys.first() else {
            return Ok(());
        };
        if let Some(salt) = &self.drawn {
            let count = self.keys.len();
            writeln!(
                out,
                "`{salt}` is drawn when a row is written: one of {count} keys\n"
            )?;
            for key in &self.keys {
                let (text, hex) = (&key.key, &key.hex);
                writeln!(out, "  {text}  {DIM}0x{hex}{DIM:#}")?;
            }
            writeln!(out, "\nthe first of them:\n")?;
        }
        first.write(&self.table, out)
    }
}

pub(super) fn run(args: &EncodeArgs, output: Output) -> Result<Status, CliError> {
    let table = tables::find(&args.path, &args.name)?;
    let place = table.descriptor.name.to_string();
    let values = values(&table.key, &args.values, &place)?;
    let codes = tables::codes(&args.path, &table);
    let encoded = tables::check_codes(codes.as_ref(), &table, &values)
        .and_then(|()| encoded(&table, &values))
        .map_err(|error| misfit(&error, &place))?;
    output.give(&encoded)
}

fn encoded(table: &DescribedTable, values: &[PartValue]) -> Result<Encoded, LayoutError> {
    let salt = table.key.salt.as_ref().map(|salt| &salt.salt);
    let drawn = salt.filter(|salt| !salt.is_computed());
    let count = drawn.and_then(Salt::values).unwrap_or(1);
    let keys = (0..count).map(|number| {
        let key = table.key.encode_with(values, number)?;
        Pieces::of(table, &key, values)
    });
    Ok(Encoded {
        table: table.descriptor.name.to_string(),
        drawn: drawn.map(ToString::to_string),
        keys: keys.collect::<Result<_, _>>()?,
    })
}
