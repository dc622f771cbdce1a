//! Random and mutated inputs for the parsers of logins.

/// Number of inputs for each parser: `PARSER_INPUTS`, or else as many as take a second.
fn count() -> usize {
    let count = std::env::var("PARSER_INPUTS");
    count.map_or(20_000, |count| count.parse().expect("a number"))
}

/// Passes inputs to a parser: random bytes, and the originals with some of their bytes changed, dropped and inserted. Prints the
/// seed; `PARSER_SEED` repeats a run.
pub(crate) fn each(originals: &[&[u8]], mut parse: impl FnMut(&[u8])) {
    let seed = std::env::var("PARSER_SEED");
    let seed = seed.map_or_else(
        |_| fastrand::u64(..),
        |seed| seed.parse().expect("a number"),
    );
    println!("PARSER_SEED={seed}");
    let mut random = fastrand::Rng::with_seed(seed);
    for number in 0..count() {
        let original = originals.get(number % (originals.len() + 1));
        let mut input = original.map_or_else(
            || {
                let length = random.usize(..64);
                let bytes = std::iter::repeat_with(|| random.u8(..));
                bytes.take(length).collect()
            },
            |original| original.to_vec(),
        );
        for _ in 0..random.usize(..4) {
            mutate(&mut input, &mut random);
        }
        parse(&input);
    }
}

fn mutate(input: &mut Vec<u8>, random: &mut fastrand::Rng) {
    if input.is_empty() {
        input.push(random.u8(..));
        return;
    }
    let at = random.usize(..input.len());
    match random.u8(..5) {
        0 => input[at] ^= 1 << random.u8(..8),
        1 => {
            let bytes = [0, 1, 0x7f, 0x80, 0xff, b'"', b',', b'=', b'\\'];
            input[at] = bytes[random.usize(..bytes.len())];
        }
        2 => input.insert(at, random.u8(..)),
        3 => drop(input.remove(at)),
        _ => input.truncate(at),
    }
}
