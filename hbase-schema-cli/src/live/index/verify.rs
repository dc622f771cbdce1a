//! `index verify` and `index repair`.

use std::io::{self, Write};

use hbase_index::{Findings, Verification};
use hbase_model::printable::Printable;
use serde::Serialize;

use super::args::WorkArgs;
use super::progress::{Printer, Progress};
use super::ready::{self, Needed};
use super::report::Report;
use super::schema::DeclaredIndex;
use super::store::Store;
use crate::error::CliError;
use crate::exit::Status;
use crate::output::{CommandResult, Output};
use crate::style::{BAD, BOLD, CARE, GOOD};
use crate::text::{counted, grouped};

pub(super) async fn run(
    args: &WorkArgs,
    verification: Verification,
    output: Output,
) -> Result<Status, CliError> {
    // A row that is rewritten gets the entries of all its indexes.
    let needed = match verification {
        Verification::Repair => Needed::OfTheirTables,
        Verification::Report => Needed::Selected,
    };
    let selected = ready::select(&args.select, needed)?;
    let store = Store::open(&args.select.store).await?;
    let mut verified = Report::of(&store);
    for declared in &selected {
        let found = verify(args, &store, declared, verification, output).await?;
        verified.indexes.push(found);
    }
    output.print(&verified)
}

async fn verify(
    args: &WorkArgs,
    store: &Store,
    declared: &DeclaredIndex,
    verification: Verification,
    output: Output,
) -> Result<IndexFindings, CliError> {
    let table = store.table(declared, args.clients.settings());
    let (index, name) = (&declared.index.table, declared.index.table.to_string());
    ready::check_built(store, &table, index).await?;
    if verification == Verification::Repair {
        store.check_writes(&table)?;
        ready::check_tables(store, declared).await?;
    }
    let mut printer = Printer::new(output);
    let mut report = |found: &Findings| {
        let entries = found.live + found.stale;
        let (things, read) = match entries {
            0 => ("rows", found.rows),
            entries => ("entries", entries),
        };
        printer.show(&Progress {
            index: &name,
            read,
            things,
            more: format!(", {} rows without entries", grouped(found.missing)),
            last_row: None,
        });
    };
    let found = table.verify_with(index, verification, store.timeout, &mut report);
    let found = found.await.map_err(|error| {
        let error = store.error(&error);
        error.help("run it once more: finished repairs are kept")
    })?;
    let repairs = verification == Verification::Repair;
    Ok(IndexFindings::of(name, repairs, &found, &printer))
}

/// The findings.
#[derive(Serialize)]
struct IndexFindings {
    index: String,
    #[serde(skip)]
    repairs: bool,
    /// Rows that were compared.
    rows: u64,
    /// Rows that lack entries: queries do not find them.
    missing: u64,
    /// The keys of some of them.
    examples: Vec<String>,
    /// Rows whose values cannot be computed: queries do not find them.
    undecodable: u64,
    /// The key of one of them, and why.
    #[serde(skip_serializing_if = "Option::is_none")]
    undecodable_example: Option<String>,
    /// Rows that lack an indexed cell: they have no entry.
    absent: u64,
    /// The key of the first of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    absent_example: Option<String>,
    /// Entries that rows have.
    live: u64,
    /// Entries that no row has: queries skip them.
    stale: u64,
    /// Rows of the index's table that are not entries.
    damaged: u64,
    /// Rows rewritten, and entries deleted.
    repaired: u64,
    seconds: f64,
    rows_per_second: u64,
}

impl IndexFindings {
    fn of(index: String, repairs: bool, found: &Findings, printer: &Printer) -> Self {
        let (examples, example) = (found.examples.iter(), found.undecodable_example.as_ref());
        Self {
            index,
            repairs,
            rows: found.rows,
            missing: found.missing,
            examples: examples.map(|row| Printable(row).to_string()).collect(),
            undecodable: found.undecodable,
            undecodable_example: example.map(|(row, why)| format!("{} ({why})", Printable(row))),
            absent: found.absent,
            absent_example: found
                .absent_example
                .as_ref()
                .map(|row| Printable(row).to_string()),
            live: found.live,
            stale: found.stale,
            damaged: found.damaged,
            repaired: found.repaired,
            seconds: printer.seconds(),
            rows_per_second: printer.rate(found.rows),
        }
    }

    const fn is_right(&self) -> bool {
        self.missing == 0 && self.damaged == 0 && self.undecodable == 0
    }

    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let [live, stale] = [self.live, self.stale].map(grouped);
        let rows = counted(self.rows, "row");
        writeln!(
            out,
            "{BOLD}{}{BOLD:#}: {rows}, {live} entries of rows, {stale} without a row",
            self.index
        )?;
        if self.is_right() {
            writeln!(out, "  {GOOD}every row has its entry{GOOD:#}")?;
        }
        if self.missing > 0 {
            writeln!(
                out,
                "  {BAD}{} without entries{BAD:#}, such as \"{}\"",
                counted(self.missing, "row"),
                self.examples.join("\", \"")
            )?;
        }
        self.write_rows_without_value(out)?;
        if self.damaged > 0 {
            writeln!(
                out,
                "  {CARE}{} rows of its table are not entries{CARE:#}: `index drop`, then `index build`",
                grouped(self.damaged)
            )?;
        }
        if self.repairs {
            let repaired = grouped(self.repaired);
            writeln!(out, "  repaired: {repaired} rows and entries")?;
        } else if self.missing > 0 {
            writeln!(out, "  `hbase-schema index repair` rewrites those rows")?;
        }
        Ok(())
    }

    fn write_rows_without_value(&self, out: &mut dyn Write) -> io::Result<()> {
        if let Some(example) = &self.undecodable_example {
            writeln!(
                out,
                "  {BAD}{} without values that can be computed{BAD:#}, such as {example}: rewrite them or delete them",
                counted(self.undecodable, "row")
            )?;
        }
        if let Some(example) = &self.absent_example {
            writeln!(
                out,
                "  {CARE}{} without an indexed cell{CARE:#}, the first \"{example}\": queries do not find them",
                counted(self.absent, "row")
            )?;
        }
        Ok(())
    }
}

impl CommandResult for Report<IndexFindings> {
    /// [`Status::Findings`] if queries miss rows: entries that no row has do no harm.
    fn status(&self) -> Status {
        let is_right = |found: &IndexFindings| {
            found.damaged == 0 && found.undecodable == 0 && (found.repairs || found.missing == 0)
        };
        Status::of(self.indexes.iter().all(is_right))
    }

    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        self.indexes.iter().try_for_each(|found| found.write(out))
    }
}
