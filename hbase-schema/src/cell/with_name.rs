//! `with_name = module`: values of dynamic columns by the functions of a module, which take the column's name too.

use std::marker::PhantomData;

use super::codec::{Absence, CellFacts, DecodeCell, EncodeCell};
use crate::codec::CodecError;
use crate::dynamic::Qualifier;

/// `with_name = module`: the codec of a module's functions, for values whose bytes depend on the name of their column, a
/// `Q`; the derive makes a type `M` for each such field.
#[derive(Clone, Copy, Debug)]
pub struct WithName<M, Q>(PhantomData<(M, Q)>);

/// A module's `encode` for values of type `V` in columns named by `Q`.
#[doc(hidden)]
pub trait EncodeWithName<Q, V> {
    fn encode(name: &Q, value: &V, out: &mut Vec<u8>) -> Result<bool, CodecError>;
}

/// A module's `decode` for values of type `V` in columns named by `Q`.
#[doc(hidden)]
pub trait DecodeWithName<Q, V> {
    fn decode(name: &Q, bytes: &[u8]) -> Result<V, CodecError>;
}

#[diagnostic::do_not_recommend]
impl<Q: Qualifier, V, M: EncodeWithName<Q, V>> EncodeCell<WithName<M, Q>> for V {
    const FACTS: CellFacts = {
        assert!(
            !Q::IS_OF_VALUE,
            "`with_name` is not for entries, whose names are the MD5 of their values' bytes: write `with`"
        );
        CellFacts::UNKNOWN.with_absence(Absence::Never)
    };

    fn encode_cell(&self, _: &mut Vec<u8>) -> Result<bool, CodecError> {
        Err(without_name())
    }

    // The name as a reader decodes it, so that the value is written for that one.
    fn encode_named(&self, name: &[u8], out: &mut Vec<u8>) -> Result<bool, CodecError> {
        M::encode(&Q::decode_qualifier(name)?, self, out)
    }
}

#[diagnostic::do_not_recommend]
impl<'r, Q: Qualifier, V, M: DecodeWithName<Q, V>> DecodeCell<'r, WithName<M, Q>> for V {
    fn decode_cell(_: &'r [u8]) -> Result<Self, CodecError> {
        Err(without_name())
    }

    fn decode_named(name: &[u8], bytes: &'r [u8]) -> Result<Self, CodecError> {
        M::decode(&Q::decode_qualifier(name)?, bytes)
    }
}

/// The error of a call that does not know the column's name. No call on dynamic columns returns it.
#[cold]
fn without_name() -> CodecError {
    CodecError::new(
        "found a value without the name of its column, expected both for `with_name`: read and write it by `dynamic`",
    )
}
