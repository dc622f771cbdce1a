//! The questions that a key answers, and what each costs: what the typed builder offers, derived from
//! the layout.

use std::io::{self, Write};

use anstyle::Style;
use hbase_model::layout::{SaltReach, ScanCost, ScanEnd};
use hbase_model::{KeyLayout, PartLayout};
use serde::{Serialize, Serializer};

use crate::columns::{Cell, Columns};
use crate::style::{BAD, CARE, DIM, GOOD};

/// What can be asked, and why not more.
#[derive(Serialize)]
pub(super) struct Questions {
    questions: Vec<Question>,
    /// Parts without ranges, and why.
    #[serde(serialize_with = "crate::output::as_object")]
    no_ranges: Vec<(String, String)>,
}

/// One question.
#[derive(Serialize)]
struct Question {
    /// As it is written in Rust.
    ask: String,
    cost: Cost,
    /// At most so many ranges of keys are read; none for the whole table.
    #[serde(skip_serializing_if = "Option::is_none")]
    ranges: Option<u32>,
}

impl Questions {
    pub(super) fn of(row: &str, layout: &KeyLayout) -> Self {
        let ends = (0..layout.parts.len()).flat_map(|part| ends(layout, part));
        // In front, what feeds the salt alone.
        let ends = std::iter::once((0, ScanEnd::Value)).chain(ends);
        let asked = ends.flat_map(|(given, end)| asked(row, layout, given, end));
        let mut questions: Vec<Question> = asked.collect();
        questions.push(Question::new(
            format!("{row}::scan().all()"),
            Cost(ScanCost::Full),
        ));
        let refused = |part: &PartLayout| {
            let reason = part.check_range().err()?;
            Some((part.name.to_string(), reason.to_string()))
        };
        Self {
            questions,
            no_ranges: layout.parts.iter().filter_map(refused).collect(),
        }
    }

    pub(super) fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut columns = Columns::new(&[Cell::of("question"), Cell::of("reads")]);
        for question in &self.questions {
            let (_, cost, style) = question.cost.shown();
            columns.row([
                Cell::of(question.ask.as_str()),
                Cell::of(cost).styled(style),
            ]);
        }
        columns.write(out)?;
        for (part, why) in &self.no_ranges {
            writeln!(out, "  {DIM}no range of `{part}`: {why}{DIM:#}")?;
        }
        Ok(())
    }
}

/// What can be asked of a part: how many parts have a value then, and how the question ends.
fn ends(layout: &KeyLayout, part: usize) -> Vec<(usize, ScanEnd)> {
    let next = &layout.parts[part];
    let range = next.check_range().is_ok().then_some((part, ScanEnd::Range));
    let prefix = next.takes_prefix().then_some((part, ScanEnd::Prefix));
    let value = Some((part + 1, ScanEnd::Value));
    [value, range, prefix].into_iter().flatten().collect()
}

/// A question as it stands, and with what feeds the salt given ahead where that makes it cheaper.
fn asked(row: &str, layout: &KeyLayout, given: usize, end: ScanEnd) -> Vec<Question> {
    let plain = layout.salt_reach(given, end);
    let mut questions = Vec::new();
    let scan = format!("{row}::scan()");
    let parts = parts(layout, given, end);
    if given > 0 || end != ScanEnd::Value {
        let cost = Cost(layout.scan_cost(given, end, plain));
        questions.push(Question::new(format!("{scan}{parts}"), cost));
    }
    let ahead = ahead(layout);
    if !matches!(plain, SaltReach::Unsalted | SaltReach::Known)
        && let Some(ahead) = ahead
    {
        let cost = Cost(layout.scan_cost(given, end, SaltReach::Known));
        questions.push(Question::new(format!("{scan}{ahead}{parts}"), cost));
    }
    questions
}

/// `.salted_by(phone, at)`, where a salt is computed.
fn ahead(layout: &KeyLayout) -> Option<String> {
    layout
        .salt
        .as_ref()
        .filter(|salt| salt.salt.is_computed())?;
    let fed = layout.parts.iter().filter(|part| part.salt.is_some());
    let names: Vec<&str> = fed.map(|part| &*part.name).collect();
    (!names.is_empty()).then(|| format!(".salted_by({})", names.join(", ")))
}

fn parts(layout: &KeyLayout, given: usize, end: ScanEnd) -> String {
    let mut text = String::new();
    for part in layout.parts.iter().take(given) {
        text.extend([".", &part.name, "(", &part.name, ")"]);
    }
    if let Some(next) = layout.parts.get(given) {
        match end {
            ScanEnd::Value => {}
            ScanEnd::Range => text.extend([".", &next.name, "(from..to)"]),
            ScanEnd::Prefix => text.extend([".", &next.name, "(prefix(begin))"]),
        }
    }
    text
}

impl Question {
    fn new(ask: String, cost: Cost) -> Self {
        let ranges = cost.0.ranges();
        Self { ask, cost, ranges }
    }
}

/// The cost, as it is shown.
#[derive(Clone, Copy)]
struct Cost(ScanCost);

impl Cost {
    /// The cost's name in JSON, its words, and how they are styled.
    fn shown(self) -> (&'static str, String, Style) {
        match self.0 {
            ScanCost::Point => ("point", "one row".to_owned(), GOOD),
            ScanCost::One => ("one", "one scan".to_owned(), GOOD),
            ScanCost::UpTo(count) => ("up_to", format!("up to {count} scans"), CARE),
            ScanCost::FanOut(count) => {
                ("fan_out", format!("{count} scans, one for each salt"), CARE)
            }
            ScanCost::Full => ("full", "a full scan: the whole table".to_owned(), BAD),
            _ => {
                let words = "does not compile: too many salts to ask for each";
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
