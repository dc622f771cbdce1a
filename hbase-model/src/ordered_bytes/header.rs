//! The first byte of every value.

use crate::primitive::ValueError;

pub(super) const NULL: u8 = 0x05;
pub(crate) const NEG_INF: u8 = 0x07;
pub(super) const NEG_LARGE: u8 = 0x08;
pub(super) const NEG_MED_MIN: u8 = 0x09;
/// Headers of negative medium numbers count down from here.
pub(super) const NEG_MED_MAX: u8 = 0x13;
pub(super) const NEG_SMALL: u8 = 0x14;
pub(super) const ZERO: u8 = 0x15;
pub(super) const POS_SMALL: u8 = 0x16;
/// Headers of positive medium numbers count up from here.
pub(super) const POS_MED_MIN: u8 = 0x17;
pub(super) const POS_MED_MAX: u8 = 0x21;
pub(super) const POS_LARGE: u8 = 0x22;
pub(crate) const POS_INF: u8 = 0x23;
pub(super) const NAN: u8 = 0x26;
pub(crate) const INT8: u8 = 0x29;
pub(crate) const INT16: u8 = 0x2a;
pub(crate) const INT32: u8 = 0x2b;
pub(crate) const INT64: u8 = 0x2c;
pub(crate) const FLOAT32: u8 = 0x30;
pub(crate) const FLOAT64: u8 = 0x31;
pub(crate) const TEXT: u8 = 0x34;
pub(crate) const BLOB_VAR: u8 = 0x37;

/// Ends a text.
pub(super) const TERMINATOR: u8 = 0;

pub(super) const fn unexpected(found: u8) -> ValueError {
    ValueError::UnexpectedByte {
        at: 0,
        found,
        expected: "the header of this kind of OrderedBytes, in this order",
    }
}

pub(super) const fn missing() -> ValueError {
    ValueError::Truncated {
        found: 0,
        expected: "a header of OrderedBytes",
    }
}
