//! Arguments of a filter.

use hbase_backend::{Comparator, CompareOp, Result};

use super::error::inexpressible;

/// Bytes in quotes; quotes within are doubled.
pub(super) fn quoted(bytes: &[u8], out: &mut Vec<u8>) {
    quoted_parts(&[bytes], out);
}

fn quoted_parts(parts: &[&[u8]], out: &mut Vec<u8>) {
    out.push(b'\'');
    for &byte in parts.iter().flat_map(|part| *part) {
        if byte == b'\'' {
            out.push(b'\'');
        }
        out.push(byte);
    }
    out.push(b'\'');
}

/// A comparator in quotes: its type and its value.
pub(super) fn comparator(comparator: &Comparator, out: &mut Vec<u8>) -> Result<()> {
    let (name, value): (&[u8], &[u8]) = match comparator {
        Comparator::Binary(value) => (b"binary:", value),
        Comparator::BinaryPrefix(value) => (b"binaryprefix:", value),
        Comparator::Regex(pattern) => (b"regexstring:", pattern.as_bytes()),
        Comparator::Substring(text) => (b"substring:", text.as_bytes()),
        Comparator::Long(_) => return Err(inexpressible("LongComparator")),
        Comparator::Null => return Err(inexpressible("NullComparator")),
        _ => return Err(inexpressible("a comparator of a later version")),
    };
    quoted_parts(&[name, value], out);
    Ok(())
}

pub(super) fn op(op: CompareOp) -> &'static [u8] {
    match op {
        CompareOp::Less => b"<",
        CompareOp::LessOrEqual => b"<=",
        CompareOp::Equal => b"=",
        CompareOp::NotEqual => b"!=",
        CompareOp::GreaterOrEqual => b">=",
        CompareOp::Greater => b">",
    }
}

pub(super) fn boolean(value: bool) -> &'static [u8] {
    if value { b"true" } else { b"false" }
}
