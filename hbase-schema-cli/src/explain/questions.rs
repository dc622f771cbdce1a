//! The questions that a key answers, and what each costs: what the typed builder offers, derived from
//! the layout.

use std::fmt;
use std::io::{self, Write};

use anstyle::Style;
use hbase_model::{KeyLayout, PartLayout, Salt, SaltText};
use serde::{Serialize, Serializer};

use super::offers;
use crate::columns::{Cell, Columns};
use crate::style::{BAD, CARE, DIM, GOOD};

/// The most values of a salt that are asked for one by one.
const FANNED: u32 = 256;

/// What can be asked, and why not more.
#[derive(Serialize)]
pub(super) struct Questions {
    questions: Vec<Question>,
    /// Parts without ranges, and why.
    #[serde(serialize_with = "crate::output::as_object")]
    no_ranges: Vec<(String, &'static str)>,
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

/// The cost, as the builder has it in its type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cost {
    Point,
    One,
    UpTo(u32),
    FanOut(u32),
    Full,
    /// The builder does not offer it: the salt has too many values.
    Refused,
}

/// What is known of the salt.
#[derive(Clone, Copy, PartialEq, Eq)]
enum SaltState {
    Unsalted,
    Pending(u32),
    Wide,
    Ranged(u32),
    Known,
}

/// How a question ends, behind the parts that have a value.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    Value,
    Range,
    Prefix,
}

impl Questions {
    pub(super) fn of(row: &str, layout: &KeyLayout) -> Self {
        let ends = (0..layout.parts.len()).flat_map(|part| ends(layout, part));
        // In front, what feeds the salt alone.
        let ends = std::iter::once((0, End::Value)).chain(ends);
        let asked = ends.flat_map(|(given, end)| asked(row, layout, given, end));
        let mut questions: Vec<Question> = asked.collect();
        questions.push(Question::new(format!("{row}::scan().all()"), Cost::Full));
        let refused = |part: &PartLayout| Some((part.name.to_string(), offers::range(part).err()?));
        Self {
            questions,
            no_ranges: layout.parts.iter().filter_map(refused).collect(),
        }
    }

    pub(super) fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut columns = Columns::new(&[Cell::of("question"), Cell::of("reads")]);
        for question in &self.questions {
            let cost = Cell::of(question.cost.to_string()).styled(question.cost.style());
            columns.row([Cell::of(question.ask.as_str()), cost]);
        }
        columns.write(out)?;
        for (part, why) in &self.no_ranges {
            writeln!(out, "  {DIM}no range of `{part}`: {why}{DIM:#}")?;
        }
        Ok(())
    }
}

/// What can be asked of a part: how many parts have a value then, and how the question ends.
fn ends(layout: &KeyLayout, part: usize) -> Vec<(usize, End)> {
    let next = &layout.parts[part];
    let range = offers::range(next).is_ok().then_some((part, End::Range));
    let prefix = offers::prefix(next).then_some((part, End::Prefix));
    let value = Some((part + 1, End::Value));
    [value, range, prefix].into_iter().flatten().collect()
}

/// A question as it stands, and with what feeds the salt given ahead where that makes it cheaper.
fn asked(row: &str, layout: &KeyLayout, given: usize, end: End) -> Vec<Question> {
    let plain = state(layout, given, end);
    let mut questions = Vec::new();
    let scan = format!("{row}::scan()");
    let parts = parts(layout, given, end);
    if given > 0 || end != End::Value {
        let cost = cost(layout, given, end, plain);
        questions.push(Question::new(format!("{scan}{parts}"), cost));
    }
    let ahead = ahead(layout);
    if matches!(
        plain,
        SaltState::Pending(_) | SaltState::Wide | SaltState::Ranged(_)
    ) && let Some(ahead) = ahead
    {
        let cost = cost(layout, given, end, SaltState::Known);
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

fn parts(layout: &KeyLayout, given: usize, end: End) -> String {
    let mut text = String::new();
    for part in layout.parts.iter().take(given) {
        text.extend([".", &part.name, "(", &part.name, ")"]);
    }
    if let Some(next) = layout.parts.get(given) {
        match end {
            End::Value => {}
            End::Range => text.extend([".", &next.name, "(from..to)"]),
            End::Prefix => text.extend([".", &next.name, "(prefix(begin))"]),
        }
    }
    text
}

/// What is known of the salt once the question is asked.
fn state(layout: &KeyLayout, given: usize, end: End) -> SaltState {
    let Some(salt) = layout.salt.as_ref().map(|salt| &salt.salt) else {
        return SaltState::Unsalted;
    };
    let open = match salt.values() {
        Some(count) if count <= FANNED => SaltState::Pending(count),
        _ => SaltState::Wide,
    };
    let last = layout.parts.iter().rposition(|part| part.salt.is_some());
    match last {
        Some(last) if last < given => SaltState::Known,
        Some(last) if last == given && end != End::Value => {
            over_range(salt, &layout.parts[last]).unwrap_or(open)
        }
        _ => open,
    }
}

/// A range of times reaches only the salts of the months (days …) in it.
fn over_range(salt: &Salt, part: &PartLayout) -> Option<SaltState> {
    match (salt, &part.salt) {
        (Salt::RegionNumber { regions, .. }, Some(SaltText::Format(_))) => {
            Some(SaltState::Ranged(*regions))
        }
        _ => None,
    }
}

fn cost(layout: &KeyLayout, given: usize, end: End, salt: SaltState) -> Cost {
    let whole = given == layout.parts.len() && end == End::Value;
    match salt {
        SaltState::Unsalted | SaltState::Known if whole => Cost::Point,
        SaltState::Unsalted | SaltState::Known => Cost::One,
        SaltState::Pending(count) => Cost::FanOut(count),
        SaltState::Ranged(count) => Cost::UpTo(count),
        SaltState::Wide => Cost::Refused,
    }
}

impl Question {
    fn new(ask: String, cost: Cost) -> Self {
        let ranges = match cost {
            Cost::Point | Cost::One => Some(1),
            Cost::UpTo(count) | Cost::FanOut(count) => Some(count),
            Cost::Full | Cost::Refused => None,
        };
        Self { ask, cost, ranges }
    }
}

impl Cost {
    const fn style(self) -> Style {
        match self {
            Self::Point | Self::One => GOOD,
            Self::UpTo(_) | Self::FanOut(_) => CARE,
            Self::Full | Self::Refused => BAD,
        }
    }
}

impl fmt::Display for Cost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Point => f.write_str("one row"),
            Self::One => f.write_str("one scan"),
            Self::UpTo(count) => write!(f, "up to {count} scans"),
            Self::FanOut(count) => write!(f, "{count} scans, one for each salt"),
            Self::Full => f.write_str("a full scan: the whole table"),
            Self::Refused => f.write_str("does not compile: too many salts to ask for each"),
        }
    }
}

impl Serialize for Cost {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(match self {
            Self::Point => "point",
            Self::One => "one",
            Self::UpTo(_) => "up_to",
            Self::FanOut(_) => "fan_out",
            Self::Full => "full",
            Self::Refused => "refused",
        })
    }
}
