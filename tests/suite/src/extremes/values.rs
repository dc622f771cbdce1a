//! Extreme numbers, bytes and lists.

use std::borrow::Cow;

use hbase_model::validate::MAX_ROW;

use super::Extremes;

/// Lengths around the limits of `HBase`, its protocols and engines.
const LENGTHS: &[usize] = &[
    0,
    1,
    2,
    7,
    8,
    9,
    126,
    127,
    128,
    255,
    256,
    4_096,
    16_383,
    16_384,
    32_766,
    32_767,
    32_768,
    65_533,
    65_534,
    65_535,
    65_536,
    70_000,
    131_072,
    1 << 20,
];

/// Row keys and qualifiers that are written and read repeatedly.
const ROWS: &[&[u8]] = &[b"a", b"b", b"a\0", b"row-3", b"\xff\xff", b"\0"];
const QUALIFIERS: &[&[u8]] = &[b"q", b"", b"n", b"q\0", b"\xff"];

impl Extremes {
    /// Whether the next field is extreme.
    pub(super) fn is_odd(&mut self) -> bool {
        self.rng.u8(..100) < self.odds
    }

    pub(super) fn one_of<'v, T>(&mut self, values: &'v [T]) -> &'v T {
        &values[self.rng.usize(..values.len())]
    }

    pub(super) fn yes(&mut self) -> bool {
        self.rng.bool()
    }

    /// Bytes of an odd length, all the same or at random.
    pub(super) fn odd_bytes(&mut self) -> Vec<u8> {
        let length = (*self.one_of(LENGTHS)).min(self.scale.longest);
        match self.rng.u8(..5) {
            0 => vec![0; length],
            1 => vec![0xff; length],
            2 => vec![1; length],
            3 => vec![b'a'; length],
            _ => {
                let mut bytes = vec![0; length];
                self.rng.fill(&mut bytes);
                bytes
            }
        }
    }

    pub(super) fn row(&mut self) -> Vec<u8> {
        if self.is_odd() {
            // Longer keys fail the first check.
            let mut row = self.odd_bytes();
            if self.yes() {
                row.truncate(MAX_ROW);
            }
            return row;
        }
        self.one_of(ROWS).to_vec()
    }

    pub(super) fn qualifier(&mut self) -> Vec<u8> {
        if self.is_odd() {
            return self.odd_bytes();
        }
        self.one_of(QUALIFIERS).to_vec()
    }

    pub(super) fn family(&mut self) -> Vec<u8> {
        if self.is_odd() {
            return self.odd_bytes();
        }
        self.one_of(&["f", "g"]).as_bytes().to_vec()
    }

    pub(super) fn value(&mut self) -> Vec<u8> {
        if self.is_odd() {
            return self.odd_bytes();
        }
        b"\0\0\0\0\0\0\0\x05".to_vec()
    }

    /// A name of extreme length and unusual characters.
    pub(super) fn odd_text(&mut self) -> String {
        let length = (*self.one_of(LENGTHS)).min(self.scale.longest);
        let fill = *self.one_of(&[
            "A",
            "0",
            "_",
            ".",
            ":",
            "ä",
            "\0",
            "'",
            "\u{1f600}",
            " ",
            "A:",
        ]);
        fill.repeat(length / fill.len())
    }

    pub(super) fn text(&mut self) -> Cow<'static, str> {
        if self.is_odd() {
            return self.odd_text().into();
        }
        (*self.one_of(&["TRUE", "f", "1", "SYNC_WAL"])).into()
    }

    pub(super) fn timestamp(&mut self) -> i64 {
        const ODD: &[i64] = &[
            i64::MAX,
            i64::MAX - 1,
            i64::MIN,
            i64::MIN + 1,
            -1,
            0,
            1,
            i64::MAX / 2,
            1 << 53,
            1 << 32,
        ];
        if self.is_odd() {
            return *self.one_of(ODD);
        }
        self.rng.i64(1..10)
    }

    pub(super) fn amount(&mut self) -> i64 {
        self.timestamp()
    }

    pub(super) fn number(&mut self) -> u64 {
        const ODD: &[u64] = &[
            0,
            1,
            u64::MAX,
            u64::MAX - 1,
            i64::MAX as u64,
            i64::MAX as u64 + 1,
            u32::MAX as u64,
            u32::MAX as u64 + 1,
            1 << 40,
        ];
        if self.is_odd() {
            return *self.one_of(ODD);
        }
        self.rng.u64(1..1_000)
    }

    pub(super) fn small(&mut self) -> u32 {
        const ODD: &[u32] = &[
            0,
            1,
            u32::MAX,
            u32::MAX - 1,
            i32::MAX as u32,
            i32::MAX as u32 + 1,
            65_535,
            65_536,
            100_001,
        ];
        if self.is_odd() {
            return *self.one_of(ODD);
        }
        self.rng.u32(1..5)
    }

    /// A value where the field is extreme.
    pub(super) fn odd<T>(&mut self, draw: impl FnOnce(&mut Self) -> T) -> Option<T> {
        if self.is_odd() {
            return Some(draw(self));
        }
        None
    }

    pub(super) fn maybe<T>(&mut self, draw: impl FnOnce(&mut Self) -> T) -> Option<T> {
        self.rng.bool().then(|| draw(self))
    }

    /// A list, mostly short. Many elements are copies of a few, so that they are drawn quickly.
    pub(super) fn list<T: Clone>(&mut self, mut draw: impl FnMut(&mut Self) -> T) -> Vec<T> {
        if !self.is_odd() {
            let count = self.rng.usize(1..3);
            return (0..count).map(|_| draw(self)).collect();
        }
        let many = *self.one_of(&[0, 1, 100, 1_000, 20_000]);
        // The elements of long lists are small.
        let odds = self.odds;
        if many >= 100 {
            self.odds = 0;
        }
        let few: Vec<T> = (0..many.min(7)).map(|_| draw(self)).collect();
        self.odds = odds;
        let many = many.min(self.scale.most);
        few.iter().cycle().take(many).cloned().collect()
    }
}
