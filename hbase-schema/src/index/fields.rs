//! The types of an index's fields.

use super::value::IndexValue;

/// The types of the fields of an index whose values a condition does not have yet: one type, or a tuple
/// of up to 8.
///
/// A type that is an [`IndexValue`] is one field; in a tuple each type is.
#[diagnostic::on_unimplemented(
    message = "no condition on a further field: `{Self}` is not the type of one",
    label = "the condition is complete",
    note = "a range, a prefix, and a value of the last field end a condition"
)]
pub trait IndexFields {
    /// The type of the next field.
    type First: IndexValue;

    /// The types of the fields after it; `()` after the last one.
    type Rest;

    /// Whether there are fields after it.
    #[doc(hidden)]
    const HAS_REST: bool;
}

#[diagnostic::do_not_recommend]
impl<F: IndexValue> IndexFields for F {
    type First = F;
    type Rest = ();

    const HAS_REST: bool = false;
}

macro_rules! tuples {
    ($first:ident) => {};
    ($first:ident $($rest:ident)+) => {
        #[diagnostic::do_not_recommend]
        impl<$first: IndexValue, $($rest: IndexValue),+> IndexFields for ($first, $($rest),+) {
            type First = $first;
            type Rest = tuples!(@type $($rest)+);

            const HAS_REST: bool = true;
        }

        tuples!($($rest)+);
    };
    (@type $only:ident) => {
        $only
    };
    (@type $($several:ident)+) => {
        ($($several),+)
    };
}

tuples!(A B C D E F G H);
