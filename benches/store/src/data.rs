//! The rows that all sides write: three cells of measurements each.

use hbase_backend::{CellKind, CellRef, Mutation};

pub(crate) const QUALIFIERS: [&[u8]; 3] = [b"HUMIDITY", b"PRESSURE", b"TEMPERATURE"];
/// Rows of one call or transaction.
pub(crate) const AT_ONCE: usize = 1000;
const FIRST: i64 = 1_700_000_000_000;

pub(crate) fn key(number: usize) -> String {
    format!("sensor-{:04}_{number:012}", number % 1000)
}

/// A row in a round of overwrites.
pub(crate) fn row(number: usize, round: i64) -> Mutation {
    let mut put = Mutation::new(key(number));
    let value = format!("{number:032}");
    for qualifier in QUALIFIERS {
        put.put_at(b"D1", qualifier, FIRST + round, value.as_bytes())
            .expect("a short cell");
    }
    put
}

/// The key and value that the store writes for a cell.
pub(crate) fn stored(cell: &CellRef<'_>) -> (Vec<u8>, Vec<u8>) {
    let mut key = Vec::with_capacity(cell.row.len() + cell.qualifier.len() + 13);
    key.extend_from_slice(cell.row);
    key.extend_from_slice(&[0, 1]);
    key.extend_from_slice(cell.qualifier);
    key.extend_from_slice(&[0, 1]);
    key.extend_from_slice(&(!cell.timestamp.cast_unsigned()).to_be_bytes());
    key.push(!CellKind::Put.code());
    let value = [&[0], cell.value].concat();
    (key, value)
}

/// The bytes of all rows' keys and values as the store keeps them, in MiB. What they take on the disk
/// depends on how far the engine has compressed them.
pub(crate) fn mib(rows: usize) -> f64 {
    let row = row(0, 0);
    let stored = row.cells().into_iter().map(|cell| stored(&cell));
    let bytes: usize = stored.map(|(key, value)| key.len() + value.len()).sum();
    (bytes * rows) as f64 / f64::from(1 << 20)
}

/// The numbers of each batch.
pub(crate) fn batches(rows: usize) -> impl Iterator<Item = std::ops::Range<usize>> {
    (0..rows)
        .step_by(AT_ONCE)
        .map(move |first| first..rows.min(first + AT_ONCE))
}

/// Numbers in pseudo-random order.
pub(crate) fn shuffled(rows: usize, count: usize) -> Vec<usize> {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        usize::try_from(state % rows as u64).unwrap_or(0)
    };
    (0..count).map(|_| next()).collect()
}
