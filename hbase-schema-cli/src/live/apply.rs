//! `apply`: creates and alters the tables of a store as declared.

use std::io::{self, Write};

use hbase_model::diff::{Blocked, Plan, Step};
use hbase_schema::Error;
use hbase_schema::db::{ApplyError, Destructive, FailedStep};
use serde::Serialize;

use super::args::ApplyArgs;
use super::comparison::{Comparison, compare};
use super::shown::{ShownDifference, ShownStep, write_all};
use crate::error::CliError;
use crate::exit::Status;
use crate::output::{CommandResult, Output};
use crate::style::{BAD, BOLD, CARE, DIM, GOOD};
use crate::text::counted;

pub(super) async fn run(args: &ApplyArgs, output: Output) -> Result<Status, CliError> {
    let url = &args.compare.url;
    let comparison = compare(&args.compare, !args.dry_run).await?;
    let plan = comparison.db.plan(&comparison.diffs).await;
    let plan = plan.map_err(|error| CliError::unreachable(error).at(url))?;
    let mut result = ApplyResult::of(url, &comparison, &plan);
    result.dry_run = args.dry_run;
    if args.dry_run || !plan.blocked.is_empty() {
        return output.print(&result);
    }
    let destructive = if args.allow_destructive {
        Destructive::CarryOut
    } else {
        Destructive::LeaveOut
    };
    match comparison.db.apply(&plan, destructive).await {
        Ok(applied) => result.set_done(&applied.done),
        Err(Error::Apply(failure)) if failure.is_for_shell() => result.set_failed(&failure),
        Err(error) => return Err(failed(&error).at(url)),
    }
    output.print(&result)
}

fn failed(error: &Error) -> CliError {
    match error {
        Error::Apply(failure) if !failure.done().is_empty() => {
            let done: Vec<_> = failure.done().iter().map(|step| &*step.statement).collect();
            CliError::unreachable(error)
                .found(format_args!("done: {}", done.join("; ")))
                .help("run `apply` once more: it executes the remaining steps")
        }
        Error::Apply(failure) if failure.is_uncertain() => CliError::unreachable(error)
            .help("`diff` shows whether it was done; `apply` executes the remaining steps"),
        _ => CliError::unreachable(error).help("nothing was done"),
    }
}

/// The plan and its outcome.
#[derive(Serialize)]
struct ApplyResult {
    url: String,
    backend: &'static str,
    dry_run: bool,
    /// Steps that lose nothing, in order.
    harmless: Vec<ShownStep>,
    /// Steps that may lose cells, executed after them.
    destructive: Vec<ShownStep>,
    /// Steps that only `HBase`'s shell can execute.
    by_hand: Vec<ShownStep>,
    /// Tables that no step can change to match their declaration; with one, nothing is executed.
    blocked: Vec<ShownBlocked>,
    /// Declared attributes that could not be compared.
    not_checked: Vec<String>,
    /// The number of harmless steps executed.
    harmless_done: usize,
    /// The number of destructive steps executed.
    destructive_done: usize,
    /// Steps that failed, each with its reason.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    failed: Vec<ShownFailure>,
    /// The remaining steps as a script for `HBase`'s shell, if the store does not support them.
    #[serde(skip_serializing_if = "Option::is_none")]
    script: Option<String>,
}

/// A step that failed.
#[derive(Serialize)]
struct ShownFailure {
    statement: String,
    why: String,
    /// Whether the script executes it; otherwise another error may stop the script too.
    for_shell: bool,
}

/// A table that no step can change to match its declaration.
#[derive(Serialize)]
struct ShownBlocked {
    table: String,
    difference: ShownDifference,
}

impl ApplyResult {
    fn of(url: &str, comparison: &Comparison, plan: &Plan) -> Self {
        let shown = |steps: &[Step]| steps.iter().map(ShownStep::of).collect();
        let blocked = |blocked: &Blocked| ShownBlocked {
            table: blocked.table.to_string(),
            difference: ShownDifference::of(&blocked.difference, comparison.has_former),
        };
        let not_checked = comparison.diffs.iter().flat_map(|diff| {
            let whats = diff.not_checked.iter();
            whats.map(|what| format!("{}, {what}", diff.table))
        });
        Self {
            url: url.to_owned(),
            backend: comparison.db.backend().name(),
            dry_run: false,
            harmless: shown(&plan.harmless),
            destructive: shown(&plan.destructive),
            by_hand: shown(&plan.by_hand),
            blocked: plan.blocked.iter().map(blocked).collect(),
            not_checked: not_checked.collect(),
            harmless_done: 0,
            destructive_done: 0,
            failed: Vec::new(),
            script: None,
        }
    }

    fn set_done(&mut self, done: &[Step]) {
        let destructive = done.iter().filter(|step| step.is_destructive());
        self.destructive_done = destructive.count();
        self.harmless_done = done.len() - self.destructive_done;
    }

    fn set_failed(&mut self, failure: &ApplyError) {
        self.set_done(failure.done());
        let shown = |failed: &FailedStep| ShownFailure {
            statement: failed.step.statement.clone(),
            why: failed.error.to_string(),
            for_shell: failed.is_for_shell(),
        };
        self.failed = failure.failures().iter().map(shown).collect();
        self.script = Some(failure.script());
    }

    fn is_left(&self) -> bool {
        self.harmless_done < self.harmless.len()
            || self.destructive_done < self.destructive.len()
            || !self.by_hand.is_empty()
            || !self.blocked.is_empty()
    }

    fn is_nothing(&self) -> bool {
        let steps = [&self.harmless, &self.destructive, &self.by_hand];
        steps.iter().all(|steps| steps.is_empty()) && self.blocked.is_empty()
    }

    fn write_plan(&self, out: &mut dyn Write) -> io::Result<()> {
        if !self.harmless.is_empty() {
            writeln!(out, "{BOLD}Harmless{BOLD:#}")?;
            write_all(out, &self.harmless)?;
        }
        if !self.destructive.is_empty() {
            writeln!(out, "{BAD}Destructive{BAD:#}")?;
            write_all(out, &self.destructive)?;
        }
        if !self.by_hand.is_empty() {
            writeln!(out, "{CARE}For HBase's shell{CARE:#}, in this order")?;
            for step in &self.by_hand {
                step.write(out)?;
            }
        }
        for blocked in &self.blocked {
            let ShownDifference {
                what,
                declared,
                live,
                origin,
                advice,
                ..
            } = &blocked.difference;
            writeln!(out, "{BAD}Blocked{BAD:#} {}", blocked.table)?;
            writeln!(out, "    {what}: declared {declared}, {origin} {live}")?;
            if let Some(advice) = advice {
                writeln!(out, "    {advice}")?;
            }
        }
        if !self.not_checked.is_empty() {
            let not_checked = self.not_checked.join("; ");
            writeln!(out, "{CARE}Not checked{CARE:#}: {not_checked}")?;
        }
        Ok(())
    }

    fn write_failed(&self, out: &mut dyn Write) -> io::Result<()> {
        for failed in &self.failed {
            writeln!(out, "{BAD}Failed{BAD:#} {}", failed.statement)?;
            writeln!(out, "    {}", failed.why)?;
        }
        if let Some(script) = &self.script {
            writeln!(out, "{CARE}For HBase's shell{CARE:#}, the remaining steps")?;
            for line in script.lines() {
                writeln!(out, "{BOLD}{line}{BOLD:#}")?;
            }
            let files = self.harmless.iter().any(|step| step.splits_file.is_some());
            if files && script.contains("SPLITS_FILE") {
                writeln!(
                    out,
                    "    {DIM}`hbase-schema ddl PATH --splits-to DIR` writes the files that it reads{DIM:#}"
                )?;
            }
        }
        Ok(())
    }

    /// The outcome in one line.
    fn outcome(&self) -> String {
        let count = |number: usize| counted(number as u64, "step");
        let left = self.destructive.len() - self.destructive_done;
        if self.is_nothing() {
            return "nothing to do: the tables are as declared".to_owned();
        }
        if self.dry_run {
            return "nothing was done: this is a dry run".to_owned();
        }
        if !self.blocked.is_empty() {
            let is_of_live = |blocked: &ShownBlocked| blocked.difference.origin == "live";
            let hint = if self.blocked.iter().any(is_of_live) {
                "; `--before PATH` compares the key layouts with those that its rows were written with"
            } else {
                ""
            };
            return format!("nothing was done: a table is blocked{hint}");
        }
        let mut counts = vec![format!(
            "{} done",
            count(self.harmless_done + self.destructive_done)
        )];
        if self.script.is_some() {
            let all = self.harmless.len() + self.destructive.len();
            let done = self.harmless_done + self.destructive_done;
            counts.push(format!("{} not done", count(all - done)));
        } else if left > 0 {
            counts.push(format!(
                "{} left out without `--allow-destructive`",
                count(left)
            ));
        }
        if !self.by_hand.is_empty() {
            counts.push(format!("{} for HBase's shell", count(self.by_hand.len())));
        }
        counts.join(", ")
    }
}

impl CommandResult for ApplyResult {
    fn status(&self) -> Status {
        if self.failed.iter().any(|failed| !failed.for_shell) {
            return Status::Unreachable;
        }
        Status::of(!self.is_left())
    }

    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        self.write_plan(out)?;
        self.write_failed(out)?;
        let style = if self.is_left() { CARE } else { GOOD };
        writeln!(out, "{style}{}{style:#}", self.outcome())
    }
}
