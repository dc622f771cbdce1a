//! The report as text, with a bar per region.

use std::io::{self, Write};

use super::others::Other;
use super::report::{Region, Report};
use super::skyline;
use crate::columns::{Cell, Columns};
use crate::style::{BAD, BOLD, CARE, DIM, GOOD};
use crate::text::{counted, grouped};

/// The longest bar, in characters.
const BAR: usize = 32;

/// The number of fullest and emptiest regions to list if there are too many; all hot ones are listed.
const FULLEST: usize = 8;
const EMPTIEST: usize = 4;

/// Maximum length of a start key that is not cut.
const START: usize = 18;

pub(super) fn write(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    head(report, out)?;
    regions(report, out)?;
    verdict(report, out)?;
    others(report, out)?;
    even_keys(report, out)?;
    invalid(report, out)?;
    if !report.notes.is_empty() {
        writeln!(out)?;
    }
    let mut notes = report.notes.iter();
    notes.try_for_each(|note| writeln!(out, "{CARE}note{CARE:#}: {note}"))
}

fn head(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let rows = counted(report.rows, "row");
    let regions = counted(report.regions.len() as u64, "region");
    let (table, bytes) = (&report.table, grouped(report.bytes));
    writeln!(out, "{BOLD}{table}{BOLD:#}: {rows} in {regions}")?;
    if let Some(salt) = &report.salt {
        writeln!(out, "  salt      {salt}")?;
    }
    writeln!(out, "  split at  {}", report.split_at)?;
    writeln!(out, "  bytes     {bytes}, {}\n", report.bytes_of)
}

fn regions(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let most = report.regions.iter().map(|region| region.count.rows).max();
    let line = |region: &Region| line(region, most.unwrap_or(0));
    if report.regions.len() <= report.shown {
        let mut columns = Columns::new(&header(""));
        columns.rows(report.regions.iter().map(line));
        return columns.write(out);
    }
    skyline::write(&report.regions, out)?;
    let mut regions: Vec<&Region> = report.regions.iter().collect();
    regions.sort_by_key(|region| std::cmp::Reverse(region.count.rows));
    let emptiest = regions.split_off(regions.len() - EMPTIEST);
    regions.truncate(FULLEST.max(report.hot.min(report.shown)));
    let mut columns = Columns::new(&header("the fullest"));
    columns.rows(regions.into_iter().map(line));
    columns.row(header("the emptiest").map(|cell| cell.styled(DIM)));
    columns.rows(emptiest.into_iter().map(line));
    columns.write(out)
}

fn header(what: &str) -> [Cell; 6] {
    [
        Cell::number("region"),
        Cell::of("from"),
        Cell::number("rows"),
        Cell::number("bytes"),
        Cell::of(format!("{what:BAR$}")),
        Cell::of("of the mean"),
    ]
}

/// `most` are the rows of the fullest region.
fn line(region: &Region, most: u64) -> [Cell; 6] {
    let (style, hot) = if region.hot {
        (BAD, format!("  {BAD}hot{BAD:#}"))
    } else {
        (GOOD, String::new())
    };
    [
        Cell::number(region.number.to_string()),
        Cell::of(cut(&region.start)),
        Cell::number(grouped(region.count.rows)),
        Cell::number(grouped(region.count.bytes)),
        Cell::of(bar(region.count.rows, most)).styled(style),
        Cell::of(format!("{:>5.2}x{hot}", region.times)),
    ]
}

/// A bar in eighths of a character.
fn bar(rows: u64, most: u64) -> String {
    const EIGHTHS: [char; 8] = ['▏', '▎', '▍', '▌', '▋', '▊', '▉', '█'];
    let scaled = u128::from(rows) * 8 * BAR as u128 / u128::from(most.max(1));
    let eighths = usize::try_from(scaled).unwrap_or(8 * BAR);
    // A region with any row has a visible bar.
    let eighths = if rows > 0 { eighths.max(1) } else { 0 };
    let mut bar = "█".repeat(eighths / 8);
    if let Some(rest) = (eighths % 8).checked_sub(1) {
        bar.push(EIGHTHS[rest]);
    }
    bar
}

fn cut(start: &str) -> String {
    if start.chars().count() <= START {
        return start.to_owned();
    }
    start.chars().take(START - 1).chain(['…']).collect()
}

/// The bytes, if they make a region hot and the rows do not.
fn by_bytes(report: &Report, limit: f64) -> String {
    if report.spread.hottest > limit {
        return String::new();
    }
    let bytes = report.regions.iter().map(|region| region.times_bytes);
    let largest = bytes.fold(0.0, f64::max);
    format!(" by bytes, the largest {largest:.2}x")
}

fn verdict(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    if report.rows == 0 {
        return writeln!(out, "\n{BAD}no row of the sample is valid{BAD:#}");
    }
    let spread = &report.spread;
    let limit = report.hot_above.max(spread.by_chance);
    writeln!(
        out,
        "\nhottest {:.2}x the mean, coldest {:.2}x; chance alone explains up to {:.2}x",
        spread.hottest, spread.coldest, spread.by_chance
    )?;
    if report.hot == 0 {
        return writeln!(
            out,
            "{GOOD}no region is hot{GOOD:#}: none is above {limit:.2}x"
        );
    }
    let hot = counted(report.hot as u64, "region");
    let is = if report.hot == 1 { "is" } else { "are" };
    writeln!(
        out,
        "{BAD}{hot} {is} hot{BAD:#}: above {limit:.2}x{}",
        by_bytes(report, limit)
    )
}

fn others(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    if report.other_numbers.is_empty() || !report.is_large_enough() {
        return Ok(());
    }
    if report.is_dominated_by_inseparable() {
        let inseparable = report.inseparable();
        writeln!(
            out,
            "\nabout {inseparable:.0} rows are in one region for every number of regions tried: they share the \
             key parts that decide the region. Mark another part with `salt`"
        )?;
    }
    let (better, worse) = (report.better(), report.worse());
    if better.is_empty() {
        writeln!(
            out,
            "\nno number of regions near it has a better distribution"
        )?;
    } else {
        writeln!(
            out,
            "\nnumbers of regions near it with a better distribution:"
        )?;
    }
    table(&better, out)?;
    if !worse.is_empty() {
        writeln!(out, "numbers to avoid:")?;
    }
    table(&worse, out)
}

fn table(others: &[&Other], out: &mut dyn Write) -> io::Result<()> {
    for other in others {
        let spread = &other.spread;
        writeln!(
            out,
            "  {:>6}  hottest {:.2}x, coldest {:.2}x",
            other.regions, spread.hottest, spread.coldest
        )?;
    }
    Ok(())
}

fn even_keys(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let even = report.even_keys.as_ref();
    let Some(even) = even.filter(|_| report.hot > 0 || report.regions.len() == 1) else {
        return Ok(());
    };
    let regions = even.regions;
    let keys: Vec<String> = even.keys.iter().map(|key| format!("\"{key}\"")).collect();
    let keys = keys.join(", ");
    let bytes = if keys.contains("\\x") {
        "; with a `b` before each, as in `splits = [b\"…\"]`, for Rust"
    } else {
        ""
    };
    writeln!(
        out,
        "\nsplit points that divide this sample into {regions} even regions, as HBase's shell prints them{bytes}:\n  {keys}"
    )
}

fn invalid(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    if report.invalid == 0 {
        return Ok(());
    }
    let rows = counted(report.invalid, "invalid row");
    writeln!(out, "\n{BAD}{rows}{BAD:#}, in no region:")?;
    for row in &report.invalid_rows {
        writeln!(out, "  line {}: {}", row.line, row.message)?;
    }
    let rest = report.invalid - report.invalid_rows.len() as u64;
    if rest > 0 {
        writeln!(out, "  {DIM}… and {} more{DIM:#}", grouped(rest))?;
    }
    Ok(())
}
