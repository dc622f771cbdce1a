//! The report as a picture: rows by region, and bytes where a column says them.

use std::fmt::{self, Write};

use super::report::{Region, Report};
use super::spread::float;
use crate::text::{counted, grouped};

const WIDTH: f64 = 960.0;
const LEFT: f64 = 104.0;
/// Room for the names of the lines.
const RIGHT: f64 = 84.0;
/// The height of one panel's bars.
const HEIGHT: f64 = 240.0;
/// From one panel's top to the next one's.
const PANEL: f64 = HEIGHT + 96.0;
const TOP: f64 = 84.0;

const STYLE: &str = "\
text{font:13px sans-serif;fill:#333}\
.title{font-size:18px;font-weight:bold}\
.dim{fill:#777}\
.bar{fill:#4c78a8}\
.hot{fill:#d62728}\
.axis{stroke:#999;stroke-width:1}\
.grid{stroke:#e4e4e4;stroke-width:1}\
line.mean{stroke:#333;stroke-width:1.5}\
text.limit{fill:#d62728}\
line.limit{stroke:#d62728;stroke-width:1.5;stroke-dasharray:6 4}";

/// What one panel shows.
struct Panel<'r> {
    title: &'static str,
    regions: &'r [Region],
    values: Vec<u64>,
    hot_above: f64,
    /// Where its bars begin, from above.
    top: f64,
}

/// The whole picture.
pub(super) fn picture(report: &Report) -> String {
    let mut svg = String::new();
    // A `String` takes whatever is written.
    let _ = write(report, &mut svg);
    svg
}

fn write(report: &Report, svg: &mut String) -> fmt::Result {
    let panels = panels(report);
    let height = TOP + PANEL * float(panels.len() as u64);
    writeln!(
        svg,
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" viewBox="0 0 {WIDTH} {height}">"#
    )?;
    writeln!(svg, "<style>{STYLE}</style>")?;
    writeln!(svg, r##"<rect width="100%" height="100%" fill="#fff"/>"##)?;
    head(report, svg)?;
    for panel in &panels {
        panel.write(svg)?;
    }
    writeln!(svg, "</svg>")
}

fn head(report: &Report, svg: &mut String) -> fmt::Result {
    let rows = counted(report.rows, "row");
    let regions = counted(report.regions.len() as u64, "region");
    let title = format!("{}: {rows} in {regions}", report.table);
    let salt = report.salt.as_deref().unwrap_or("none");
    let about = format!(
        "salt {salt} · split at {} · hottest {:.2}x of the mean, coldest {:.2}x",
        report.split_at, report.spread.hottest, report.spread.coldest
    );
    text(svg, "title", LEFT, 32.0, "start", &title)?;
    text(svg, "dim", LEFT, 54.0, "start", &about)
}

fn panels(report: &Report) -> Vec<Panel<'_>> {
    let of = |title, value: fn(&Region) -> u64, number: u64| Panel {
        title,
        regions: &report.regions,
        values: report.regions.iter().map(value).collect(),
        hot_above: report.hot_above.max(report.spread.by_chance),
        top: TOP + 24.0 + PANEL * float(number),
    };
    let mut panels = vec![of("rows", |region| region.count.rows, 0)];
    if report.bytes_by_column {
        panels.push(of("bytes", |region| region.count.bytes, 1));
    }
    panels
}

impl Panel<'_> {
    fn write(&self, svg: &mut String) -> fmt::Result {
        text(
            svg,
            "dim",
            LEFT,
            self.top - 10.0,
            "start",
            &format!("{} by region", self.title),
        )?;
        self.grid(svg)?;
        self.bars(svg)?;
        self.lines(svg)?;
        self.axis(svg)
    }

    /// The value at the top of the panel.
    fn ceiling(&self) -> f64 {
        let most = float(self.values.iter().copied().max().unwrap_or(0));
        (most * 1.05).max(self.mean() * 1.2).max(1.0)
    }

    fn mean(&self) -> f64 {
        let sum: u64 = self.values.iter().sum();
        float(sum) / float(self.values.len() as u64).max(1.0)
    }

    /// How far from above a value is.
    fn y(&self, value: f64) -> f64 {
        self.top + HEIGHT * (1.0 - value / self.ceiling())
    }

    fn slot(&self) -> f64 {
        (WIDTH - LEFT - RIGHT) / float(self.values.len() as u64).max(1.0)
    }

    fn grid(&self, svg: &mut String) -> fmt::Result {
        let step = round_step(self.ceiling() / 4.0);
        let right = WIDTH - RIGHT;
        let mut value = 0;
        while float(value) <= self.ceiling() {
            let y = self.y(float(value));
            writeln!(
                svg,
                r#"<line class="grid" x1="{LEFT}" y1="{y:.1}" x2="{right}" y2="{y:.1}"/>"#
            )?;
            text(svg, "dim", LEFT - 8.0, y + 4.0, "end", &grouped(value))?;
            value += step;
        }
        Ok(())
    }

    fn bars(&self, svg: &mut String) -> fmt::Result {
        let (slot, bottom) = (self.slot(), self.top + HEIGHT);
        let gap = if slot >= 4.0 { slot * 0.15 } else { 0.0 };
        for (number, (region, value)) in self.regions.iter().zip(&self.values).enumerate() {
            let (x, y) = (LEFT + slot * float(number as u64), self.y(float(*value)));
            let class = if region.hot { "bar hot" } else { "bar" };
            writeln!(
                svg,
                r#"<rect class="{class}" x="{:.2}" y="{y:.2}" width="{:.2}" height="{:.2}"><title>region {number} from {}: {}, {:.2}x</title></rect>"#,
                x + gap / 2.0,
                slot - gap,
                bottom - y,
                escaped(&region.start),
                grouped(*value),
                float(*value) / self.mean().max(f64::MIN_POSITIVE),
            )?;
        }
        Ok(())
    }

    /// The mean, and where a region is hot.
    fn lines(&self, svg: &mut String) -> fmt::Result {
        self.level(svg, "mean", self.mean(), "mean")?;
        let limit = self.mean() * self.hot_above;
        if limit < self.ceiling() {
            let label = format!("hot: {:.2}x", self.hot_above);
            self.level(svg, "limit", limit, &label)?;
        }
        Ok(())
    }

    fn level(&self, svg: &mut String, class: &str, value: f64, label: &str) -> fmt::Result {
        let (y, right) = (self.y(value), WIDTH - RIGHT);
        writeln!(
            svg,
            r#"<line class="{class}" x1="{LEFT}" y1="{y:.1}" x2="{right}" y2="{y:.1}"/>"#
        )?;
        text(svg, class, right + 6.0, y + 4.0, "start", label)
    }

    fn axis(&self, svg: &mut String) -> fmt::Result {
        let (bottom, right) = (self.top + HEIGHT, WIDTH - RIGHT);
        writeln!(
            svg,
            r#"<line class="axis" x1="{LEFT}" y1="{bottom}" x2="{right}" y2="{bottom}"/>"#
        )?;
        let count = self.regions.len() as u64;
        let step = round_step(float(count) / 12.0);
        let mut number = 0;
        while number < count {
            let x = LEFT + self.slot() * (float(number) + 0.5);
            text(svg, "dim", x, bottom + 18.0, "middle", &number.to_string())?;
            number += step;
        }
        text(
            svg,
            "dim",
            f64::midpoint(LEFT, right),
            bottom + 38.0,
            "middle",
            "region",
        )
    }
}

fn text(svg: &mut String, class: &str, x: f64, y: f64, anchor: &str, text: &str) -> fmt::Result {
    writeln!(
        svg,
        r#"<text class="{class}" x="{x:.1}" y="{y:.1}" text-anchor="{anchor}">{}</text>"#,
        escaped(text)
    )
}

/// 1, 2 or 5 times a power of ten, at least as large as asked for.
fn round_step(least: f64) -> u64 {
    let mut power = 1_u64;
    loop {
        for factor in [1, 2, 5] {
            let step = power.saturating_mul(factor);
            if float(step) >= least || power > u64::MAX / 20 {
                return step;
            }
        }
        power = power.saturating_mul(10);
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}
