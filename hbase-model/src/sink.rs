//! Where the bytes of a row key go while it is made.

/// Takes the bytes of a row key, in order.
///
/// Encoders are written against this trait so that the same code fills a `Vec`, an array on the
/// stack whose size is known while compiling, or an inline buffer.
///
/// ```
/// use hbase_model::KeySink;
/// let mut key = Vec::new();
/// key.put(b"42_");
/// key.put_byte(b'7');
/// assert_eq!(key, b"42_7");
/// ```
pub trait KeySink {
    /// Appends `bytes`.
    fn put(&mut self, bytes: &[u8]);

    /// Appends one byte.
    #[inline]
    fn put_byte(&mut self, byte: u8) {
        self.put(&[byte]);
    }
}

impl KeySink for Vec<u8> {
    #[inline]
    fn put(&mut self, bytes: &[u8]) {
        self.extend_from_slice(bytes);
    }

    #[inline]
    fn put_byte(&mut self, byte: u8) {
        self.push(byte);
    }
}
