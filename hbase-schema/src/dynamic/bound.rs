//! Bounds and prefixes of ranges of qualifiers.

use super::qualifier::OrderedQualifier;
use crate::codec::CodecError;
use crate::key::KeyPart;
use crate::key::encoding::Native;

/// A bound of a range of qualifiers of type `Q`: a `Q`, a reference to one, or the first parts of a
/// `Q` of several parts, as a tuple: `(user,)` of `(user, day)`.
///
/// Ranges are in the order of the columns. For parts in descending order, such as
/// `#[qualifier(reverse_ts)]`, the bound that comes first is the larger value.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a bound of a range of the qualifiers `{Q}`",
    label = "expected a `{Q}`, a reference to one, or a tuple of its first parts",
    note = "a range is available if the parts' bytes sort as their values do: not on `text` integers, not on text closed by a separator, not on `reverse`, not on signed integers and floats with `java`, not on an enum of kinds"
)]
pub trait QualifierBound<Q> {
    /// Whether the bound is a prefix of qualifiers, and covers all of them.
    #[doc(hidden)]
    const IS_PREFIX: bool;

    /// Appends the bound's bytes.
    #[doc(hidden)]
    fn encode_bound(&self, out: &mut Vec<u8>) -> Result<(), CodecError>;
}

/// A prefix of qualifiers of type `Q`: the first parts of a `Q` of several parts, as a tuple, or the
/// start of a text or of bytes.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a prefix of the qualifiers `{Q}`",
    label = "expected a tuple of the first parts of `{Q}`, or the start of a text or of bytes",
    note = "no tuple ends after an `unseparated` part: the bytes of `Paris` are also a start of those of `Parish`; close the part with a `separator`, or give it a fixed width"
)]
pub trait QualifierPrefix<Q> {
    /// Appends the prefix's bytes.
    #[doc(hidden)]
    fn encode_prefix(&self, out: &mut Vec<u8>) -> Result<(), CodecError>;
}

impl<Q: OrderedQualifier> QualifierBound<Q> for Q {
    const IS_PREFIX: bool = false;

    fn encode_bound(&self, out: &mut Vec<u8>) -> Result<(), CodecError> {
        self.encode_qualifier(out)
    }
}

impl<Q: OrderedQualifier> QualifierBound<Q> for &Q {
    const IS_PREFIX: bool = false;

    fn encode_bound(&self, out: &mut Vec<u8>) -> Result<(), CodecError> {
        self.encode_qualifier(out)
    }
}

impl QualifierBound<String> for &str {
    const IS_PREFIX: bool = false;

    fn encode_bound(&self, out: &mut Vec<u8>) -> Result<(), CodecError> {
        KeyPart::<Native>::encode(self, out)
    }
}

macro_rules! starts {
    ($([$($g:tt)*] $qualifier:ty, $prefix:ty;)*) => {$(
        impl<$($g)*> QualifierPrefix<$qualifier> for $prefix {
            fn encode_prefix(&self, out: &mut Vec<u8>) -> Result<(), CodecError> {
                out.extend_from_slice(self.as_ref());
                Ok(())
            }
        }
    )*};
}

starts! {
    [] String, &str;
    [] String, String;
    [] String, &String;
    [] Vec<u8>, &[u8];
    [] Vec<u8>, Vec<u8>;
    [const N: usize] [u8; N], &[u8];
    [const N: usize] [u8; N], Vec<u8>;
}
