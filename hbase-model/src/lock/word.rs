//! Writes words of facts, and hashes them, in consts and at run time.

use super::hash;

/// Characters that end or quote words.
const BREAKING: [u8; 2] = [b' ', b'"'];

/// A word whose hash a const computes once.
#[derive(Clone, Copy, Debug)]
pub(super) struct Word {
    pub(super) text: &'static str,
    pub(super) hash: u64,
}

impl Word {
    pub(super) const fn new(text: &'static str) -> Self {
        Self {
            text,
            hash: hash::of_bytes(hash::EMPTY, text.as_bytes()),
        }
    }
}

/// A word that is known when this crate is compiled.
macro_rules! word {
    ($text:expr) => {
        const { &$crate::lock::word::Word::new($text) }
    };
}
pub(super) use word;

/// Hashes text, and writes it into a buffer if there is one. Text beyond the end of the buffer is only counted.
#[derive(Debug)]
pub(crate) struct WordWriter<'a> {
    out: Option<&'a mut [u8]>,
    len: usize,
    hash: u64,
}

impl<'a> WordWriter<'a> {
    pub(crate) const fn new(out: &'a mut [u8]) -> Self {
        Self {
            out: Some(out),
            len: 0,
            hash: hash::EMPTY,
        }
    }

    /// A writer that only hashes.
    pub(super) const fn hashing() -> Self {
        Self {
            out: None,
            len: 0,
            hash: hash::EMPTY,
        }
    }

    /// Whether there is no buffer.
    pub(super) const fn only_hashes(&self) -> bool {
        self.out.is_none()
    }

    /// The length of the text, which may be longer than the buffer.
    pub(crate) const fn len(&self) -> usize {
        self.len
    }

    /// Ends the word, and returns its hash.
    pub(super) const fn end(&mut self) -> u64 {
        let hash = self.hash;
        self.hash = hash::EMPTY;
        hash
    }

    /// Appends text that is not part of the hash.
    pub(super) const fn unhashed(&mut self, bytes: &[u8]) {
        let Some(out) = &mut self.out else {
            return;
        };
        let (mut at, from) = (0, self.len);
        while at < bytes.len() && from + at < out.len() {
            out[from + at] = bytes[at];
            at += 1;
        }
        self.len += bytes.len();
    }

    /// Appends text without blanks.
    pub(crate) const fn text(&mut self, text: &str) {
        self.bytes(text.as_bytes());
    }

    /// Appends bytes of words, unchanged.
    pub(super) const fn raw(&mut self, bytes: &[u8]) {
        self.bytes(bytes);
    }

    const fn bytes(&mut self, bytes: &[u8]) {
        self.hash = hash::of_bytes(self.hash, bytes);
        if self.out.is_some() {
            self.unhashed(bytes);
        }
    }

    /// Appends a decimal number, with zeros in front up to a width.
    pub(crate) const fn number(&mut self, mut number: u64, width: usize) {
        let mut digits = [b'0'; 20];
        let mut from = digits.len();
        while number > 0 {
            from -= 1;
            digits[from] = b'0' + (number % 10) as u8;
            number /= 10;
        }
        let least = digits.len() - if width == 0 { 1 } else { width };
        let from = if from < least { from } else { least };
        self.bytes(digits.split_at(from).1);
    }

    /// Appends a byte as two upper-case hex digits.
    pub(crate) const fn hex(&mut self, byte: u8) {
        const DIGITS: &[u8; 16] = b"0123456789ABCDEF";
        self.bytes(&[DIGITS[(byte >> 4) as usize], DIGITS[(byte & 15) as usize]]);
    }

    /// Appends bytes as `Bytes.toStringBinary` prints them, with `\xNN` also for these two and a backslash.
    pub(crate) const fn printable(&mut self, bytes: &[u8], not: [u8; 2]) {
        let mut at = 0;
        while at < bytes.len() {
            let byte = bytes[at];
            if byte < b' ' || byte > b'~' || byte == b'\\' || byte == not[0] || byte == not[1] {
                self.text("\\x");
                self.hex(byte);
            } else {
                self.bytes(&[byte]);
            }
            at += 1;
        }
    }

    /// Appends a name in two halves.
    pub(super) const fn joined(&mut self, front: &[u8], back: &[u8]) {
        if is_text(front) && is_text(back) {
            self.name(front);
            self.name(back);
        } else {
            self.printable(front, BREAKING);
            self.printable(back, BREAKING);
        }
    }

    /// Appends a name that is a word: `""` for an empty one.
    pub(super) const fn whole_name(&mut self, name: &[u8]) {
        if name.is_empty() {
            self.text("\"\"");
        } else {
            self.name(name);
        }
    }

    /// Appends a name: text stays as it is, except for blanks, quotes and backslashes; bytes that are not text are `\xNN`.
    pub(crate) const fn name(&mut self, name: &[u8]) {
        if is_plain(name) {
            self.bytes(name);
            return;
        }
        if !is_text(name) {
            self.printable(name, BREAKING);
            return;
        }
        let mut at = 0;
        while at < name.len() {
            let byte = name[at];
            if is_plain_byte(byte) || byte > 0x7f {
                self.bytes(&[byte]);
            } else {
                self.text("\\x");
                self.hex(byte);
            }
            at += 1;
        }
    }
}

const fn is_plain_byte(byte: u8) -> bool {
    is_plain(&[byte])
}

const fn is_plain(mut name: &[u8]) -> bool {
    while let [b'!' | b'#'..=b'[' | b']'..=b'~', rest @ ..] = name {
        name = rest;
    }
    name.is_empty()
}

/// Whether the bytes are UTF-8 without C1 control characters, of which one is a line break.
const fn is_text(name: &[u8]) -> bool {
    if str::from_utf8(name).is_err() {
        return false;
    }
    let mut at = 1;
    while at < name.len() {
        if name[at - 1] == 0xc2 && name[at] < 0xa0 {
            return false;
        }
        at += 1;
    }
    true
}

/// The text that `write` writes.
pub(crate) fn rendered(write: impl Fn(&mut WordWriter<'_>)) -> String {
    let mut measured = WordWriter::new(&mut []);
    write(&mut measured);
    let mut text = vec![0; measured.len()];
    write(&mut WordWriter::new(&mut text));
    // Words are UTF-8: only names contain other bytes, which are escaped.
    String::from_utf8_lossy(&text).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_have_no_blanks() {
        let name = |name: &[u8]| rendered(|word| word.name(name));
        assert_eq!(name(b"D1"), "D1");
        assert_eq!(name("Größe".as_bytes()), "Größe");
        assert_eq!(name(b"a b\\\"\n"), r"a\x20b\x5C\x22\x0A");
        assert_eq!(name(b"\xff "), r"\xFF\x20");
        assert_eq!(name("\u{85}".as_bytes()), r"\xC2\x85");
        assert_eq!(rendered(|word| word.number(0, 0)), "0");
        assert_eq!(rendered(|word| word.number(7, 2)), "07");
        assert_eq!(
            rendered(|word| word.number(u64::MAX, 2)),
            u64::MAX.to_string()
        );
    }
}
