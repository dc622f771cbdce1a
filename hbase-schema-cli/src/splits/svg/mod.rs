//! The report as an SVG chart: rows and bytes by region, and other numbers of regions.

mod bars;
mod draw;
mod numbers;

use super::report::{Region, Report};
use super::spread::float;
use crate::picture::{Anchor, Picture};
use crate::text::{counted, grouped};
use bars::Bars;
use draw::{Frame, LEFT, WIDTH};

/// The top of the first panel.
const TOP: f64 = 108.0;

/// Maximum regions that the description lists one by one.
const DESCRIBED: usize = 32;

/// The whole chart.
pub(super) fn picture(report: &Report) -> Picture {
    let bars = bars::panels(report);
    let numbers = !report.other_numbers.is_empty() && report.is_large_enough();
    let panels = bars.len() + usize::from(numbers);
    let height = TOP + Frame::DISTANCE * float(panels as u64) - 20.0;
    let mut picture = Picture::new((WIDTH, height), &title(report), &description(report));
    head(report, &mut picture);
    let mut tops = (0..).map(|number| TOP + Frame::DISTANCE * float(number));
    for (panel, top) in bars.iter().zip(tops.by_ref()) {
        Bars::draw(panel, top, &mut picture);
    }
    if numbers && let Some(top) = tops.next() {
        numbers::draw(report, top, &mut picture);
    }
    picture
}

fn title(report: &Report) -> String {
    let rows = counted(report.rows, "row");
    let regions = counted(report.regions.len() as u64, "region");
    format!("{}: {rows} in {regions}", report.table)
}

fn head(report: &Report, picture: &mut Picture) {
    picture.text("title", (LEFT, 32.0), Anchor::Start, title(report));
    picture.text("dim", (LEFT, 54.0), Anchor::Start, about(report));
}

fn about(report: &Report) -> String {
    let salt = report.salt.as_deref().unwrap_or("none");
    format!(
        "salt {salt} · split at {} · hottest {:.2}x the mean, coldest {:.2}x",
        report.split_at, report.spread.hottest, report.spread.coldest
    )
}

/// The chart in words.
fn description(report: &Report) -> String {
    let mut text = format!("A bar for each region; {}.", about(report));
    if report.regions.len() <= DESCRIBED {
        let regions = report.regions.iter().map(described);
        text.extend(regions);
    }
    text
}

fn described(region: &Region) -> String {
    let rows = grouped(region.count.rows);
    let hot = if region.hot { ", hot" } else { "" };
    format!(" Region {}: {rows}{hot}.", region.number)
}
