//! `policy check FILE`: all errors in a policy, and advice.

use std::io::{self, Write};

use annotate_snippets::{Group, Level, Origin, Renderer};
use hbase_row_key_policy::{PolicyFinding, RowKeyPolicy, Severity, locate};
use serde::Serialize;

use super::args::CheckArgs;
use super::file::{PolicyText, described};
use crate::error::CliError;
use crate::exit::Status;
use crate::output::{CommandResult, Output};
use crate::text::{counted, summary};

/// The findings of a policy.
#[derive(Serialize)]
pub(super) struct Checked {
    file: String,
    /// The number of key parts; `None` if the text is not a policy.
    #[serde(skip_serializing_if = "Option::is_none")]
    parts: Option<usize>,
    errors: usize,
    warnings: usize,
    findings: Vec<Finding>,
}

#[derive(Serialize)]
struct Finding {
    severity: &'static str,
    message: String,
    /// The member at fault.
    #[serde(skip_serializing_if = "Option::is_none")]
    member: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    help: Option<String>,
}

const ERROR: &str = "error";
const WARNING: &str = "warning";

pub(super) fn run(args: &CheckArgs, output: Output) -> Result<Status, CliError> {
    let text = PolicyText::read(&args.file)?;
    output.print(&checked(&text, !args.no_advice))
}

fn checked(text: &PolicyText, with_advice: bool) -> Checked {
    match RowKeyPolicy::from_json(&text.json) {
        Ok(policy) => {
            let mut findings = policy.check();
            findings.retain(|finding| with_advice || finding.severity == Severity::Error);
            Checked::of(&policy, &findings, &text.name, &text.json)
        }
        Err(error) => {
            let (message, position) = described(&error);
            let finding = Finding {
                severity: ERROR,
                message,
                member: None,
                line: position.map(|(line, _)| line),
                column: position.map(|(_, column)| column),
                help: None,
            };
            Checked::new(&text.name, None, vec![finding])
        }
    }
}

impl Checked {
    /// The findings of a policy, at their positions in its text.
    fn of(policy: &RowKeyPolicy, findings: &[PolicyFinding], file: &str, json: &str) -> Self {
        let findings = findings.iter().map(|finding| {
            let position = locate(json, &finding.path);
            Finding {
                severity: match finding.severity {
                    Severity::Error => ERROR,
                    Severity::Advice => WARNING,
                },
                message: format!("`{}`: {}", finding.path, finding.message),
                member: Some(finding.path.clone()),
                line: position.map(|position| position.line),
                column: position.map(|position| position.column),
                help: Some(finding.help.clone()),
            }
        });
        Self::new(file, Some(policy.parts.len()), findings.collect())
    }

    fn new(file: &str, parts: Option<usize>, findings: Vec<Finding>) -> Self {
        let count = |severity| {
            let found = findings.iter().filter(|found| found.severity == severity);
            found.count()
        };
        Self {
            file: file.to_owned(),
            parts,
            errors: count(ERROR),
            warnings: count(WARNING),
            findings,
        }
    }

    /// `2 parts, no errors, 1 warning`.
    fn summary(&self) -> String {
        let parts = self.parts.map(|parts| counted(parts as u64, "part"));
        summary(parts, self.errors, "no errors", self.warnings)
    }
}

impl Finding {
    fn render(&self, file: &str) -> String {
        let level = if self.severity == ERROR {
            Level::ERROR
        } else {
            Level::WARNING
        };
        let mut origin = Origin::path(file);
        if let (Some(line), Some(column)) = (self.line, self.column) {
            origin = origin.line(line).char_column(column);
        }
        let group = Group::with_title(level.primary_title(self.message.as_str())).element(origin);
        let help = self.help.as_deref();
        let group = group.elements(help.map(|help| Level::HELP.message(help)));
        Renderer::styled().render(&[group])
    }
}

impl CommandResult for Checked {
    fn status(&self) -> Status {
        Status::of(self.errors == 0)
    }

    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        for finding in &self.findings {
            writeln!(out, "{}\n", finding.render(&self.file))?;
        }
        writeln!(out, "{}", self.summary())
    }
}
