//! Panels of a chart, and their scales.

use crate::picture::{Anchor, Picture};
use crate::splits::spread::float;
use crate::text::grouped;

/// The width of the chart.
pub(super) const WIDTH: f64 = 960.0;
/// The left edge of panels.
pub(super) const LEFT: f64 = 104.0;
/// The right edge of panels; after it is space for the names of lines.
pub(super) const RIGHT: f64 = WIDTH - 84.0;

/// A panel: its position, and the value at its top.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    top: f64,
    ceiling: f64,
}

impl Frame {
    const HEIGHT: f64 = 240.0;
    /// The distance between the tops of two panels.
    pub(super) const DISTANCE: f64 = Self::HEIGHT + 92.0;

    /// A panel whose largest value is `most`.
    pub(super) fn new(top: f64, most: f64) -> Self {
        Self {
            top,
            ceiling: (most * 1.05).max(f64::MIN_POSITIVE),
        }
    }

    /// The largest value that fits.
    pub(super) const fn ceiling(&self) -> f64 {
        self.ceiling
    }

    /// The y coordinate of the value 0.
    pub(super) fn bottom(&self) -> f64 {
        self.top + Self::HEIGHT
    }

    /// The y coordinate of a value.
    pub(super) fn y(&self, value: f64) -> f64 {
        self.top + Self::HEIGHT * (1.0 - value / self.ceiling)
    }

    pub(super) fn title(&self, picture: &mut Picture, title: &str) {
        picture.text("", (LEFT, self.top - 12.0), Anchor::Start, title);
    }

    /// Draws lines at round values, with labels.
    pub(super) fn grid(&self, picture: &mut Picture) {
        let step = round_step(self.ceiling / 4.0);
        let values = (0_u64..).map(|n| float(n) * step);
        for value in values.take_while(|value| *value <= self.ceiling) {
            let y = self.y(value);
            picture.line("grid", (LEFT, y), (RIGHT, y));
            let at = (LEFT - 8.0, y + 4.0);
            picture.text("dim", at, Anchor::End, label(value, step));
        }
    }

    /// Draws a named line across the panel.
    pub(super) fn level(&self, picture: &mut Picture, class: &str, value: f64, name: &str) {
        let y = self.y(value);
        picture.line(class, (LEFT, y), (RIGHT, y));
        picture.text(class, (RIGHT + 6.0, y + 4.0), Anchor::Start, name);
    }

    /// Draws the x axis, with labels at these coordinates and a name.
    pub(super) fn axis(
        &self,
        picture: &mut Picture,
        labels: impl Iterator<Item = (f64, u64)>,
        name: &str,
    ) {
        let bottom = self.bottom();
        picture.line("axis", (LEFT, bottom), (RIGHT, bottom));
        for (x, label) in labels {
            picture.text("dim", (x, bottom + 18.0), Anchor::Middle, label);
        }
        let middle = f64::midpoint(LEFT, RIGHT);
        picture.text("dim", (middle, bottom + 38.0), Anchor::Middle, name);
    }
}

/// The next 1, 2 or 5 times a power of ten, from 0.1 on.
fn round_step(least: f64) -> f64 {
    if least > 0.5 {
        return float(whole_step(least));
    }
    [0.1, 0.2, 0.5]
        .into_iter()
        .find(|step| *step >= least)
        .unwrap_or(0.5)
}

/// The next 1, 2 or 5 times a power of ten, from 1 on.
pub(super) fn whole_step(least: f64) -> u64 {
    let powers = std::iter::successors(Some(1_u64), |power| power.checked_mul(10));
    let steps = powers.flat_map(|power| [1, 2, 5].map(|factor| power.saturating_mul(factor)));
    let mut steps = steps.skip_while(|step| float(*step) < least);
    steps.next().unwrap_or(u64::MAX)
}

fn label(value: f64, step: f64) -> String {
    if step < 1.0 {
        return format!("{value:.1}");
    }
    let digits = format!("{value:.0}");
    digits.parse().map_or(digits, grouped)
}
