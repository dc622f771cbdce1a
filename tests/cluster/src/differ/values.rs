//! The rows, columns, times and values of operations: few, so that they collide.

use fastrand::Rng;

pub(super) const ROWS: [&[u8]; 7] = [b"a", b"a\x00", b"ab", b"b", b"c", b"d1", b"\xff"];
pub(super) const FAMILIES: [&str; 3] = ["f", "g", "h"];
pub(super) const QUALIFIERS: [&[u8]; 6] = [b"a", b"ab", b"b", b"n", b"\xff", b""];
const VALUES: [&[u8]; 7] = [b"", b"a", b"ab", b"b", b"B", b"\xff\x00", b"12345678"];

/// The TTL of families that have one, in seconds.
pub(super) const FAMILY_TTL_SECS: u32 = 100_000;

/// A cell TTL that has expired for all cells except future ones.
pub(super) const SHORT_TTL_MS: u64 = 1_000;

/// One of a list.
pub(super) fn pick<'a, T>(rng: &mut Rng, from: &'a [T]) -> &'a T {
    &from[rng.usize(..from.len())]
}

/// One chance in `n`.
pub(super) fn one_in(rng: &mut Rng, n: u32) -> bool {
    rng.u32(..n) == 0
}

pub(super) fn row(rng: &mut Rng) -> Vec<u8> {
    pick(rng, &ROWS).to_vec()
}

pub(super) fn value(rng: &mut Rng) -> Vec<u8> {
    if one_in(rng, 4) {
        return (rng.i64(-2..3)).to_be_bytes().to_vec();
    }
    pick(rng, &VALUES).to_vec()
}

/// The timestamps of a run's cells and time ranges, in milliseconds since 1970.
#[derive(Clone, Copy, Debug)]
pub(super) struct Times {
    start: i64,
}

impl Times {
    /// The timestamps of a run that starts now.
    pub(super) fn from(start: i64) -> Self {
        Self { start }
    }

    /// A cell's timestamp: a small number, a time in the past that is younger or older than a family's TTL,
    /// or a time in the future.
    pub(super) fn timestamp(self, rng: &mut Rng) -> i64 {
        let step = rng.i64(0..8);
        let ttl = i64::from(FAMILY_TTL_SECS) * 1000;
        match rng.u32(..20) {
            0..12 => 1 + step,
            12..17 => self.start - ttl / 2 + step,
            17..19 => self.start - ttl * 2 + step,
            _ => 4_000_000_000_000 + step,
        }
    }

    /// A bound of a time range, which is never a server's time.
    pub(super) fn bound(self, rng: &mut Rng) -> i64 {
        match rng.u32(..8) {
            0 => 0,
            1 => i64::MAX,
            _ => self.timestamp(rng) + rng.i64(0..2),
        }
    }

    /// A cell's own TTL: expired for all cells except future ones, expired for the small timestamps, or not
    /// expired during the run. It comes with an offset for the timestamps of such cells, so that they replace
    /// no cell of another TTL: when the newer one expires, `HBase` may still have the older one.
    pub(super) fn ttl_ms(self, rng: &mut Rng) -> (u64, i64) {
        let ttl = u64::from(FAMILY_TTL_SECS) * 1000;
        let all = [SHORT_TTL_MS, ttl, ttl * 100, self.start.unsigned_abs() * 2];
        let shifts = [16, 32, 48, 64];
        let index = rng.usize(..all.len());
        (all[index], shifts[index])
    }
}
