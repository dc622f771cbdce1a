//! `key encode` and `key decode`: encode and decode row keys.

mod arguments;
mod decode;
mod encode;
mod segments;

use crate::cli::KeyCommand;
use crate::error::CliError;
use crate::exit::Status;
use crate::output::Output;

pub(crate) fn run(command: &KeyCommand, output: Output) -> Result<Status, CliError> {
    match command {
        KeyCommand::Encode(args) => encode::run(args, output),
        KeyCommand::Decode(args) => decode::run(args, output),
    }
}
