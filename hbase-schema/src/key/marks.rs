//! The offsets of the parts of a key that its salt is computed from.

#![allow(
    clippy::inline_always,
    reason = "a key is a few constants and moves once it is inlined; measured by the benchmark `keys`"
)]

use hbase_model::KeyLayout;

/// The span of the parts that feed the salt.
#[derive(Debug)]
pub(crate) struct Marks {
    /// The start of the first and the end of the last of them.
    pub(super) from: usize,
    pub(super) to: usize,
}

impl Marks {
    #[inline(always)]
    pub(super) const fn new() -> Self {
        Self { from: 0, to: 0 }
    }

    /// Adds the part at `index` if it feeds the salt.
    #[inline(always)]
    pub(super) fn note(&mut self, layout: &KeyLayout, index: usize, start: usize, end: usize) {
        if layout.salt.is_none() || layout.parts[index].salt.is_none() {
            return;
        }
        if self.to == 0 {
            self.from = start;
        }
        self.to = end;
    }
}
