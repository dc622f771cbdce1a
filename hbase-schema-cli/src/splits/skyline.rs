//! An overview of many regions: one character each.

use std::io::{self, Write};

use super::report::Region;
use crate::style::{BAD, DIM, GOOD};

/// The regions per line.
const LINE: usize = 64;

/// From empty to the fullest region.
const HEIGHTS: [char; 9] = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

pub(super) fn write(regions: &[Region], out: &mut dyn Write) -> io::Result<()> {
    let most = regions.iter().map(|region| region.count.rows).max();
    let width = regions.len().to_string().len();
    for (line, regions) in regions.chunks(LINE).enumerate() {
        write!(out, "  {DIM}{:>width$}{DIM:#}  ", line * LINE)?;
        for region in regions {
            let style = if region.hot { BAD } else { GOOD };
            let height = height(region.count.rows, most.unwrap_or(0));
            write!(out, "{style}{height}{style:#}")?;
        }
        writeln!(out)?;
    }
    writeln!(out)
}

fn height(rows: u64, most: u64) -> char {
    let scaled = u128::from(rows) * 8 / u128::from(most.max(1));
    let least = usize::from(rows > 0);
    let height = usize::try_from(scaled).unwrap_or(8).max(least);
    HEIGHTS[height.min(8)]
}
