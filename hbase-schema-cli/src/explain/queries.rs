//! The queries that a row key allows, and their costs: the methods of the typed scan builder, derived from
//! the layout.

use std::io::{self, Write};

use anstyle::Style;
use hbase_model::layout::{SaltReach, ScanCost, ScanEnd};
use hbase_model::{KeyLayout, PartLayout};
use serde::{Serialize, Serializer};

use super::conditions::Conditions;
use crate::columns::{Cell, Columns};
use crate::style::{BAD, CARE, DIM, GOOD};

/// From this number of rows per salt on, a skip scan over 65,536 salts was faster than a full scan on `HBase`
/// in each run of the benchmark `skip_scan` (from 0.9 to 2.7 rows).
const PAYS_FROM: u32 = 3;

/// The queries, and the parts without ranges.
#[derive(Serialize)]
pub(super) struct Queries {
    #[serde(rename = "questions")]
    all: Vec<Query>,
    /// Parts without ranges, each with the reason.
    #[serde(serialize_with = "crate::output::as_object")]
    no_ranges: Vec<(String, String)>,
    /// Who tests conditions after a range.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    conditions: Vec<Conditions>,
}

/// One query.
#[derive(Serialize)]
struct Query {
    /// The expression in Rust.
    #[serde(rename = "ask")]
    expression: String,
    cost: Cost,
    /// Maximum key ranges; `None` for the whole table.
    #[serde(skip_serializing_if = "Option::is_none")]
    ranges: Option<u32>,
}

impl Queries {
    pub(super) fn of(row: &str, layout: &KeyLayout) -> Self {
        let ends = (0..layout.parts.len()).flat_map(|part| ends(layout, part));
        // First, the query by only the inputs of the salt.
        let ends = std::iter::once((0, ScanEnd::Value)).chain(ends);
        let queries = ends.flat_map(|(given, end)| queries(row, layout, given, end));
        let queries = queries.chain(skip_scans(row, layout));
        let mut queries: Vec<Query> = queries.collect();
        queries.push(Query::new(
            format!("{row}::scan().all()"),
            Cost(ScanCost::Full),
        ));
        let without_range = |(index, part): (usize, &PartLayout)| {
            let reason = layout.check_range(index).err()?;
            Some((part.name.to_string(), reason.to_string()))
        };
        let parts = layout.parts.iter().enumerate();
        Self {
            all: queries,
            no_ranges: parts.filter_map(without_range).collect(),
            conditions: Conditions::of(layout),
        }
    }

    pub(super) fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut columns = Columns::new(&[Cell::of("query"), Cell::of("cost")]);
        for query in &self.all {
            let (_, cost, style) = query.cost.shown();
            columns.row([
                Cell::of(query.expression.as_str()),
                Cell::of(cost).styled(style),
            ]);
        }
        columns.write(out)?;
        for (part, why) in &self.no_ranges {
            writeln!(out, "  {DIM}no range of `{part}`: {why}{DIM:#}")?;
        }
        for conditions in &self.conditions {
            writeln!(out, "  {DIM}{conditions}{DIM:#}")?;
        }
        Ok(())
    }
}

/// The queries that end at a part: the number of parts with a value, and the end of the scan.
fn ends(layout: &KeyLayout, part: usize) -> Vec<(usize, ScanEnd)> {
    let next = &layout.parts[part];
    let has_range = layout.check_range(part).is_ok();
    let range = has_range.then_some((part, ScanEnd::Range));
    let prefix = next.takes_prefix().then_some((part, ScanEnd::Prefix));
    let domain = next.takes_domain().then_some((part, ScanEnd::Domain));
    let value = Some((part + 1, ScanEnd::Value));
    let ends = [value, range, prefix, domain];
    ends.into_iter().flatten().collect()
}

/// A query, and the cheaper one that also sets the inputs of the salt.
fn queries(row: &str, layout: &KeyLayout, given: usize, end: ScanEnd) -> Vec<Query> {
    let plain = layout.salt_reach(given, end);
    let mut queries = Vec::new();
    let scan = format!("{row}::scan()");
    let parts = parts(layout, given, end);
    if given > 0 || end != ScanEnd::Value {
        let cost = Cost(layout.scan_cost(given, end, plain));
        queries.push(Query::new(format!("{scan}{parts}"), cost));
    }
    let salted_by = salted_by(layout);
    if !matches!(plain, SaltReach::Unsalted | SaltReach::Known)
        && let Some(salted_by) = salted_by
    {
        let cost = Cost(layout.scan_cost(given, end, SaltReach::Known));
        queries.push(Query::new(format!("{scan}{salted_by}{parts}"), cost));
    }
    queries
}

/// Skip scans: parts after the first `given` ones are open; the salt is open too if it has too many values for
/// a scan of each.
fn skip_scans(row: &str, layout: &KeyLayout) -> Vec<Query> {
    let count = layout.parts.len();
    let starts =
        (0..count).flat_map(|given| open_parts(layout, given).map(move |open| (given, open)));
    let ends = starts.flat_map(|(given, open)| {
        let ends = ends(layout, given + open).into_iter();
        // A domain is two ranges, which a skip scan does not take.
        let ends = ends.filter(|(_, end)| *end != ScanEnd::Domain);
        ends.map(move |(_, end)| (given, open, end))
    });
    let query = |(given, open, end)| {
        let cost = layout.skip_cost(given, open, end)?;
        let is_wide = layout.skip_reach(given, open, end) == SaltReach::TooMany;
        let any_salt = if is_wide { ".any_salt()" } else { "" };
        let set = parts(layout, given, ScanEnd::Value);
        let after = after(layout, given, open, end);
        let scan = format!("{row}::scan(){any_salt}{set}{after}");
        Some(Query::new(scan, Cost(cost)))
    };
    ends.filter_map(query).collect()
}

/// How many parts after the first `given` ones can be open before a part with a value.
fn open_parts(layout: &KeyLayout, given: usize) -> impl Iterator<Item = usize> {
    let after = layout.parts[given..].iter();
    let open = after.take_while(|part| part.can_be_open()).count();
    0..=open.min(layout.parts.len() - given - 1)
}

/// `.phone(any()).at(from..to)`.
fn after(layout: &KeyLayout, given: usize, open: usize, end: ScanEnd) -> String {
    let mut text = String::new();
    for part in layout.parts.iter().skip(given).take(open) {
        text.extend([".", &part.name, "(any())"]);
    }
    let last = layout.parts.get(given + open);
    text + &last.map_or_else(String::new, |part| set(part, end))
}

/// `.salted_by(phone, at)`, for a computed salt.
fn salted_by(layout: &KeyLayout) -> Option<String> {
    layout
        .salt
        .as_ref()
        .filter(|salt| salt.salt.is_computed())?;
    let fed = layout.parts.iter().filter(|part| part.salt.is_some());
    let names: Vec<&str> = fed.map(|part| &*part.name).collect();
    (!names.is_empty()).then(|| format!(".salted_by({})", names.join(", ")))
}

fn parts(layout: &KeyLayout, given: usize, end: ScanEnd) -> String {
    let with_value = layout.parts.iter().take(given);
    let text: String = with_value.map(|part| set(part, ScanEnd::Value)).collect();
    match layout.parts.get(given) {
        Some(next) if end != ScanEnd::Value => text + &set(next, end),
        _ => text,
    }
}

/// `.at(at)`, `.at(from..to)`, `.at(prefix(…))`.
fn set(part: &PartLayout, end: ScanEnd) -> String {
    let name = &part.name;
    match end {
        ScanEnd::Value => format!(".{name}({name})"),
        ScanEnd::Range => format!(".{name}(from..to)"),
        ScanEnd::Prefix => format!(".{name}(prefix(…))"),
        ScanEnd::Domain => format!(".{name}(under(…))"),
    }
}

impl Query {
    fn new(expression: String, cost: Cost) -> Self {
        let ranges = cost.0.ranges();
        Self {
            expression,
            cost,
            ranges,
        }
    }
}

/// A printed cost.
#[derive(Clone, Copy)]
struct Cost(ScanCost);

impl Cost {
    /// The name in JSON, and the text with its style.
    fn shown(self) -> (&'static str, String, Style) {
        match self.0 {
            ScanCost::Point => ("point", "one row".to_owned(), GOOD),
            ScanCost::One => ("one", "one scan".to_owned(), GOOD),
            ScanCost::UpTo(count) => ("up_to", format!("up to {count} scans"), CARE),
            ScanCost::FanOut(count) => {
                ("fan_out", format!("{count} scans, one for each salt"), CARE)
            }
            ScanCost::Skip(count) => {
                let words = format!(
                    "a skip scan, which seeks in each of {count} salts: faster than a full scan from about {PAYS_FROM} rows per salt"
                );
                ("skip", words, CARE)
            }
            ScanCost::SkipParts(count) => {
                let scans = if count == 1 {
                    "a skip scan, which seeks".to_owned()
                } else {
                    format!("{count} skip scans, which seek")
                };
                let words = format!("{scans} after each value of the open parts");
                ("skip_parts", words, CARE)
            }
            ScanCost::Full => {
                let words =
                    "a full scan: the whole table; `unordered` reads its regions concurrently";
                ("full", words.to_owned(), BAD)
            }
            _ => {
                let words = "does not compile: the salt has too many values to scan each";
                ("refused", words.to_owned(), BAD)
            }
        }
    }
}

impl Serialize for Cost {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.shown().0)
    }
}
