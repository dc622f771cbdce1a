//! Identifiers of writes: 128 random bits from the operating system. Two writes with the same identifier are
//! less likely than any other fault.

/// Bytes of an identifier.
const SIZE: usize = 16;

/// Identifiers of one request to the operating system. A write rarely needs more. They are not kept for another
/// write: a copy of the process (a fork, a restored machine) would use the same ones.
const OF_A_WRITE: usize = 4;

/// The identifiers of one write.
#[derive(Debug, Default)]
pub(crate) struct Ids {
    left: Vec<u128>,
}

impl Ids {
    pub(crate) fn next(&mut self) -> u128 {
        if self.left.is_empty() {
            self.left = several(OF_A_WRITE);
        }
        self.left.pop().unwrap_or_else(one)
    }
}

pub(crate) fn one() -> u128 {
    let mut bytes = [0; SIZE];
    match getrandom::fill(&mut bytes) {
        Ok(()) => u128::from_be_bytes(bytes),
        // If the operating system returns an error, the process's own generator: fewer random bits, but
        // different ones in each process.
        Err(_) => fastrand::u128(..),
    }
}

pub(crate) fn several(count: usize) -> Vec<u128> {
    let mut bytes = vec![0; count * SIZE];
    if getrandom::fill(&mut bytes).is_err() {
        return (0..count).map(|_| one()).collect();
    }
    let (ids, _) = bytes.as_chunks::<SIZE>();
    ids.iter().copied().map(u128::from_be_bytes).collect()
}
