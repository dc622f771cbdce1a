//! `key decode PATH NAME KEY`.

use std::io::{self, Write};

use hbase_model::{DescribedTable, LayoutError};
use hbase_schema_build::KeyCodes;
use serde::Serialize;

use super::pieces::Pieces;
use crate::cli::DecodeArgs;
use crate::error::CliError;
use crate::exit::Status;
use crate::key_error;
use crate::key_text::parse_key;
use crate::output::{Answer, Output};
use crate::tables;

/// A key that fits its table, the salt checked.
#[derive(Serialize)]
struct Decoded {
    table: String,
    #[serde(flatten)]
    pieces: Pieces,
}

impl Answer for Decoded {
    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        self.pieces.write(&self.table, out)
    }
}

pub(super) fn run(args: &DecodeArgs, output: Output) -> Result<Status, CliError> {
    let table = tables::find(&args.path, &args.name)?;
    let key = parse_key(&args.key, args.hex).map_err(|error| {
        CliError::usage(format_args!("the key is not in hex: {error}"))
            .found(format_args!("`{}`", args.key))
            .help("leave `--hex` and `0x` out for a key as HBase's shell prints it")
    })?;
    let codes = tables::codes(&args.path, &table);
    let pieces = pieces(&table, &key, codes.as_ref());
    let pieces = pieces.map_err(|error| refused(&error, args, &table))?;
    output.give(&Decoded {
        table: table.descriptor.name.to_string(),
        pieces,
    })
}

fn pieces(
    table: &DescribedTable,
    key: &[u8],
    codes: Option<&KeyCodes>,
) -> Result<Pieces, LayoutError> {
    let decoded = table.key.decode(key)?;
    tables::check_codes(codes, table, &decoded.parts)?;
    Pieces::of(table, key, &decoded.parts)
}

/// Where the key would fit if it were hex, says so.
fn refused(error: &LayoutError, args: &DecodeArgs, table: &DescribedTable) -> CliError {
    let refused = key_error::of(&format!("`{}` is no key", args.key), error)
        .at(format_args!("{}", table.descriptor.name));
    let as_hex = const_hex::decode(&args.key).ok();
    if !args.hex && as_hex.is_some_and(|key| table.key.decode(&key).is_ok()) {
        return refused.help(format_args!("as hex it is one: write `0x{}`", args.key));
    }
    match (error, table.key.width()) {
        (LayoutError::SaltMismatch { expected, .. }, _) => {
            refused.help(format_args!("with the salt \"{expected}\" it would be one"))
        }
        (_, Some(width)) => refused.help(format_args!("every key of this table has {width} bytes")),
        _ => refused.help("`hbase-schema explain` shows what stands where in a key"),
    }
}
