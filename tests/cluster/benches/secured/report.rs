//! The tables of figures and targets.

use super::shared::{Turn, median};
use super::sides::{Side, Taken, Turns};

/// The least ratio of rates, or the highest one of CPU times.
#[derive(Clone, Copy)]
pub(super) enum Target {
    AtLeast(f64),
    AtMost(f64),
}

impl Target {
    /// A figure, its target, and whether it is met.
    pub(super) fn judge(self, what: &str, figure: f64) -> String {
        let (words, target, is_met) = match self {
            Self::AtLeast(least) => ("at least", least, figure >= least),
            Self::AtMost(most) => ("at most", most, figure <= most),
        };
        let verdict = if is_met { "met" } else { "**not met**" };
        format!("{what}: {figure:.3} ({words} {target:.2}: {verdict})")
    }
}

/// Prints the figures of one work.
pub(super) fn show(what: &str, turns: &Turns) {
    println!("\n{what}");
    println!("| | {} |", Side::ALL.map(Side::name).join(" | "));
    println!("|---{}|", "|---".repeat(Side::ALL.len()));
    row("rows/s", turns, 0, |taken| taken.client.rate());
    row("CPU µs/row", turns, 2, |taken| taken.client.cpu());
    row("CPU of the server, µs/row", turns, 1, |taken| {
        taken.server / taken.client.rows * 1e6
    });
    for (sides, value, unit, target) in [
        (
            [Side::Authentication, Side::Simple],
            Turn::cpu as fn(&Turn) -> f64,
            "CPU",
            Target::AtMost(1.05),
        ),
        (
            [Side::Privacy, Side::Java],
            Turn::rate,
            "rate",
            Target::AtLeast(1.0),
        ),
        (
            [Side::Privacy, Side::Java],
            Turn::cpu,
            "CPU",
            Target::AtMost(1.0 / 3.0),
        ),
    ] {
        let what = format!("{unit}, {} / {}", sides[0].name(), sides[1].name());
        println!("{}", target.judge(&what, ratio(turns, sides, value)));
    }
}

fn row(what: &str, turns: &Turns, decimals: usize, value: impl Fn(&Taken) -> f64) {
    let of_side =
        |taken: &Vec<Taken>| format!(" {:.decimals$} |", median(taken.iter().map(&value)));
    let cells: String = turns.iter().map(of_side).collect();
    println!("| {what} |{cells}");
}

/// The median of the ratios of each turn.
fn ratio(turns: &Turns, sides: [Side; 2], value: fn(&Turn) -> f64) -> f64 {
    let [one, other] = sides.map(|side| &turns[side as usize]);
    let pairs = one.iter().zip(other);
    median(pairs.map(|(one, other)| value(&one.client) / value(&other.client)))
}

/// The machine's load of the last minute.
pub(super) fn load() -> String {
    let load = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    load.split(' ').next().unwrap_or_default().to_owned()
}
