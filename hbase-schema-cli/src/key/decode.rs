//! `key decode PATH NAME KEY`: decodes a row key.

use std::io::{self, Write};

use hbase_model::{DescribedTable, LayoutError};
use serde::Serialize;

use super::segments::KeySegments;
use crate::cli::DecodeArgs;
use crate::error::CliError;
use crate::exit::Status;
use crate::key_error;
use crate::key_text::parse_key;
use crate::output::{CommandResult, Output};
use crate::tables;

/// A decoded row key with a verified salt.
#[derive(Serialize)]
struct Decoded {
    table: String,
    #[serde(flatten)]
    segments: KeySegments,
}

impl CommandResult for Decoded {
    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        self.segments.write(&self.table, out)
    }
}

pub(super) fn run(args: &DecodeArgs, output: Output) -> Result<Status, CliError> {
    let table = tables::find(&args.table.path, &args.table.name)?;
    let key = parse_key(&args.key, args.hex).map_err(|error| {
        CliError::usage(format_args!("the key is not in hex: {error}"))
            .found(format_args!("`{}`", args.key))
            .help("leave `--hex` and `0x` out for a key as HBase's shell prints it")
    })?;
    let segments = decode(&table, &key);
    let segments = segments.map_err(|error| invalid_key(&error, args, &table))?;
    output.print(&Decoded {
        table: table.descriptor.name.to_string(),
        segments,
    })
}

fn decode(table: &DescribedTable, key: &[u8]) -> Result<KeySegments, LayoutError> {
    let decoded = table.key.decode(key)?;
    table.key.check_codes(&decoded.parts)?;
    KeySegments::of(table, key, &decoded.parts)
}

/// Adds the help: also whether the key would be valid as hex.
fn invalid_key(error: &LayoutError, args: &DecodeArgs, table: &DescribedTable) -> CliError {
    let invalid = key_error::of(&format!("`{}` is not a key", args.key), error)
        .at(format_args!("{}", table.descriptor.name));
    let as_hex = const_hex::decode(&args.key).ok();
    if !args.hex && as_hex.is_some_and(|key| table.key.decode(&key).is_ok()) {
        return invalid.help(format_args!("as hex it is: write `0x{}`", args.key));
    }
    match (error, table.key.width()) {
        (LayoutError::SaltMismatch { .. }, _) if is_by_function(table) => {
            invalid.help("the function of the salt returns a number below `values`")
        }
        (LayoutError::SaltMismatch { expected, .. }, _) => invalid.help(format_args!(
            "with the salt \"{expected}\" it would be a key"
        )),
        (_, Some(width)) => invalid.help(format_args!("every key of this table has {width} bytes")),
        _ => invalid.help("`hbase-schema explain` shows the layout of the key"),
    }
}

/// Whether a function that the command cannot call computes the salt.
fn is_by_function(table: &DescribedTable) -> bool {
    let salt = table.key.salt.as_ref().map(|salt| &salt.salt);
    salt.is_some_and(|salt| salt.is_computed() && !salt.can_be_computed())
}
