//! Timing in pairs: two functions alternately, many times, and the ratio of each pair.
//!
//! Machines drift; the ratio of two consecutive measurements does not. The median is printed.

use std::hint::black_box;
use std::time::{Duration, Instant};

/// How long one measurement of one side takes.
const SLICE: Duration = Duration::from_millis(4);

/// How many pairs are measured.
const PAIRS: usize = 61;

/// Two times per iteration, in nanoseconds, and their ratio.
#[derive(Clone, Copy, Debug)]
pub struct Pair {
    /// The median of the first.
    pub first_ns: f64,
    /// The median of the second.
    pub second_ns: f64,
    /// The median of first / second, pair by pair.
    pub ratio: f64,
}

/// Times two functions against each other.
pub fn pair<A, B>(mut first: impl FnMut() -> A, mut second: impl FnMut() -> B) -> Pair {
    let (count_a, count_b) = (calibrate(&mut first), calibrate(&mut second));
    let mut rows: Vec<(f64, f64)> = Vec::with_capacity(PAIRS);
    for _ in 0..PAIRS {
        rows.push((
            per_call(&mut first, count_a),
            per_call(&mut second, count_b),
        ));
    }
    Pair {
        first_ns: median(rows.iter().map(|(a, _)| *a)),
        second_ns: median(rows.iter().map(|(_, b)| *b)),
        ratio: median(rows.iter().map(|(a, b)| a / b)),
    }
}

/// Prints a line of a table: what, both times, the ratio, and what the ratio should be.
pub fn show(what: &str, pair: Pair, target: &str) {
    println!(
        "| {what} | {:.1} | {:.1} | {:.2} | {target} |",
        pair.first_ns, pair.second_ns, pair.ratio
    );
}

/// Prints a table's head.
pub fn head(first: &str, second: &str) {
    println!("\n| | {first}, ns | {second}, ns | ratio | target |");
    println!("|---|---|---|---|---|");
}

fn calibrate<T>(code: &mut impl FnMut() -> T) -> u32 {
    let mut count = 16;
    loop {
        let start = Instant::now();
        run(code, count);
        let took = start.elapsed();
        if took > SLICE / 4 || count > 1 << 28 {
            let wanted = u128::from(count) * SLICE.as_nanos() / took.as_nanos().max(1);
            return u32::try_from(wanted).unwrap_or(u32::MAX).max(1);
        }
        count *= 4;
    }
}

fn per_call<T>(code: &mut impl FnMut() -> T, count: u32) -> f64 {
    let start = Instant::now();
    run(code, count);
    start.elapsed().as_secs_f64() * 1e9 / f64::from(count)
}

fn run<T>(code: &mut impl FnMut() -> T, count: u32) {
    for _ in 0..count {
        black_box(code());
    }
}

fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}
