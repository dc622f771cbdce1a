//! The report as an SVG chart: rows and bytes by region, and other numbers of regions.

mod bars;
mod draw;
mod numbers;

use std::fmt::{self, Write};

use super::report::Report;
use super::spread::float;
use crate::text::counted;
use bars::Bars;
use draw::{Frame, LEFT, WIDTH, text};

/// The top of the first panel.
const TOP: f64 = 108.0;

const STYLE: &str = "\
text{font:13px sans-serif;fill:#333}\
.title{font-size:18px;font-weight:bold}\
.dim{fill:#777}\
.bar,.dot{fill:#4c78a8}\
.hot{fill:#d62728}\
.own{fill:#333}\
.axis{stroke:#999;stroke-width:1}\
.grid{stroke:#e4e4e4;stroke-width:1}\
line.mean{stroke:#333;stroke-width:1.5}\
text.limit{fill:#d62728}\
line.limit{stroke:#d62728;stroke-width:1.5;stroke-dasharray:6 4}\
.chance{stroke:#999;stroke-width:1.5;fill:none}";

/// The whole chart.
pub(super) fn picture(report: &Report) -> String {
    let mut svg = String::new();
    // Writing to a `String` cannot fail.
    let _ = write(report, &mut svg);
    svg
}

fn write(report: &Report, svg: &mut String) -> fmt::Result {
    let bars = bars::panels(report);
    let numbers = !report.other_numbers.is_empty() && report.is_large_enough();
    let panels = bars.len() + usize::from(numbers);
    let height = TOP + Frame::DISTANCE * float(panels as u64) - 20.0;
    writeln!(
        svg,
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" viewBox="0 0 {WIDTH} {height}">"#
    )?;
    writeln!(svg, "<style>{STYLE}</style>")?;
    writeln!(svg, r##"<rect width="100%" height="100%" fill="#fff"/>"##)?;
    head(report, svg)?;
    let mut tops = (0..).map(|number| TOP + Frame::DISTANCE * float(number));
    for (panel, top) in bars.iter().zip(tops.by_ref()) {
        Bars::write(panel, top, svg)?;
    }
    if numbers && let Some(top) = tops.next() {
        numbers::write(report, top, svg)?;
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
    text(svg, "title", (LEFT, 32.0), "start", title)?;
    text(svg, "dim", (LEFT, 54.0), "start", about)
}
