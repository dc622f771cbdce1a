//! Keys as text.

use std::fmt;

use hbase_model::printable::Printable;

use super::coder::KeyWriter;
use super::key_buf::KeyBuf;
use super::row_key::RowKey;

/// Writes a key as HBase's shell prints it: printable ASCII, and `\xNN`.
///
/// A random or round-robin salt is shown as `*`, since the row may have any value. A key that
/// cannot be encoded is shown as its error, so that printing never fails.
#[doc(hidden)]
pub fn fmt_key<K: RowKey>(key: &K, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let drawn = K::LAYOUT
        .salt
        .as_ref()
        .filter(|salt| !salt.salt.is_computed());
    let mut bytes = KeyBuf::new();
    let written = if drawn.is_none() {
        key.encode_into(&mut bytes)
    } else {
        // Finishing the key would choose a salt.
        key.write(&mut KeyWriter::new(&mut bytes))
    };
    if let Err(error) = written {
        return write!(f, "(no row key: {error})");
    }
    let Some(salt) = drawn else {
        return f.pad(&Printable(&bytes).to_string());
    };
    let rest = bytes.get(salt.salt.max_width()..).unwrap_or_default();
    f.pad(&format!("*{}", Printable(rest)))
}
