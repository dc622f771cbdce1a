//! `apply`.

use std::io::{self, Write};

use hbase_model::diff::{Blocked, Plan, Step};
use hbase_schema::db::{Applied, Destructive};
use hbase_schema::{Connection, Error};
use serde::Serialize;

use super::args::ApplyArgs;
use super::compare::{self, Sides};
use super::shown::{ShownDifference, ShownStep, write_all};
use crate::error::CliError;
use crate::exit::Status;
use crate::output::{Answer, Output};
use crate::style::{BAD, BOLD, CARE, GOOD};
use crate::text::counted;

pub(super) async fn run(args: &ApplyArgs, output: Output) -> Result<Status, CliError> {
    let url = &args.sides.url;
    let sides = compare::sides(&args.sides, !args.dry_run).await?;
    let refuse = |error: Error| CliError::unreachable(error).at(url);
    let plan = sides.db.plan(&sides.diffs).await.map_err(refuse)?;
    let mut answer = ApplyAnswer::of(url, &sides, &plan);
    answer.dry_run = args.dry_run;
    if args.dry_run || !plan.blocked.is_empty() {
        return output.give(&answer);
    }
    let destructive = if args.allow_destructive {
        Destructive::CarryOut
    } else {
        Destructive::LeaveOut
    };
    let applied = apply(&sides.db, &plan, destructive).await;
    answer.set_done(&applied.map_err(|error| error.at(url))?);
    output.give(&answer)
}

async fn apply(
    db: &Connection,
    plan: &Plan,
    destructive: Destructive,
) -> Result<Applied, CliError> {
    let applied = db.apply(plan, destructive).await;
    applied.map_err(|error| match &error {
        Error::Apply(failure) if !failure.done().is_empty() => {
            let done: Vec<_> = failure.done().iter().map(|step| &*step.statement).collect();
            CliError::unreachable(&error)
                .found(format_args!("done before it: {}", done.join("; ")))
                .help("run `apply` again: it takes up what is left")
        }
        Error::Apply(failure) if failure.is_uncertain() => CliError::unreachable(&error)
            .help("`diff` shows whether it was done; `apply` takes up what is left"),
        _ => CliError::unreachable(&error).help("nothing was done"),
    })
}

/// The plan, and what became of it.
#[derive(Serialize)]
struct ApplyAnswer {
    url: String,
    backend: &'static str,
    dry_run: bool,
    /// Steps that lose nothing, in order.
    harmless: Vec<ShownStep>,
    /// Steps by which cells may vanish, which come after them.
    destructive: Vec<ShownStep>,
    /// What only the shell does.
    by_hand: Vec<ShownStep>,
    /// Tables that no step brings to what was declared; nothing is done while there is one.
    blocked: Vec<ShownBlocked>,
    /// What was declared and could not be compared.
    not_checked: Vec<String>,
    /// How many of the harmless steps were carried out.
    harmless_done: usize,
    /// How many of the destructive ones were.
    destructive_done: usize,
}

/// A table that no step brings to what was declared.
#[derive(Serialize)]
struct ShownBlocked {
    table: String,
    difference: ShownDifference,
}

impl ApplyAnswer {
    fn of(url: &str, sides: &Sides, plan: &Plan) -> Self {
        let shown = |steps: &[Step]| steps.iter().map(ShownStep::of).collect();
        let blocked = |blocked: &Blocked| ShownBlocked {
            table: blocked.table.to_string(),
            difference: ShownDifference::of(&blocked.difference),
        };
        let not_checked = sides.diffs.iter().flat_map(|diff| {
            let whats = diff.not_checked.iter();
            whats.map(|what| format!("{}, {what}", diff.table))
        });
        Self {
            url: url.to_owned(),
            backend: sides.db.backend().name(),
            dry_run: false,
            harmless: shown(&plan.harmless),
            destructive: shown(&plan.destructive),
            by_hand: shown(&plan.by_hand),
            blocked: plan.blocked.iter().map(blocked).collect(),
            not_checked: not_checked.collect(),
            harmless_done: 0,
            destructive_done: 0,
        }
    }

    fn set_done(&mut self, applied: &Applied) {
        let destructive = applied.done.iter().filter(|step| step.is_destructive());
        self.destructive_done = destructive.count();
        self.harmless_done = applied.done.len() - self.destructive_done;
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
            writeln!(out, "{CARE}For HBase's shell{CARE:#}, one after the other")?;
            for step in &self.by_hand {
                step.write(out)?;
            }
        }
        for blocked in &self.blocked {
            let ShownDifference {
                what,
                declared,
                live,
                advice,
                ..
            } = &blocked.difference;
            writeln!(out, "{BAD}Blocked{BAD:#} {}", blocked.table)?;
            writeln!(out, "    {what}: declared {declared}, live {live}")?;
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

    /// What became of the plan, in a line.
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
            return "nothing was done: a table is blocked; `--before PATH` compares keys with those that its rows were written under".to_owned();
        }
        let mut said = vec![format!(
            "{} done",
            count(self.harmless_done + self.destructive_done)
        )];
        if left > 0 {
            said.push(format!(
                "{} left out, for want of `--allow-destructive`",
                count(left)
            ));
        }
        if !self.by_hand.is_empty() {
            said.push(format!("{} for HBase's shell", count(self.by_hand.len())));
        }
        said.join(", ")
    }
}

impl Answer for ApplyAnswer {
    fn status(&self) -> Status {
        Status::of(!self.is_left())
    }

    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        self.write_plan(out)?;
        let style = if self.is_left() { CARE } else { GOOD };
        writeln!(out, "{style}{}{style:#}", self.outcome())
    }
}
