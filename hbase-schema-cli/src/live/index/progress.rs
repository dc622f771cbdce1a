//! Progress on the standard error, once a second.

use std::time::{Duration, Instant};

use hbase_model::printable::Printable;
use serde_json::json;

use crate::output::Output;
use crate::style::DIM;
use crate::text::grouped;

const INTERVAL: Duration = Duration::from_secs(1);

/// The progress of a long command.
pub(super) struct Progress<'a> {
    pub(super) index: &'a str,
    /// Rows, or entries, that were read.
    pub(super) read: u64,
    /// The noun for the rows or entries.
    pub(super) things: &'static str,
    /// The findings or actions so far, in words.
    pub(super) more: String,
    /// The last row.
    pub(super) last_row: Option<String>,
}

/// Prints progress, at most once a second.
pub(super) struct Printer {
    output: Output,
    started: Instant,
    printed: Instant,
}

impl Printer {
    pub(super) fn new(output: Output) -> Self {
        Self::after(Duration::ZERO, output)
    }

    /// A printer for work that starts after a wait, which its rate does not include.
    pub(super) fn after(wait: Duration, output: Output) -> Self {
        let started = Instant::now() + wait;
        Self {
            output,
            started,
            printed: started,
        }
    }

    /// Prints progress if the last one was a second ago.
    pub(super) fn show(&mut self, progress: &Progress<'_>) {
        if self.printed.elapsed() < INTERVAL {
            return;
        }
        self.printed = Instant::now();
        let per_second = self.rate(progress.read);
        let Progress {
            index,
            read,
            things,
            more,
            last_row,
        } = progress;
        let mut event = json!({"index": index, "read": read, "per_second": per_second});
        if let Some(last) = last_row {
            event["last_row"] = last.as_str().into();
        }
        self.output.print_note(&json!({"progress": event}), |out| {
            let (read, per_second) = (grouped(*read), grouped(per_second));
            write!(
                out,
                "{DIM}{index}: {read} {things}{more}, {per_second} per second"
            )?;
            if let Some(last) = last_row {
                write!(out, ", up to \"{last}\"")?;
            }
            writeln!(out, "{DIM:#}")
        });
    }

    fn elapsed(&self) -> Duration {
        Instant::now().saturating_duration_since(self.started)
    }

    /// The mean rate so far.
    pub(super) fn rate(&self, read: u64) -> u64 {
        let millis = self.elapsed().as_millis().max(1);
        let rate = u128::from(read) * 1000 / millis;
        u64::try_from(rate).unwrap_or(u64::MAX)
    }

    pub(super) fn seconds(&self) -> f64 {
        (self.elapsed().as_secs_f64() * 10.0).round() / 10.0
    }
}

/// A row key as the shell prints it; `None` for an empty one.
pub(super) fn key(row: &[u8]) -> Option<String> {
    (!row.is_empty()).then(|| Printable(row).to_string())
}
