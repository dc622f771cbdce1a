//! `import guess`: a first mapping and policy from a sample.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

use hbase_schema_import::guess;
use serde::Serialize;

use super::args::GuessArgs;
use super::{read_mapping, source};
use crate::error::CliError;
use crate::exit::Status;
use crate::output::{CommandResult, Output};

/// A mapping, and the policy's file.
#[derive(Serialize)]
struct GuessResult {
    /// The rows of the sample.
    rows: u64,
    /// The mapping, as TOML.
    mapping: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    policy: Option<String>,
}

impl CommandResult for GuessResult {
    /// Only the mapping, so that it can be written to a file.
    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(self.mapping.as_bytes())
    }
}

pub(super) async fn run(args: &GuessArgs, output: Output) -> Result<Status, CliError> {
    let mapping = read_mapping(args.map.as_deref())?;
    // In the source's own order: a guess is not resumed.
    let mut source = source::open(&args.source, &[], &mapping, &[]).await?;
    let guessed = guess(&mut *source).await?;
    if let Some(path) = &args.policy {
        let Some(policy) = guessed.policy() else {
            return Err(CliError::findings("no column is unique in the sample")
                .at(&args.source.from)
                .help("make the policy of several columns: `hbase-schema policy new`"));
        };
        write_new(path, &policy.to_json())
            .map_err(|error| CliError::cannot("create it", &error).at(path.display()))?;
    }
    output.print(&GuessResult {
        rows: guessed.rows,
        mapping: guessed.mapping(&args.family, &mapping),
        policy: args.policy.as_ref().map(|path| path.display().to_string()),
    })
}

fn write_new(path: &Path, text: &str) -> io::Result<()> {
    let mut file = File::create_new(path)?;
    writeln!(file, "{text}")
}
