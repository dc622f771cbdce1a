//! Floats whose bytes differ from others in order or equality: encodings sort -0.0 before 0.0, and NaN outside the
//! infinities. In Rust's comparisons both zeros are equal, and NaN is neither equal to a float nor within bounds.

use hbase_model::Encoding;
use hbase_model::layout::OrderedKind;
use hbase_model::ordered_bytes::{Order, put_float32, put_float64};
use hbase_model::primitive::{put_f32, put_f64};

/// The ascending bytes of special floats in an encoding.
#[derive(Debug)]
pub(crate) struct Floats {
    /// -0.0 and 0.0.
    zeros: [Vec<u8>; 2],
    /// The negative one and the positive one.
    pub(crate) infinities: [Vec<u8>; 2],
}

impl Floats {
    /// Those of an encoding, if it is one of floats that keeps their order.
    pub(crate) fn of(encoding: &Encoding) -> Option<Self> {
        let encode: fn(f32) -> Vec<u8> = match encoding {
            Encoding::Ordered(OrderedKind::Float32) => {
                |value| bytes(|out| put_float32(value, Order::Ascending, out))
            }
            Encoding::Ordered(OrderedKind::Float64) => {
                |value| bytes(|out| put_float64(value.into(), Order::Ascending, out))
            }
            Encoding::Float { width: 4 } => |value| bytes(|out| put_f32(value, out)),
            Encoding::Float { .. } => |value| bytes(|out| put_f64(value.into(), out)),
            _ => return None,
        };
        Some(Self {
            zeros: [-0.0, 0.0].map(encode),
            infinities: [f32::NEG_INFINITY, f32::INFINITY].map(encode),
        })
    }

    /// The bytes of all floats that are equal to this one: both zeros, none for NaN.
    pub(crate) fn equal_to(&self, bytes: Vec<u8>) -> Vec<Vec<u8>> {
        if self.is_nan(&bytes) {
            Vec::new()
        } else if self.zeros.contains(&bytes) {
            self.zeros.to_vec()
        } else {
            vec![bytes]
        }
    }

    /// The bytes of a bound: for a zero those of the first or the last one; `None` for NaN.
    pub(crate) fn bound(&self, bytes: Vec<u8>, is_last: bool) -> Option<Vec<u8>> {
        if self.is_nan(&bytes) {
            return None;
        }
        let [first, last] = &self.zeros;
        Some(if !self.zeros.contains(&bytes) {
            bytes
        } else if is_last {
            last.clone()
        } else {
            first.clone()
        })
    }

    fn is_nan(&self, bytes: &[u8]) -> bool {
        let [least, most] = &self.infinities;
        bytes < least.as_slice() || bytes > most.as_slice()
    }
}

fn bytes(put: impl FnOnce(&mut Vec<u8>)) -> Vec<u8> {
    let mut bytes = Vec::new();
    put(&mut bytes);
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floats_are_compared_by_the_bytes_of_each_encoding() {
        for (encoding, encode) in [
            (Encoding::Ordered(OrderedKind::Float32), {
                (|value| bytes(|out| put_float32(value, Order::Ascending, out))) as fn(f32) -> _
            }),
            (Encoding::Ordered(OrderedKind::Float64), |value| {
                bytes(|out| put_float64(value.into(), Order::Ascending, out))
            }),
            (Encoding::Float { width: 4 }, |value| {
                bytes(|out| put_f32(value, out))
            }),
            (Encoding::Float { width: 8 }, |value| {
                bytes(|out| put_f64(value.into(), out))
            }),
        ] {
            let floats = Floats::of(&encoding).expect("an encoding of floats");
            let one = encode(1.0);
            assert_eq!(floats.equal_to(one.clone()), std::slice::from_ref(&one));
            let zeros = [-0.0, 0.0].map(encode);
            for zero in &zeros {
                assert_eq!(floats.equal_to(zero.clone()), zeros);
                assert_eq!(floats.bound(zero.clone(), false).as_ref(), Some(&zeros[0]));
                assert_eq!(floats.bound(zero.clone(), true).as_ref(), Some(&zeros[1]));
            }
            assert_eq!(floats.bound(one.clone(), true), Some(one));
            for infinity in [f32::NEG_INFINITY, f32::INFINITY].map(encode) {
                assert_eq!(floats.bound(infinity.clone(), true), Some(infinity));
            }
            for nan in [f32::NAN, -f32::NAN].map(encode) {
                assert!(floats.equal_to(nan.clone()).is_empty(), "{encoding:?}");
                assert_eq!(floats.bound(nan, false), None, "{encoding:?}");
            }
        }
        // Neither is in the order of its bytes.
        assert!(Floats::of(&Encoding::JavaFloat { width: 4 }).is_none());
        assert!(Floats::of(&Encoding::Ordered(OrderedKind::Numeric)).is_none());
    }
}
