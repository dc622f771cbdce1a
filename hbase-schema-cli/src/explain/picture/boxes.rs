//! The boxes of the segments.

use super::{NAME_CHARACTER, width};
use crate::explain::key::{Segment, SegmentKind};
use crate::picture::{Anchor, Picture};

/// The height of a box.
pub(super) const HEIGHT: f64 = 54.0;

/// The bytes with which a segment of variable length is drawn, and the maximum that widens a box.
const VARIABLE: usize = 16;
const WIDEST: usize = 32;

/// A box, at its position.
pub(super) struct Drawn<'s> {
    pub(super) segment: &'s Segment,
    pub(super) x: f64,
    pub(super) width: f64,
}

/// A box for each segment, from `left` on: as wide as its text, and wider by its bytes if `available` allows it.
pub(super) fn boxes(segments: &[Segment], available: f64, left: f64) -> Vec<Drawn<'_>> {
    let least: f64 = segments.iter().map(least_width).sum();
    let weights: f64 = segments.iter().map(weight).sum();
    let per_weight = (available - least).max(0.0) / weights.max(1.0);
    let mut x = left;
    let boxes = segments.iter().map(|segment| {
        let width = least_width(segment) + per_weight * weight(segment);
        let drawn = Drawn { segment, x, width };
        x += width;
        drawn
    });
    boxes.collect()
}

/// The width of its texts.
fn least_width(segment: &Segment) -> f64 {
    let characters = width(segment.label()).max(width(&segment.size()));
    characters * NAME_CHARACTER + 20.0
}

/// Its share of the width that is left.
fn weight(segment: &Segment) -> f64 {
    if segment.kind == SegmentKind::Separator {
        return 0.0;
    }
    let bytes = segment.bytes.unwrap_or(VARIABLE).min(WIDEST);
    u32::try_from(bytes).map_or(0.0, f64::from)
}

impl Drawn<'_> {
    pub(super) fn middle(&self) -> f64 {
        self.x + self.width / 2.0
    }

    /// Draws the box with its name and bytes, and its offset below.
    pub(super) fn draw(&self, top: f64, picture: &mut Picture) {
        let segment = self.segment;
        let (at, size) = ((self.x, top), (self.width, HEIGHT));
        picture.rectangle(segment.kind.class(), at, size);
        let name = (self.middle(), top + 23.0);
        picture.text("name", name, Anchor::Middle, segment.label());
        let below = (self.middle(), top + 42.0);
        picture.text("dim", below, Anchor::Middle, segment.size());
        if let Some(offset) = segment.offset {
            let at = (self.x, top + HEIGHT + 16.0);
            picture.text("dim", at, Anchor::Middle, offset);
        }
    }
}
