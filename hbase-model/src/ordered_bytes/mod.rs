//! `HBase`'s `OrderedBytes`, byte for byte: bytes sort as values do (except blobs), with a header
//! for each type, in ascending or descending order.
//!
//! Every value determines its own end. Decoders take exactly one value; [`length`] returns its
//! length.

mod blob;
mod fixed;
pub(crate) mod header;
mod numeric;
mod scan;
mod text;
mod varint;

pub use blob::{get_blob_var, put_blob_var};
pub use fixed::{FixedInt, get_float32, get_float64, get_int, put_float32, put_float64, put_int};
pub use numeric::{Numeric, get_numeric, put_numeric};
pub use scan::{is_null, length, put_null};
pub use text::{get_string, put_string};

use crate::primitive::ValueError;
use crate::sink::{InlineBuf, Inverted, KeySink};

/// The order in which a value's bytes sort.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Order {
    /// Smallest first.
    Ascending,
    /// Largest first: every bit is inverted.
    Descending,
}

impl Order {
    /// The byte in ascending order.
    #[inline]
    const fn apply(self, byte: u8) -> u8 {
        match self {
            Self::Ascending => byte,
            Self::Descending => !byte,
        }
    }
}

/// Encodes in ascending order, and inverts all bits for descending order.
macro_rules! in_order {
    ($order:expr, $out:expr, |$sink:ident| $encode:expr) => {
        match $order {
            Order::Ascending => {
                let $sink = $out;
                $encode
            }
            Order::Descending => {
                let $sink = &mut Inverted($out);
                $encode
            }
        }
    };
}
use in_order;

/// A value's bytes in ascending order, on the stack if they are short.
type Upright = InlineBuf<64>;

#[inline]
fn upright(bytes: &[u8], order: Order) -> Upright {
    let mut buffer = Upright::new();
    match order {
        Order::Ascending => buffer.put(bytes),
        Order::Descending => Inverted(&mut buffer).put(bytes),
    }
    buffer
}

/// The bytes after the expected header.
#[inline]
fn after(header: u8, bytes: &[u8]) -> Result<&[u8], ValueError> {
    match bytes {
        [first, rest @ ..] if *first == header => Ok(rest),
        [found, ..] => Err(header::unexpected(*found)),
        [] => Err(header::missing()),
    }
}
