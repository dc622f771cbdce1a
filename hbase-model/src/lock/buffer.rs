//! Text that a const makes.

use super::difference::as_text;

/// The most bytes of a message.
const MAX: usize = 768;

/// A text of limited length; what is beyond is cut off.
#[derive(Clone, Copy, Debug)]
pub(super) struct Buffer {
    text: [u8; MAX],
    len: usize,
}

impl Buffer {
    pub(super) const EMPTY: Self = Self {
        text: [0; MAX],
        len: 0,
    };

    /// The text.
    pub(super) const fn as_str(&self) -> &str {
        let text = self.text.split_at(self.len).0;
        match str::from_utf8(text) {
            Ok(text) => text,
            // Cut off within a character.
            Err(error) => as_text(text.split_at(error.valid_up_to()).0),
        }
    }

    pub(super) const fn all(&mut self, texts: &[&str]) {
        let mut at = 0;
        while at < texts.len() {
            self.text(texts[at]);
            at += 1;
        }
    }

    pub(super) const fn text(&mut self, text: &str) {
        self.bytes(text.as_bytes());
    }

    pub(super) const fn bytes(&mut self, bytes: &[u8]) {
        let mut at = 0;
        while at < bytes.len() && self.len < MAX {
            self.text[self.len] = bytes[at];
            self.len += 1;
            at += 1;
        }
    }

    pub(super) const fn number(&mut self, number: usize) {
        if number > 9 {
            self.number(number / 10);
        }
        self.bytes(&[b"0123456789"[number % 10]]);
    }
}
