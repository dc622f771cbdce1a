//! The order of floats, as ranges of bytes.
//!
//! As unsigned bytes, non-negative floats sort as numbers do, from `0.0` to infinity; the negative
//! ones sort after them, from `-0.0` down to negative infinity. NaNs are beyond either infinity.

use hbase_backend::{Comparator, CompareOp, Filter};

use super::codec::NativeCodec;
use super::compare::{CompareCell, leaf};
use crate::codec::CodecError;
use crate::schema::ColumnSchema;

/// A float column, and the bytes that bound its two ranges.
struct Floats<'a> {
    column: &'a ColumnSchema,
    zero: Vec<u8>,
    negative_zero: Vec<u8>,
    infinity: Vec<u8>,
    negative_infinity: Vec<u8>,
}

/// The sign of a float that is not NaN; both zeros are one number.
#[derive(Clone, Copy)]
enum Sign {
    Negative,
    Zero,
    Positive,
}

impl Floats<'_> {
    fn is(&self, op: CompareOp, bytes: &[u8]) -> Filter {
        leaf(self.column, op, Comparator::Binary(bytes.to_vec()))
    }

    /// Bytes from `low` to `high`.
    fn range(&self, low: (CompareOp, &[u8]), high: (CompareOp, &[u8])) -> Filter {
        Filter::And(vec![self.is(low.0, low.1), self.is(high.0, high.1)])
    }

    /// All numbers below zero.
    fn negatives(&self) -> Filter {
        self.range(
            (CompareOp::Greater, &self.negative_zero),
            (CompareOp::LessOrEqual, &self.negative_infinity),
        )
    }

    /// Both zeros.
    fn zeros(&self) -> Filter {
        Filter::Or(vec![
            self.is(CompareOp::Equal, &self.zero),
            self.is(CompareOp::Equal, &self.negative_zero),
        ])
    }

    /// All numbers above zero.
    fn positives(&self) -> Filter {
        self.range(
            (CompareOp::Greater, &self.zero),
            (CompareOp::LessOrEqual, &self.infinity),
        )
    }

    /// Numbers above or below `value`, or equal to it.
    fn beyond(&self, value: &[u8], sign: Sign, above: bool, or_equal: bool) -> Filter {
        let (down, up) = if or_equal {
            (CompareOp::LessOrEqual, CompareOp::GreaterOrEqual)
        } else {
            (CompareOp::Less, CompareOp::Greater)
        };
        let (last, all) = if above {
            (&self.infinity, self.positives())
        } else {
            (&self.negative_infinity, self.negatives())
        };
        let last = (CompareOp::LessOrEqual, &**last);
        let first_negative = (CompareOp::GreaterOrEqual, &*self.negative_zero);
        match (sign, above) {
            (Sign::Zero, _) if or_equal => Filter::Or(vec![all, self.zeros()]),
            (Sign::Zero, _) => all,
            (Sign::Positive, true) | (Sign::Negative, false) => self.range((up, value), last),
            (Sign::Positive, false) => {
                Filter::Or(vec![self.is(down, value), self.range(first_negative, last)])
            }
            (Sign::Negative, true) => Filter::Or(vec![
                self.is(last.0, last.1),
                self.range(first_negative, (down, value)),
            ]),
        }
    }

    fn filter(&self, op: CompareOp, value: &[u8], sign: Sign) -> Filter {
        match (op, sign) {
            (CompareOp::Equal, Sign::Zero) => self.zeros(),
            (CompareOp::NotEqual, Sign::Zero) => Filter::And(vec![
                self.is(CompareOp::NotEqual, &self.zero),
                self.is(CompareOp::NotEqual, &self.negative_zero),
            ]),
            (CompareOp::Less, _) => self.beyond(value, sign, false, false),
            (CompareOp::LessOrEqual, _) => self.beyond(value, sign, false, true),
            (CompareOp::Greater, _) => self.beyond(value, sign, true, false),
            (CompareOp::GreaterOrEqual, _) => self.beyond(value, sign, true, true),
            (CompareOp::Equal | CompareOp::NotEqual, _) => self.is(op, value),
        }
    }

    /// As in `PartialOrd`, only `!=` holds for a NaN.
    fn of_nan(&self, op: CompareOp) -> Filter {
        let op = if op == CompareOp::NotEqual {
            CompareOp::GreaterOrEqual
        } else {
            CompareOp::Less
        };
        self.is(op, &[])
    }
}

macro_rules! floats {
    ($($type:ident)*) => {$(
        /// As in Rust's `PartialOrd`: `-0.0` equals `0.0`, and for a NaN, as the value or in the
        /// cell, only `ne` holds.
        impl CompareCell<NativeCodec, Self> for $type {
            fn filter(
                column: &ColumnSchema,
                op: CompareOp,
                value: &Self,
            ) -> Result<Filter, CodecError> {
                let bytes = |float: Self| float.to_be_bytes().to_vec();
                let floats = Floats {
                    column,
                    zero: bytes(0.0),
                    negative_zero: bytes(-0.0),
                    infinity: bytes(Self::INFINITY),
                    negative_infinity: bytes(Self::NEG_INFINITY),
                };
                if value.is_nan() {
                    return Ok(floats.of_nan(op));
                }
                let sign = if *value == 0.0 {
                    Sign::Zero
                } else if *value < 0.0 {
                    Sign::Negative
                } else {
                    Sign::Positive
                };
                Ok(floats.filter(op, &bytes(*value), sign))
            }
        }
    )*};
}

floats!(f32 f64);
