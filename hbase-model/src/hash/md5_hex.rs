//! MD5 and hex digits of it, without allocation.

/// The MD5 of the pieces, as of one text.
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

/// Hex digits of the MD5 of `bytes`: `len` of them from position `from` on, fewer where the 32
/// digits end before.
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
    /// `len` hex digits of `digest` from position `from` on, fewer where the 32 end before.
    #[inline]
    pub fn of(digest: &[u8; 16], from: u8, len: u8, upper: bool) -> Self {
        let alphabet: &[u8; 16] = if upper {
            b"0123456789ABCDEF"
        } else {
            b"0123456789abcdef"
        };
        let from = from.min(32);
        let to = from.saturating_add(len).min(32);
        let mut digits = [b'0'; 32];
        // Only the bytes that are asked for: a salt is four digits of the 32.
        let (first, last) = (usize::from(from / 2), usize::from(to.div_ceil(2)));
        for (index, &byte) in digest.iter().enumerate().take(last).skip(first) {
            digits[2 * index] = alphabet[usize::from(byte >> 4)];
            digits[2 * index + 1] = alphabet[usize::from(byte & 15)];
        }
        Self { digits, from, to }
    }

    /// The digits as ASCII.
    #[inline]
    pub fn as_bytes(&self) -> &[u8] {
        &self.digits[usize::from(self.from)..usize::from(self.to)]
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
