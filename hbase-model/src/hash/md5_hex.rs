//! MD5 and its hex digits, without allocation.

/// The MD5 of the concatenated inputs.
///
/// ```
/// use hbase_model::hash::md5;
/// assert_eq!(md5(&[b"10086", b"_", b"LOGIN"]), md5(&[b"10086_LOGIN"]));
/// ```
#[inline]
pub fn md5(pieces: &[&[u8]]) -> [u8; 16] {
    let mut context = md5::Context::new();
    for piece in pieces {
        context.consume(piece);
    }
    context.finalize().0
}

/// Hex digits of the MD5 of `bytes`: `len` digits from offset `from`, at most the remaining ones of
/// 32.
///
/// ```
/// use hbase_model::hash::md5_hex;
/// assert_eq!(md5_hex(b"10086_LOGIN", 0, 4, false).as_str(), "a16c");
/// ```
#[inline]
pub fn md5_hex(bytes: &[u8], from: u8, len: u8, upper: bool) -> HexDigits {
    HexDigits::of(&md5(&[bytes]), from, len, upper)
}

/// Up to 32 hex digits, on the stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HexDigits {
    digits: [u8; 32],
    from: u8,
    to: u8,
}

impl HexDigits {
    /// `len` hex digits of `digest` from offset `from`, at most the remaining ones of 32.
    #[inline]
    pub fn of(digest: &[u8; 16], from: u8, len: u8, upper: bool) -> Self {
        let letter = if upper { b'A' - 10 } else { b'a' - 10 };
        let digit = |value| value + if value < 10 { b'0' } else { letter };
        let from = from.min(32);
        let to = from.saturating_add(len).min(32);
        let mut digits = [b'0'; 32];
        let (pairs, _) = digits.as_chunks_mut::<2>();
        // Computes only the digits that are needed: a salt often has four of the 32.
        let asked = usize::from(from / 2)..usize::from(to.div_ceil(2));
        for (pair, byte) in pairs[asked.clone()].iter_mut().zip(&digest[asked]) {
            *pair = [digit(byte >> 4), digit(byte & 15)];
        }
        Self { digits, from, to }
    }

    /// The digits as ASCII.
    #[inline]
    pub fn as_bytes(&self) -> &[u8] {
        &self.digits[usize::from(self.from)..usize::from(self.to)]
    }

    /// All 32 digits, and the range of those in use.
    #[inline]
    pub(crate) const fn into_window(self) -> ([u8; 32], u8, u8) {
        (self.digits, self.from, self.to)
    }

    /// The digits as text.
    pub fn as_str(&self) -> &str {
        // ASCII by construction.
        std::str::from_utf8(self.as_bytes()).unwrap_or_default()
    }
}

impl AsRef<[u8]> for HexDigits {
    fn as_ref(&self) -> &[u8] {
        self.as_bytes()
    }
}
