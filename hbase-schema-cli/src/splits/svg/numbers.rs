//! The panel of the fullest region by the number of regions.

use svg::node::element::{Circle, Title};

use super::draw::{Frame, LEFT, RIGHT, whole_step};
use crate::picture::{Picture, pixels};
use crate::splits::report::Report;
use crate::splits::spread::{Spread, float};

/// A number of regions, its distribution, and whether it is the table's own.
type Tried = (u32, Spread, bool);

const TITLE: &str = "the fullest region, as a multiple of the mean, by the number of regions";
const AXIS: &str = "number of regions (large dot: the table's own; line: by chance)";

/// Draws a dot for each number of regions, and a line for what chance explains.
pub(super) fn draw(report: &Report, top: f64, picture: &mut Picture) {
    let tried = tried(report);
    let (Some(first), Some(last)) = (tried.first(), tried.last()) else {
        return;
    };
    let scale = Scale {
        low: f64::from(first.0),
        high: f64::from(last.0),
    };
    let most = tried.iter().map(|(_, spread, _)| spread.hottest);
    let frame = Frame::new(top, most.fold(1.2, f64::max));
    frame.title(picture, TITLE);
    frame.grid(picture);
    frame.level(picture, "mean", 1.0, "mean");
    chance(&tried, &scale, &frame, picture);
    dots(&tried, &scale, &frame, picture);
    frame.axis(picture, scale.labels(), AXIS);
}

fn tried(report: &Report) -> Vec<Tried> {
    let own = u32::try_from(report.regions.len()).unwrap_or(u32::MAX);
    let others = report.other_numbers.iter();
    let mut tried: Vec<Tried> = others
        .map(|other| (other.regions, other.spread, false))
        .collect();
    tried.push((own, report.spread, true));
    tried.sort_by_key(|(regions, ..)| *regions);
    tried
}

/// The x coordinates of numbers of regions.
struct Scale {
    low: f64,
    high: f64,
}

impl Scale {
    fn x(&self, regions: f64) -> f64 {
        let part = (regions - self.low) / (self.high - self.low).max(1.0);
        LEFT + 8.0 + part * (RIGHT - LEFT - 16.0)
    }

    fn labels(&self) -> impl Iterator<Item = (f64, u64)> {
        let step = whole_step((self.high - self.low) / 10.0);
        let labels = (0_u64..).map(move |n| n.saturating_mul(step));
        labels
            .skip_while(|number| float(*number) < self.low)
            .take_while(|number| float(*number) <= self.high)
            .map(|number| (self.x(float(number)), number))
    }
}

fn chance(tried: &[Tried], scale: &Scale, frame: &Frame, picture: &mut Picture) {
    let points = tried
        .iter()
        .map(|(regions, spread, _)| (scale.x(f64::from(*regions)), frame.y(spread.by_chance)));
    picture.polyline("chance", &points.collect::<Vec<_>>());
}

fn dots(tried: &[Tried], scale: &Scale, frame: &Frame, picture: &mut Picture) {
    for (regions, spread, own) in tried {
        let (class, radius) = if *own { ("own", 6.0) } else { ("dot", 3.0) };
        let (hottest, coldest) = (spread.hottest, spread.coldest);
        let tooltip = format!("{regions} regions: hottest {hottest:.2}x, coldest {coldest:.2}x");
        let dot = Circle::new()
            .set("class", class)
            .set("cx", pixels(scale.x(f64::from(*regions))))
            .set("cy", pixels(frame.y(hottest)))
            .set("r", radius)
            .add(Title::new(tooltip));
        picture.add(dot);
    }
}
