//! Sets of characters.

/// A set of characters: a bit for each ASCII one, the others sorted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CharSet {
    ascii: u128,
    others: Box<[char]>,
}

impl CharSet {
    pub(crate) fn new(characters: &str) -> Self {
        let ascii = characters.bytes().filter(u8::is_ascii);
        let mut others: Vec<char> = characters.chars().filter(|c| !c.is_ascii()).collect();
        others.sort_unstable();
        Self {
            ascii: ascii.fold(0, |bits, byte| bits | 1 << byte),
            others: others.into(),
        }
    }

    pub(crate) fn contains(&self, character: char) -> bool {
        match u8::try_from(character) {
            Ok(byte) if byte.is_ascii() => self.ascii & 1 << byte != 0,
            _ => self.others.binary_search(&character).is_ok(),
        }
    }
}
