//! The scan shapes that a key supports.

use crate::draw::Draw;
use crate::spec::{
    Argument, ESCAPE_IN_ORDER, Encoding, Key, Order, Part, Salt, Shape, Tested, TimeForm,
};
use crate::types::Kind;

/// The maximum number of scan shapes in the program of one table, besides the scan of all rows.
const MOST: usize = 7;

/// Chooses some of the scan shapes that the key supports. The scan of all rows is always included.
pub(super) fn shapes(draw: &mut Draw, key: &Key) -> Vec<Shape> {
    let all = Shape {
        salted_by: false,
        any_salt: false,
        arguments: Vec::new(),
        condition: None,
    };
    let mut others = legal(key);
    draw.rng.shuffle(&mut others);
    others.truncate(MOST);
    others.insert(0, all);
    others
}

/// Adds a condition to about half of the shapes.
pub(super) fn add_conditions(draw: &mut Draw, key: &Key, shapes: &mut [Shape]) {
    let parts = 0..key.parts.len();
    let all: Vec<_> = parts.flat_map(|part| conditions(key, part)).collect();
    for shape in shapes {
        if draw.rng.bool() {
            shape.condition = draw.rng.choice(&all).copied();
        }
    }
}

/// Whether a key supports a condition on the part with this index.
pub(super) fn takes_condition(key: &Key, condition: (usize, Tested)) -> bool {
    conditions(key, condition.0).contains(&condition)
}

/// The conditions on a part. The library finds no part after a type whose end only the type can find.
fn conditions(key: &Key, at: usize) -> Vec<(usize, Tested)> {
    let mut before = key.parts[..=at].iter();
    if before.any(|part| part.encoding == Encoding::Own) {
        return Vec::new();
    }
    let arguments = arguments(key, at).into_iter();
    let closed = arguments.filter(|argument| !matches!(argument, Argument::Every | Argument::Any));
    let tested = closed.map(Tested::By).chain([Tested::Other]);
    tested.map(|tested| (at, tested)).collect()
}

/// Every shape that the key supports, besides the scan of all rows.
pub(super) fn legal(key: &Key) -> Vec<Shape> {
    let mut shapes = Vec::new();
    for salted_by in [false, true] {
        for any_salt in [false, true] {
            add(key, salted_by, any_salt, &mut shapes);
        }
    }
    shapes
}

/// Adds every shape with these settings of the salt that the key supports.
fn add(key: &Key, salted_by: bool, any_salt: bool, to: &mut Vec<Shape>) {
    let marked = key.parts.iter().any(|part| part.salt.is_some());
    let no_salt = key.salt == Salt::None;
    if salted_by && (!marked || any_salt) || any_salt && (no_salt || !has_one_width(key.salt)) {
        return;
    }
    let mut lists = vec![Vec::new()];
    for part in 0..key.parts.len() {
        let mut longer = Vec::new();
        for list in &lists {
            let is_open = list.iter().all(|argument| {
                matches!(argument, Argument::Value | Argument::Any | Argument::IsIn)
            });
            if list.len() == part && is_open {
                let arguments = arguments(key, part).into_iter();
                longer.extend(arguments.map(|argument| [list.clone(), vec![argument]].concat()));
            }
        }
        lists.extend(longer);
    }
    let shapes = lists.into_iter().map(|arguments| Shape {
        salted_by,
        any_salt,
        arguments,
        condition: None,
    });
    to.extend(shapes.filter(|shape| is_legal(key, shape)));
}

fn arguments(key: &Key, at: usize) -> Vec<Argument> {
    let part = &key.parts[at];
    let mut arguments = vec![Argument::Value, Argument::IsIn];
    if sees_ranges(key, at) {
        arguments.extend([Argument::Range, Argument::Ranges]);
    }
    if sees_prefixes(part) {
        arguments.push(Argument::Prefix);
    }
    if part.encoding == Encoding::Labels && !part.optional {
        arguments.push(Argument::Under);
    }
    if part.encoding != Encoding::Own {
        arguments.push(Argument::Every);
    }
    if part.width().is_some() && part.encoding != Encoding::Own {
        arguments.push(Argument::Any);
    }
    arguments
}

fn is_legal(key: &Key, shape: &Shape) -> bool {
    let Shape {
        salted_by,
        any_salt,
        arguments,
        ..
    } = shape;
    let Some(last) = arguments.last() else {
        return *salted_by;
    };
    let skips = *any_salt || arguments.contains(&Argument::Any);
    let is_several = |argument: &Argument| {
        matches!(
            argument,
            Argument::IsIn | Argument::Ranges | Argument::Under
        )
    };
    let has_several = arguments.iter().any(is_several);
    // `salted_by` gives a part one value.
    let mut marked = arguments.iter().zip(&key.parts);
    let contradicts =
        *salted_by && marked.any(|(argument, part)| part.salt.is_some() && is_several(argument));
    if contradicts || skips && has_several {
        return false;
    }
    let given = arguments.len();
    let fed = key.parts[given..].iter().all(|part| part.salt.is_none());
    let all_fed = fed
        && arguments.iter().zip(&key.parts).all(|(argument, part)| {
            part.salt.is_none() || matches!(argument, Argument::Value | Argument::IsIn)
        });
    let is_known =
        key.salt == Salt::None || *salted_by || all_fed && key.salt.is_computed() && !skips;
    let fans = key.salt.values() <= 256;
    let is_loose = key.parts.iter().any(|part| part.unseparated);
    // A skip scan needs an argument after an open part or salt.
    let skips_to_something = !matches!(last, Argument::Any | Argument::Every);
    (is_known || fans || *any_salt)
        && !(skips && (!skips_to_something || is_loose))
        && !(skips && !any_salt && !is_known && !has_one_width(key.salt))
}

/// Whether all values of a salt have the same width.
fn has_one_width(salt: Salt) -> bool {
    match salt {
        Salt::Region { count, width } | Salt::Java { count, width } => {
            width >= (count - 1).to_string().len()
        }
        _ => true,
    }
}

/// Whether scans accept ranges of a part.
pub fn sees_ranges(key: &Key, at: usize) -> bool {
    let part = &key.parts[at];
    let is_inner = at + 1 < key.parts.len();
    let is_marked = part.optional && !part.omit_none;
    if part.reverse || is_marked || part.of.kind.is_enum() {
        return false;
    }
    if part.omit_none && (descends(part) || part.is_aligned()) {
        return false;
    }
    let end = part.end(key);
    let keeps_order = end.as_deref() == Some(&[0]) || part.desc && part.terminator.is_some();
    match (part.encoding, part.of.kind) {
        (Encoding::Native, Kind::Text | Kind::Bytes) => {
            keeps_order || !is_inner && part.terminator.is_none()
        }
        (Encoding::Length(_) | Encoding::Labels, _) => false,
        (Encoding::Escape(replacements), _) => {
            let is_ordered = replacements == ESCAPE_IN_ORDER;
            is_ordered && (keeps_order || !is_inner && part.terminator.is_none())
        }
        (Encoding::Java, Kind::Int { signed, .. }) => !signed,
        (Encoding::Java, Kind::F32 | Kind::F64) => false,
        (Encoding::Ordered, Kind::Bytes | Kind::Array(_)) => false,
        (Encoding::PadLeft(..) | Encoding::PadRight(..) | Encoding::Text | Encoding::Own, _) => {
            false
        }
        _ => true,
    }
}

/// Whether greater values have smaller bytes.
fn descends(part: &Part) -> bool {
    let newest_first = match part.encoding {
        Encoding::Time {
            form, newest_first, ..
        } => newest_first || form == TimeForm::Negated,
        _ => false,
    };
    part.desc != newest_first
}

/// Whether scans accept prefixes of a part.
pub fn sees_prefixes(part: &Part) -> bool {
    if part.reverse || part.desc || part.optional {
        return false;
    }
    match part.encoding {
        Encoding::Native => {
            matches!(part.of.kind, Kind::Text | Kind::Bytes) || part.of.class == "array"
        }
        Encoding::Fixed(_) => matches!(part.of.kind, Kind::Text | Kind::Bytes),
        Encoding::PadRight(..) | Encoding::Escape(_) | Encoding::List { .. } => true,
        _ => false,
    }
}

/// The order in which scans of this shape return rows.
pub fn order_of(key: &Key, shape: &Shape) -> Order {
    if shape.any_salt || shape.arguments.contains(&Argument::Any) {
        Order::Skip
    } else if shape.arguments.is_empty() && key.salt != Salt::None && !shape.salted_by {
        Order::Stored
    } else {
        Order::Key
    }
}
