//! `ping`.

use super::args::PingArgs;
use crate::error::CliError;
use crate::exit::Status;
use crate::output::Output;

#[expect(clippy::unused_async, reason = "asks nothing yet")]
pub(super) async fn run(args: &PingArgs, _output: Output) -> Result<Status, CliError> {
    Err(CliError::unreachable("`ping` is not built yet").found(format_args!("{args:?}")))
}
