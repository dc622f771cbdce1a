//! Random and mutated inputs for parsers: none may panic, hang or take memory without a bound.
//!
//! `PARSER_INPUTS=1000000` sets their number for each parser, `PARSER_SEED` the seed that each test prints. Tests are in
//! modules called `mutated`, so that `cargo test --lib mutated::` selects them.

use std::env;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::time::{Duration, Instant};

use fastrand::Rng;

/// Inputs of each parser, unless the variable has another number.
const INPUTS: u64 = 20_000;

/// Maximum growth of this process's memory, KiB.
const MAX_GROWTH: u64 = 64 << 10;

/// Maximum time of one input, even on a busy machine.
const MAX_TIME: Duration = Duration::from_secs(5);

/// Bytes that lengths, tags and texts have at their limits.
const EDGES: [u8; 16] = [
    0, 1, 0x7f, 0x80, 0x81, 0x82, 0x84, 0x88, 0xfe, 0xff, 0x30, 0xa0, b'"', b',', b'=', b'\\',
];

/// Passes random inputs to a parser, and valid ones with some of their bytes changed, dropped, copied and inserted.
///
/// ```
/// let valid = [b"3,4".as_slice()];
/// hbase_schema_parser_inputs::try_all(&valid, |input| {
///     let numbers = std::str::from_utf8(input).ok().and_then(|text| text.split_once(','));
///     drop(numbers.map(|(one, _)| one.parse::<u32>()));
/// });
/// ```
///
/// # Panics
/// If the parser panics, after the seed and the input are printed. If the process's memory grows by 64 MiB, or one input
/// takes five seconds.
pub fn try_all(valid: &[impl AsRef<[u8]>], mut parse: impl FnMut(&[u8])) {
    let seed = variable("PARSER_SEED").unwrap_or_else(|| fastrand::u64(..));
    let mut random = Rng::with_seed(seed);
    let (before, begun) = (peak_memory(), Instant::now());
    let mut slowest = Duration::ZERO;
    for number in 0..variable("PARSER_INPUTS").unwrap_or(INPUTS) {
        let input = input(&mut random, valid);
        let begun = Instant::now();
        if let Err(panic) = catch_unwind(AssertUnwindSafe(|| parse(&input))) {
            eprintln!("PARSER_SEED={seed}, input {number}: {input:02x?}");
            resume_unwind(panic);
        }
        slowest = slowest.max(begun.elapsed());
    }
    let growth = peak_memory().saturating_sub(before);
    println!(
        "seed {seed}: {:?}, slowest {slowest:?}, {growth} KiB more",
        begun.elapsed()
    );
    assert!(growth < MAX_GROWTH, "PARSER_SEED={seed}: {growth} KiB more");
    assert!(slowest < MAX_TIME, "PARSER_SEED={seed}: {slowest:?}");
}

fn variable(name: &str) -> Option<u64> {
    let text = env::var(name).ok()?;
    Some(
        text.parse()
            .unwrap_or_else(|_| panic!("{name} is `{text}`, expected a number")),
    )
}

fn input(random: &mut Rng, valid: &[impl AsRef<[u8]>]) -> Vec<u8> {
    let Some(valid) = random.choice(valid).filter(|_| random.u8(..) > 16) else {
        let length = random.usize(..200);
        return (0..length).map(|_| random.u8(..)).collect();
    };
    let mut input = valid.as_ref().to_vec();
    for _ in 0..=random.usize(..4) {
        mutate(random, &mut input);
    }
    input
}

fn mutate(random: &mut Rng, input: &mut Vec<u8>) {
    if input.is_empty() {
        input.push(random.u8(..));
    }
    let at = random.usize(..input.len());
    let end = at + random.usize(..=(input.len() - at).min(16));
    match random.u8(..7) {
        0 => input[at] ^= 1 << random.u8(..8),
        1 => input[at] = EDGES[random.usize(..EDGES.len())],
        2 => input.truncate(at),
        3 => drop(input.drain(at..end)),
        4 => input.insert(at, random.u8(..)),
        5 => input[at..end].fill(0xff),
        _ => {
            let copy = input[at..end].to_vec();
            let to = random.usize(..=input.len());
            input.splice(to..to, copy);
        }
    }
}

/// The maximum of this process's memory until now, KiB; 0 where the system does not report it.
fn peak_memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let number = line.and_then(|line| line.split_whitespace().next()?.parse().ok());
    number.unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[should_panic(expected = "found 7f")]
    fn a_panic_of_the_parser_is_one_of_the_test() {
        try_all(&[[0x80]], |input| {
            assert!(!input.contains(&0x7f), "found 7f");
        });
    }

    #[test]
    #[cfg_attr(target_os = "linux", should_panic(expected = "KiB more"))]
    fn memory_that_grows_fails_the_test() {
        let mut kept = Vec::new();
        try_all(&[[0x80]], |input| {
            if input.len() > 100 && kept.len() < 100 {
                kept.push(vec![1_u8; 1 << 20]);
            }
        });
    }
}
