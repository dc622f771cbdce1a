//! Cell keys as bytes that sort as `HBase` sorts cells.
//!
//! Each family has its own keyspace, in which a cell's key is
//!
//! ```text
//! row, escaped | 00 01 | qualifier, escaped | 00 01 | !timestamp, 8 bytes | !kind, 1 byte
//! ```
//!
//! Escaping writes 00 as 00 FF, so that the terminator 00 01 sorts before everything that may
//! follow. Timestamp and kind are inverted: the newest comes first, and delete markers come before
//! puts of the same timestamp.

use hbase_backend::{CellKind, Error, Result};
use memchr::memchr;

/// Bytes after the qualifier's terminator: timestamp and kind.
const TAIL: usize = 9;

/// The terminator of row and qualifier.
const TERMINATOR: [u8; 2] = [0, 1];

/// The engine's longest key. A shorter escape for long runs of 00 would not sort among the keys of existing
/// stores.
pub(crate) const MAX_KEY: usize = 65_535;

/// Appends `part`, escaped and terminated.
fn push_part(out: &mut Vec<u8>, part: &[u8]) {
    let mut rest = part;
    while is_escaped(rest)
        && let Some(at) = memchr(0, rest)
    {
        out.extend_from_slice(&rest[..at]);
        out.extend_from_slice(&[0, 0xff]);
        rest = &rest[at + 1..];
    }
    out.extend_from_slice(rest);
    out.extend_from_slice(&TERMINATOR);
}

/// The common prefix of all keys of `row`.
pub(crate) fn row_prefix(row: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(row.len() + 2);
    push_part(&mut out, row);
    out
}

/// The common prefix of all keys of rows that start with `prefix`.
pub(crate) fn row_start(prefix: &[u8]) -> Vec<u8> {
    let mut out = row_prefix(prefix);
    out.truncate(out.len().saturating_sub(TERMINATOR.len()));
    out
}

/// The smallest key above every key of a row or column, given its prefix.
pub(crate) fn after(prefix: &[u8]) -> Vec<u8> {
    let mut out = prefix.to_vec();
    // The last byte is a terminator's.
    if let Some(last) = out.last_mut() {
        *last += 1;
    }
    out
}

/// Encodes a qualifier as in keys, with its terminator, into `out`, which is cleared first.
pub(crate) fn column_part(qualifier: &[u8], out: &mut Vec<u8>) {
    out.clear();
    push_part(out, qualifier);
}

/// Encodes the whole key of a cell into `out`, which is cleared first.
///
/// # Errors
/// [`Error::TooLarge`] if row and qualifier, escaped, exceed the engine's limit.
pub(crate) fn encode(
    out: &mut Vec<u8>,
    row: &[u8],
    qualifier: &[u8],
    timestamp: i64,
    kind: CellKind,
) -> Result<()> {
    out.clear();
    push_part(out, row);
    push_part(out, qualifier);
    out.extend_from_slice(&(!timestamp.cast_unsigned()).to_be_bytes());
    out.push(!kind.code());
    if out.len() > MAX_KEY {
        return Err(Error::too_large(
            "row key and qualifier as stored (a byte 00 counts twice)",
            out.len(),
            MAX_KEY,
        ));
    }
    Ok(())
}

/// The length of a key's row part, terminator included; `None` for a damaged key.
#[inline]
pub(crate) fn row_len(key: &[u8]) -> Option<usize> {
    let mut from = 0;
    loop {
        let at = from + memchr(0, &key[from..])?;
        match key.get(at + 1)? {
            1 => return Some(at + 2),
            0xff => from = at + 2,
            _ => return None,
        }
    }
}

/// The part of a key after the row.
pub(crate) struct Column<'a> {
    /// The qualifier, still escaped, without its terminator.
    pub(crate) escaped: &'a [u8],
    /// The timestamp.
    pub(crate) timestamp: i64,
    /// The kind.
    pub(crate) kind: CellKind,
}

/// Splits the part of a key after a row of `row_len` bytes; `None` for a damaged key.
#[inline]
pub(crate) fn column(key: &[u8], row_len: usize) -> Option<Column<'_>> {
    let rest = key.get(row_len..)?;
    let (rest, tail) = rest.split_last_chunk::<TAIL>()?;
    let escaped = rest.strip_suffix(&TERMINATOR)?;
    let (timestamp, kind) = tail.split_first_chunk::<8>()?;
    Some(Column {
        escaped,
        timestamp: (!u64::from_be_bytes(*timestamp)).cast_signed(),
        kind: CellKind::from_code(!*kind.first()?)?,
    })
}

/// A row's prefix without its terminator.
pub(crate) fn without_terminator(prefix: &[u8]) -> &[u8] {
    prefix.strip_suffix(&TERMINATOR).unwrap_or(prefix)
}

/// Whether a stored part contains escapes, that is, a byte 00. Qualifiers and row keys are short, so a search
/// that is fast for long texts would cost more.
#[inline]
pub(crate) fn is_escaped(part: &[u8]) -> bool {
    let Some(last) = part.last_chunk::<8>() else {
        return part.contains(&0);
    };
    let (chunks, _) = part.as_chunks::<8>();
    chunks.iter().copied().any(has_zero) || has_zero(*last)
}

/// Whether one of eight bytes is 00: subtracting one borrows from a byte without a high bit only if
/// it was 00 (or follows such a byte).
#[inline]
fn has_zero(bytes: [u8; 8]) -> bool {
    let word = u64::from_le_bytes(bytes);
    word.wrapping_sub(0x0101_0101_0101_0101) & !word & 0x8080_8080_8080_8080 != 0
}

/// The unescaped bytes. Most contain no 00 and are borrowed; the others are copied to `scratch`.
#[inline]
pub(crate) fn unescape<'a>(escaped: &'a [u8], scratch: &'a mut Vec<u8>) -> &'a [u8] {
    if !is_escaped(escaped) {
        return escaped;
    }
    scratch.clear();
    let mut rest = escaped;
    while let Some(at) = memchr(0, rest) {
        scratch.extend_from_slice(&rest[..=at]);
        rest = rest.get(at + 2..).unwrap_or_default();
    }
    scratch.extend_from_slice(rest);
    scratch
}

/// The error for a key that this crate does not write.
pub(crate) fn damaged(key: &[u8]) -> Error {
    Error::Corrupt {
        what: format!(
            "a key that is no cell: {}",
            hbase_model::printable::Printable(key)
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(row: &[u8], qualifier: &[u8], timestamp: i64, kind: CellKind) -> Vec<u8> {
        let mut out = Vec::new();
        encode(&mut out, row, qualifier, timestamp, kind).unwrap();
        out
    }

    #[test]
    fn keys_sort_as_cells() {
        use CellKind::{Delete, DeleteFamily, Put};
        let sorted = [
            key(b"a", b"", 9, DeleteFamily),
            key(b"a", b"", 9, Put),
            key(b"a", b"q", 9, Put),
            key(b"a", b"q", 5, Delete),
            key(b"a", b"q", 5, Put),
            key(b"a", b"q", 0, Put),
            key(b"a", b"q\x00", 9, Put),
            key(b"a", b"q\x00\x00", 9, Put),
            key(b"a", b"q\x01", 9, Put),
            key(b"a\x00", b"", 9, Put),
            key(b"a\x00\x01", b"", 9, Put),
            key(b"a\x01", b"", 9, Put),
            key(b"ab", b"", 9, Put),
            key(b"\xff", b"", 9, Put),
        ];
        assert!(sorted.is_sorted(), "{sorted:?}");
    }

    #[test]
    fn a_key_reads_back() {
        let key = key(b"r\x00\x01\xff", b"q\x00", 77, CellKind::DeleteColumn);
        let row_len = row_len(&key).unwrap();
        let mut scratch = Vec::new();
        assert_eq!(
            unescape(&key[..row_len - 2], &mut scratch),
            b"r\x00\x01\xff"
        );
        let column = column(&key, row_len).unwrap();
        assert_eq!(unescape(column.escaped, &mut scratch), b"q\x00");
        assert_eq!(column.timestamp, 77);
        assert_eq!(column.kind, CellKind::DeleteColumn);
    }

    #[test]
    fn a_zero_is_found_wherever_it_stands() {
        for len in 0..40 {
            for fill in [1, 0x7f, 0x80, 0xff] {
                let mut part = vec![fill; len];
                assert!(!is_escaped(&part), "{part:?}");
                for at in 0..len {
                    part[at] = 0;
                    assert!(is_escaped(&part), "{part:?}");
                    part[at] = fill;
                }
            }
        }
    }

    #[test]
    fn bounds_enclose_a_row_and_a_column() {
        let prefix = row_prefix(b"r");
        let inside = key(b"r", b"\xff\xff", 0, CellKind::Put);
        assert!(prefix < inside && inside < after(&prefix));
        assert!(after(&prefix) < key(b"r\x00", b"", 0, CellKind::Put));
        let mut part = Vec::new();
        column_part(b"q", &mut part);
        let from = [prefix, part].concat();
        let to = after(&from);
        let inside = key(b"r", b"q", 0, CellKind::Put);
        assert!(from < inside && inside < to && to < key(b"r", b"q\x00", 9, CellKind::Put));
    }

    #[test]
    fn a_key_that_is_too_long_is_rejected() {
        let error = encode(&mut Vec::new(), &vec![0; 32_767], b"q", 1, CellKind::Put).unwrap_err();
        assert!(matches!(error, Error::TooLarge { .. }), "{error}");
    }
}
