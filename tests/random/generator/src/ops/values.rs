//! Values of dynamic columns and of indexed columns, and ranges of values.

use std::ops::Bound;

use fastrand::Rng;

use crate::draw::Draw;
use crate::pool;
use crate::spec::Column;
use crate::types::Kind;
use crate::value::Value;

/// The bounds of a range between two values. Each is open in one of `rarity` cases, and excludes its value in another.
pub(super) fn bounds(
    rng: &mut Rng,
    [low, high]: [Value; 2],
    rarity: u8,
) -> (Bound<Value>, Bound<Value>) {
    let mut bound = |value| match rng.u8(..rarity) {
        0 => Bound::Unbounded,
        1 => Bound::Excluded(value),
        _ => Bound::Included(value),
    };
    (bound(low), bound(high))
}

/// Up to three different names.
pub(super) fn names(rng: &mut Rng, kind: Kind) -> Vec<Value> {
    let mut names: Vec<Value> = (0..rng.usize(..4)).map(|_| name(rng, kind)).collect();
    names.sort();
    names.dedup();
    names
}

/// One of a few names for a dynamic column.
pub(super) fn name(rng: &mut Rng, kind: Kind) -> Value {
    match kind {
        Kind::Text => Value::Text(["a", "ab", "é", "x y"][rng.usize(..4)].to_owned()),
        Kind::Int { signed: true, .. } => Value::Int([-1, 0, 300][rng.usize(..3)]),
        Kind::Int { .. } => Value::Int([0, 7, 70_000][rng.usize(..3)]),
        Kind::Time => Value::Time([0, 1_451_606_400_000][rng.usize(..2)]),
        _ => Value::Group(vec![
            Value::Time([0, 1_451_606_400_000][rng.usize(..2)]),
            Value::Int([1, 12][rng.usize(..2)]),
        ]),
    }
}

/// A random value of an indexed column. The encoding of texts excludes NUL.
pub(super) fn indexed(draw: &mut Draw, column: &Column) -> Value {
    loop {
        let value = pool::compared(&mut draw.rng, column);
        let is_excluded = matches!(&value, Value::Text(text) if text.contains('\0'));
        if !is_excluded {
            return value;
        }
    }
}
