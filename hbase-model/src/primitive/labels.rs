//! Text whose labels are in reverse order: `www.foo.com` as `com.foo.www`.

use super::{ValueError, get_text};
use crate::sink::KeySink;

/// Writes the labels of a text in reverse order, with the same ASCII character between them.
///
/// ```
/// use hbase_model::primitive::{get_labels, put_labels};
/// let mut key = Vec::new();
/// put_labels("www.foo.com", b'.', &mut key);
/// assert_eq!(key, b"com.foo.www");
/// assert_eq!(get_labels(&key, b'.')?, "www.foo.com");
/// # Ok::<(), hbase_model::primitive::ValueError>(())
/// ```
pub fn put_labels<S: KeySink + ?Sized>(text: &str, separator: u8, out: &mut S) {
    for (at, label) in text.rsplit(char::from(separator)).enumerate() {
        if at > 0 {
            out.put_byte(separator);
        }
        out.put(label.as_bytes());
    }
}

/// The inverse of [`put_labels`].
///
/// # Errors
/// [`ValueError::NotUtf8`] for bytes that are not text.
pub fn get_labels(bytes: &[u8], separator: u8) -> Result<String, ValueError> {
    let mut labels = get_text(bytes, None, None)?.rsplit(char::from(separator));
    let mut text = String::with_capacity(bytes.len());
    text.push_str(labels.next().unwrap_or_default());
    for label in labels {
        text.push(char::from(separator));
        text.push_str(label);
    }
    Ok(text)
}
