//! The table of figures and targets.

use std::fmt;

/// The result of a section: the lines of the table.
pub(crate) type Outcome = Result<Vec<Line>, Box<dyn std::error::Error>>;

/// A line of the table.
pub(crate) struct Line {
    what: String,
    value: String,
    target: String,
    /// Whether the target is met, if there is one.
    is_met: Option<bool>,
}

impl Line {
    /// A figure that must be at most `limit`.
    pub(crate) fn at_most(what: impl Into<String>, value: f64, unit: &str, limit: f64) -> Self {
        Self {
            what: what.into(),
            value: format!("{value:.2} {unit}"),
            target: format!("<= {limit} {unit}"),
            is_met: Some(value <= limit),
        }
    }

    /// A figure without a target.
    pub(crate) fn note(what: impl Into<String>, value: impl Into<String>) -> Self {
        Self {
            what: what.into(),
            value: value.into(),
            target: String::new(),
            is_met: None,
        }
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let met = match self.is_met {
            None => "",
            Some(true) => "met",
            Some(false) => "MISSED",
        };
        write!(
            f,
            "{:<58} {:>22}  {:<16} {met}",
            self.what, self.value, self.target
        )
    }
}

/// The table's head.
pub(crate) fn head(rows: usize) {
    let load = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let load = load.split(' ').next().unwrap_or("unknown");
    let cores = std::thread::available_parallelism().map_or(0, usize::from);
    println!("{rows} rows of 3 cells, {cores} cores, load {load}");
    println!("{:<58} {:>22}  target", "", "measured");
}

/// The median.
pub(crate) fn median(values: &mut [f64]) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}
