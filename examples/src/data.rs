//! Generated data: the same in every run, so that results can be checked.

use hbase_schema::Timestamp;

use crate::Outcome;

/// An hour of a day.
///
/// # Errors
/// A day or an hour that does not exist.
pub fn time(year: u16, month: u8, day: u8, hour: u8) -> Outcome<Timestamp> {
    let time = Timestamp::from_utc(year, month, day, hour, 0, 0);
    time.ok_or_else(|| format!("no such time: {year}-{month}-{day}, {hour} h").into())
}

/// The date of a time in UTC, as `2015-12-26`.
pub fn date_of(time: Timestamp) -> String {
    time.to_string().chars().take("2015-12-26".len()).collect()
}

/// Pseudo-random numbers, the same in every run (`SplitMix64`).
#[derive(Clone, Debug)]
pub struct Dice(u64);

impl Dice {
    /// Starts the numbers of a seed.
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// A number below `sides`; 0 if `sides` is 0.
    pub fn below(&mut self, sides: u32) -> u32 {
        let high = self.next() >> 32;
        let [a, b, c, d, ..] = (high * u64::from(sides)).to_be_bytes();
        u32::from_be_bytes([a, b, c, d])
    }

    /// One of several values.
    ///
    /// # Panics
    /// If the list is empty.
    pub fn one_of<'a, T, const N: usize>(&mut self, some: &'a [T; N]) -> &'a T {
        let sides = u32::try_from(N).expect("a list of values in the source");
        &some[self.below(sides) as usize]
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }
}
