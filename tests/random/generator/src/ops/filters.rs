//! Chooses random filters.

use std::ops::Bound;

use crate::emit::{compared, is_searched};
use crate::model::order_of_values;
use crate::pool;
use crate::spec::Column;
use crate::value::Value;

use super::{Chooser, Comparison, Filter, Test};

const COMPARISONS: [Comparison; 6] = [
    Comparison::Eq,
    Comparison::Ne,
    Comparison::Lt,
    Comparison::Le,
    Comparison::Gt,
    Comparison::Ge,
];

/// A random filter of one or more columns.
pub(super) fn filter(chooser: &mut Chooser<'_>) -> Filter {
    let one = leaf(chooser);
    match chooser.draw.rng.u8(..8) {
        0 => Filter::Not(Box::new(one)),
        1 => Filter::And(Box::new(one), Box::new(leaf(chooser))),
        2 => Filter::Or(Box::new(one), Box::new(leaf(chooser))),
        3 => Filter::And(
            Box::new(filter(chooser)),
            Box::new(Filter::Not(Box::new(one))),
        ),
        _ => one,
    }
}

fn leaf(chooser: &mut Chooser<'_>) -> Filter {
    let columns = chooser.columns();
    let counters = chooser.counters();
    if !counters.is_empty() && chooser.draw.one_in(5) {
        let value = Value::Int(chooser.draw.rng.i64(-3..9).into());
        return Filter::Column(
            counters[0],
            Test::Is(*chooser.draw.pick(&COMPARISONS), value),
        );
    }
    let (at, column) = *chooser.draw.pick(&columns);
    Filter::Column(at, test(chooser, column))
}

fn test(chooser: &mut Chooser<'_>, column: &Column) -> Test {
    let rng = &mut chooser.draw.rng;
    if compared(column).is_none() {
        return if rng.bool() { Test::Some } else { Test::None };
    }
    let value = pool::compared(rng, column);
    let is_text = is_searched(column);
    match rng.u8(..10) {
        0 => Test::Some,
        1 => Test::None,
        2 => Test::In(
            (0..rng.usize(..3))
                .map(|_| pool::compared(rng, column))
                .collect(),
        ),
        3 => between(rng, value, column),
        4 if is_text => Test::Prefix(start(rng, &value)),
        5 if is_text => Test::Contains(start(rng, &value)),
        _ => Test::Is(COMPARISONS[rng.usize(..6)], value),
    }
}

fn between(rng: &mut fastrand::Rng, value: Value, column: &Column) -> Test {
    let other = pool::compared(rng, column);
    let is_less = order_of_values(&value, &other).is_some_and(std::cmp::Ordering::is_le);
    let (low, high) = if is_less {
        (value, other)
    } else {
        (other, value)
    };
    let low = if rng.bool() {
        Bound::Included(low)
    } else {
        Bound::Excluded(low)
    };
    let high = match rng.u8(..3) {
        0 => Bound::Included(high),
        1 => Bound::Excluded(high),
        _ => Bound::Unbounded,
    };
    Test::Between(low, high)
}

fn start(rng: &mut fastrand::Rng, value: &Value) -> String {
    match value {
        Value::Text(text) => text.chars().take(rng.usize(..3)).collect(),
        _ => String::new(),
    }
}
