//! `policy new`: makes a policy from options, or by questions.

mod draft;
mod flags;
mod prompt;
mod questions;
#[cfg(test)]
mod tests;

use std::io::{self, IsTerminal, Write};

use hbase_row_key_policy::{RowKeyPolicy, Severity};
use serde::Serialize;
use serde_json::value::RawValue;

use super::args::{NewArgs, OutputArgs};
use super::file::{self, invalid};
use super::preview::Shown;
use crate::error::CliError;
use crate::exit::Status;
use crate::output::{CommandResult, Output};
use crate::style::GOOD;

/// The policy, and the keys that it makes from its samples.
#[derive(Serialize)]
struct Made {
    policy: Box<RawValue>,
    #[serde(skip)]
    lines: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<String>,
    preview: Shown,
}

pub(super) fn run(args: &NewArgs, output: Output) -> Result<Status, CliError> {
    // Checked first, so that no questions are answered for nothing.
    file::require_new(&args.output)?;
    let policy = if !args.parts.is_empty() || !args.salt.is_empty() {
        flags::policy(&args.parts, &args.salt)?
    } else if io::stdin().is_terminal() {
        questions::policy(&mut prompt::Terminal)?
    } else {
        return Err(CliError::usage("there is no terminal to ask on, and no `--part`")
            .expected("a terminal, or a `--part` for each part of the key")
            .help("`hbase-schema policy new --part ID length=8 prefixChar=0` makes a policy of one part"));
    };
    require_valid(&policy)?;
    output.print(&made(&policy, &args.output)?)
}

/// Rejects policies that make no keys.
fn require_valid(policy: &RowKeyPolicy) -> Result<(), CliError> {
    let mut findings = policy.check().into_iter();
    match findings.find(|finding| finding.severity == Severity::Error) {
        None => Ok(()),
        Some(error) => {
            let member = error.path.split_once('.').map_or("", |(_, member)| member);
            let message = format_args!("`{member}`: {}", error.message);
            let location = draft::name_of(policy, &error.path);
            Err(CliError::usage(message).at(location).help(error.help))
        }
    }
}

fn made(policy: &RowKeyPolicy, args: &OutputArgs) -> Result<Made, CliError> {
    let samples: Vec<Option<&str>> = policy.samples().into_iter().map(Some).collect();
    let preview = policy.preview(&samples);
    let preview = preview.map_err(|error| invalid(&error, "the policy"))?;
    if let Some(path) = &args.output {
        file::write(policy, args, path)?;
    }
    let json = RawValue::from_string(policy.to_json());
    Ok(Made {
        policy: json.map_err(|error| CliError::unreachable(error).at("the policy"))?,
        lines: policy.to_json_lines(),
        file: args.output.as_ref().map(|path| path.display().to_string()),
        preview: Shown::of(&preview),
    })
}

impl CommandResult for Made {
    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        let Some(file) = &self.file else {
            return out.write_all(self.lines.as_bytes());
        };
        self.preview.text(out)?;
        writeln!(out, "{GOOD}written{GOOD:#} to {file}")
    }
}
