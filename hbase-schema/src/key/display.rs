//! Keys as text.

use std::fmt;

use hbase_model::printable::Printable;
use hbase_model::{KeyLayout, Salt};

use super::coder::KeyWriter;
use super::error::KeyError;
use super::key_buf::KeyBuf;
use super::row_key::RowKey;
use super::turns::Turns;

/// Writes a key as HBase's shell prints it: printable ASCII, and `\xNN`.
///
/// A random or round-robin salt is shown as `*`, since the row may have any value. A key that
/// cannot be encoded is shown as its error, so that printing never fails.
#[doc(hidden)]
pub fn fmt_key<K: RowKey>(key: &K, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let mut bytes = KeyBuf::new();
    let mut writer = KeyWriter::new(&mut bytes);
    let mut written = key.write(&mut writer);
    // A random or round-robin salt stays open: finishing the key would choose one.
    if written.is_ok() && drawn_salt(K::LAYOUT).is_none() {
        written = writer.seal(Turns::peek);
    }
    fmt_bytes(K::LAYOUT, &bytes, written, f)
}

fn drawn_salt(layout: &KeyLayout) -> Option<&Salt> {
    let salt = layout.salt.as_ref().map(|salt| &salt.salt);
    salt.filter(|salt| !salt.is_computed())
}

/// Not generic, so that it is compiled once and not for each key.
fn fmt_bytes(
    layout: &KeyLayout,
    bytes: &[u8],
    written: Result<(), KeyError>,
    f: &mut fmt::Formatter<'_>,
) -> fmt::Result {
    if let Err(error) = written {
        return write!(f, "(no row key: {error})");
    }
    let Some(salt) = drawn_salt(layout) else {
        return f.pad(&Printable(bytes).to_string());
    };
    let rest = bytes.get(salt.max_width()..).unwrap_or_default();
    f.pad(&format!("*{}", Printable(rest)))
}
