//! One part of a key, found without decoding the others.

use super::KeyLayout;

impl KeyLayout {
    /// The bytes of the part with this number; `None` where the key is not made of these parts, or
    /// where only a type of its own can tell where a part ends.
    pub fn part_bytes<'k>(&self, key: &'k [u8], index: usize) -> Option<&'k [u8]> {
        let salt = match &self.salt {
            None => 0,
            Some(salt) => salt.width()?,
        };
        let mut rest = key.get(salt..)?;
        for (at, part) in self.parts.iter().enumerate().take(index + 1) {
            let separator = part.separator.as_deref().unwrap_or("").as_bytes();
            let len = match (part.encoding.width(), separator) {
                (Some(width), _) => width,
                (None, [_, ..]) => find(rest, separator)?,
                (None, []) if at + 1 == self.parts.len() => rest.len(),
                (None, []) => return None,
            };
            let (bytes, after) = rest.split_at_checked(len)?;
            if at == index {
                return Some(bytes);
            }
            rest = after.strip_prefix(separator)?;
        }
        None
    }
}

fn find(bytes: &[u8], separator: &[u8]) -> Option<usize> {
    bytes
        .windows(separator.len())
        .position(|window| window == separator)
}
