//! Times on the command line.

use std::time::Duration;

use clap::builder::TypedValueParser;

/// Parses seconds: from one to those of a day.
pub(crate) fn seconds() -> impl TypedValueParser<Value = Duration> {
    let seconds = clap::value_parser!(u64).range(1..=86_400);
    seconds.map(Duration::from_secs)
}
