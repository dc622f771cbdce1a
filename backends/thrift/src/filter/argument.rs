//! What stands between a filter's parentheses.

use hbase_model::{Comparator, CompareOp, Result};

use super::no_word;

/// Bytes in quotes; a quote among them is doubled.
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

/// A comparator in quotes, its kind in front.
pub(super) fn comparator(comparator: &Comparator, out: &mut Vec<u8>) -> Result<()> {
    let (kind, value): (&[u8], &[u8]) = match comparator {
        Comparator::Binary(value) => (b"binary:", value),
        Comparator::BinaryPrefix(value) => (b"binaryprefix:", value),
        Comparator::Regex(pattern) => (b"regexstring:", pattern.as_bytes()),
        Comparator::Substring(text) => (b"substring:", text.as_bytes()),
        Comparator::Long(_) => return Err(no_word("LongComparator")),
        Comparator::Null => return Err(no_word("NullComparator")),
        _ => return Err(no_word("a comparator of a later version")),
    };
    quoted_parts(&[kind, value], out);
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

pub(super) fn truth(truth: bool) -> &'static [u8] {
    if truth { b"true" } else { b"false" }
}

/// A number as Java's `int` or `long` reads it.
pub(super) fn number(number: u64, most: u64, out: &mut Vec<u8>) -> Result<()> {
    if number > most {
        return Err(hbase_model::Error::invalid(format!(
            "a filter with the number {number}: HBase takes up to {most}"
        )));
    }
    out.extend_from_slice(number.to_string().as_bytes());
    Ok(())
}
