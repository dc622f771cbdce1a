//! The table of figures and targets.

use std::fmt;

use crate::bench::Arguments;
use crate::measure::{Pair, Taken, median};

/// A line of the table.
pub(crate) struct Line {
    what: String,
    /// The medians without an index and with it.
    medians: Option<[f64; 2]>,
    figure: f64,
    target: Option<f64>,
}

/// A measurement of pairs.
pub(crate) struct Compared {
    pub(crate) what: &'static str,
    /// The highest ratio.
    pub(crate) target: Option<f64>,
    /// The number of calls of the connection on each side of a pair, and their name.
    pub(crate) units: f64,
    pub(crate) per: &'static str,
    /// The backend's own calls for the rows without an index.
    pub(crate) plain_calls: f64,
}

impl Line {
    pub(crate) fn new(what: String) -> Self {
        Self {
            what,
            medians: None,
            figure: f64::NAN,
            target: None,
        }
    }

    pub(crate) fn figure(self, figure: f64) -> Self {
        Self { figure, ..self }
    }

    pub(crate) fn at_most(self, target: Option<f64>) -> Self {
        Self { target, ..self }
    }

    fn is_missed(&self) -> bool {
        self.target.is_some_and(|target| self.figure > target)
    }
}

impl Compared {
    /// The line of the times per row, and that of the backend's calls per call of the connection.
    pub(crate) fn lines(&self, rows: u32, pairs: &[Pair]) -> [Line; 2] {
        let micros = |taken: &Taken| taken.seconds * 1e6 / f64::from(rows);
        let ratio = |pair: &Pair| pair.with.seconds / pair.without.seconds;
        let times = Line {
            what: format!("{}, µs a row", self.what),
            medians: Some(medians(pairs, micros)),
            figure: median(pairs.iter().map(ratio)),
            target: self.target,
        };
        let calls = medians(pairs, |taken| taken.counts.calls as f64 / self.units);
        // Without an index, the connection adds no call to the backend's own.
        let added = calls[0] - self.plain_calls / self.units;
        let calls = Line {
            what: format!(
                "  calls of the backend per {}; added without index",
                self.per
            ),
            medians: Some(calls),
            figure: added,
            target: Some(0.0),
        };
        [times, calls]
    }
}

/// The medians without an index and with it.
fn medians(pairs: &[Pair], of: impl Fn(&Taken) -> f64) -> [f64; 2] {
    [
        median(pairs.iter().map(|pair| of(&pair.without))),
        median(pairs.iter().map(|pair| of(&pair.with))),
    ]
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let medians = self.medians.map(|medians| medians.map(number));
        let [without, with] = medians.unwrap_or_default();
        let target = self.target.map(|target| format!("<= {target}"));
        let result = match self.target {
            None => "",
            Some(_) if self.is_missed() => "MISSED",
            Some(_) => "met",
        };
        write!(
            f,
            "{:<60} {without:>9} {with:>9} {:>9}  {:<7} {result}",
            self.what,
            number(self.figure),
            target.unwrap_or_default()
        )
    }
}

fn number(number: f64) -> String {
    format!("{number:.2}")
}

/// The table's head.
pub(crate) fn head(arguments: &Arguments) {
    let cores = std::thread::available_parallelism().map_or(0, usize::from);
    let Arguments { rows, pairs, .. } = arguments;
    println!("{rows} rows, {pairs} pairs, {cores} cores, load {}", load());
    let columns = ["without", "with", "ratio"].map(|column| format!("{column:>9}"));
    println!("{:<60} {}  target", "", columns.join(" "));
}

pub(crate) fn print(lines: &[Line]) {
    for line in lines {
        println!("{line}");
    }
}

/// The load at the end.
pub(crate) fn foot() {
    println!("load at the end {}", load());
}

/// The machine's load of the last minutes.
fn load() -> String {
    let load = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let averages: Vec<&str> = load.split(' ').take(3).collect();
    if averages.is_empty() {
        return "unknown".to_owned();
    }
    averages.join(" ")
}
