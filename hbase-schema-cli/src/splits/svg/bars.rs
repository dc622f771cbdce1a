//! A bar for each region.

use super::draw::{Frame, LEFT, RIGHT, whole_step};
use crate::picture::Picture;
use crate::splits::report::{Region, Report};
use crate::splits::spread::float;
use crate::text::grouped;

/// One count of every region.
pub(super) struct Bars<'r> {
    title: &'static str,
    regions: &'r [Region],
    values: Vec<u64>,
    hot_above: f64,
}

/// The panels: rows, and bytes if a column contains them.
pub(super) fn panels(report: &Report) -> Vec<Bars<'_>> {
    let of = |title, value: fn(&Region) -> u64| Bars {
        title,
        regions: &report.regions,
        values: report.regions.iter().map(value).collect(),
        hot_above: report.hot_above.max(report.spread.by_chance),
    };
    let mut panels = vec![of("rows by region", |region| region.count.rows)];
    if report.bytes_by_column {
        panels.push(of("bytes by region", |region| region.count.bytes));
    }
    panels
}

impl Bars<'_> {
    pub(super) fn draw(&self, top: f64, picture: &mut Picture) {
        let most = float(self.values.iter().copied().max().unwrap_or(0));
        let frame = Frame::new(top, most.max(self.mean() * 1.2).max(1.0));
        frame.title(picture, self.title);
        frame.grid(picture);
        self.bars(&frame, picture);
        frame.level(picture, "mean", self.mean(), "mean");
        let limit = self.mean() * self.hot_above;
        if limit < frame.ceiling() {
            let name = format!("hot: {:.2}x", self.hot_above);
            frame.level(picture, "limit", limit, &name);
        }
        frame.axis(picture, self.labels(), "region");
    }

    fn mean(&self) -> f64 {
        let sum: f64 = self.values.iter().copied().map(float).sum();
        sum / float(self.values.len() as u64).max(1.0)
    }

    /// The room of one bar.
    fn slot(&self) -> f64 {
        (RIGHT - LEFT) / float(self.values.len() as u64).max(1.0)
    }

    fn bars(&self, frame: &Frame, picture: &mut Picture) {
        let slot = self.slot();
        let gap = if slot >= 4.0 { slot * 0.15 } else { 0.0 };
        for (number, (region, value)) in self.regions.iter().zip(&self.values).enumerate() {
            let (x, y) = (LEFT + slot * float(number as u64), frame.y(float(*value)));
            let class = if region.hot { "bar hot" } else { "bar" };
            let size = (slot - gap, frame.bottom() - y);
            let tooltip = self.tooltip(region, *value);
            picture.labelled_rectangle(class, (x + gap / 2.0, y), size, tooltip);
        }
    }

    fn tooltip(&self, region: &Region, value: u64) -> String {
        let times = float(value) / self.mean().max(f64::MIN_POSITIVE);
        let (number, start, value) = (region.number, &region.start, grouped(value));
        format!("region {number} from {start}: {value}, {times:.2}x")
    }

    fn labels(&self) -> impl Iterator<Item = (f64, u64)> {
        let count = self.regions.len() as u64;
        let step = whole_step(float(count) / 12.0);
        let slot = self.slot();
        (0..count)
            .filter(move |number| number.is_multiple_of(step))
            .map(move |number| (LEFT + slot * (float(number) + 0.5), number))
    }
}
