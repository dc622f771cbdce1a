//! The progress of an import: a bar on a terminal, otherwise lines, or events as JSON.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use hbase_schema_import::{Amount, Progress};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde_json::json;

use crate::output::Output;
use crate::text::{counted, grouped};

/// The time between two updates.
const BAR: Duration = Duration::from_millis(100);
const EVENT: Duration = Duration::from_secs(1);
const LINE: Duration = Duration::from_secs(10);

/// Shows progress on the standard error.
pub(super) struct Shown {
    style: ShownAs,
    between: Duration,
    updated: Instant,
}

enum ShownAs {
    Bar(ProgressBar),
    Lines,
    Events,
}

impl Shown {
    pub(super) fn new(output: Output) -> Self {
        let (style, between) = if output.is_json() {
            (ShownAs::Events, EVENT)
        } else if io::stderr().is_terminal() {
            let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
            (ShownAs::Bar(bar), BAR)
        } else {
            (ShownAs::Lines, LINE)
        };
        Self {
            style,
            between,
            updated: Instant::now(),
        }
    }

    pub(super) fn update(&mut self, progress: &Progress) {
        if self.updated.elapsed() < self.between {
            return;
        }
        self.updated = Instant::now();
        match &self.style {
            ShownAs::Bar(bar) => draw(bar, progress),
            // A closed standard error leaves nowhere to report to.
            ShownAs::Lines => drop(writeln!(io::stderr(), "{}", line(progress))),
            ShownAs::Events => drop(writeln!(io::stderr(), "{}", event(progress))),
        }
    }

    /// Removes the bar.
    pub(super) fn end(&self) {
        if let ShownAs::Bar(bar) = &self.style {
            bar.finish_and_clear();
        }
    }
}

fn draw(bar: &ProgressBar, progress: &Progress) {
    if let Some(Amount::Bytes(total) | Amount::Rows(total)) = progress.total {
        bar.set_length(total);
        // A bar as wide as the terminal would leave stray lines when the terminal gets narrower.
        if let Ok(style) = ProgressStyle::with_template("{bar:16} {percent:>3} %  {msg}") {
            bar.set_style(style);
        }
    } else if let Ok(style) = ProgressStyle::with_template("{spinner} {msg}") {
        bar.set_style(style);
    }
    bar.set_position(progress.read);
    bar.set_message(line(progress));
}

/// `120 000 rows, 80 000 rows/s, 3 rejected, 12 s left`.
fn line(progress: &Progress) -> String {
    let counts = &progress.counts;
    let mut parts = vec![
        counted(counts.rows, "row"),
        format!("{} rows/s", grouped(progress.rate())),
    ];
    if counts.rejected > 0 {
        parts.push(format!("{} rejected", grouped(counts.rejected)));
    }
    if let Some(left) = progress.time_left() {
        parts.push(format!("{} s left", grouped(left.as_secs())));
    }
    parts.join(", ")
}

/// One line of JSON.
fn event(progress: &Progress) -> serde_json::Value {
    let counts = &progress.counts;
    let total = progress.total.map(|total| match total {
        Amount::Bytes(total) => json!({"bytes": total}),
        Amount::Rows(total) => json!({"rows": total}),
    });
    json!({"progress": {
        "rows": counts.rows,
        "written": counts.written,
        "rejected": counts.rejected,
        "duplicates": counts.duplicates,
        "rows_per_second": progress.rate(),
        "read": progress.read,
        "total": total,
        "seconds_left": progress.time_left().map(|left| left.as_secs()),
    }})
}
