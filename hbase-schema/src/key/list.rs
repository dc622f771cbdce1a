//! Lists at the end of a row key (`repeat`): elements of one width, one after another.

use std::borrow::Cow;
use std::fmt;

use hbase_model::primitive::{check_ascending, check_elements};
use hbase_model::{Encoding, KeySink, ListEncoding};

use super::encoding::{ListOf, Native};
use super::fixed_width::FixedWidth;
use super::key_buf::KeyBuf;
use super::part::{DecodePart, KeyPart, RangePart, SaltPart, properties};
use crate::codec::CodecError;

/// An element of a list at the end of a row key (`#[rowkey(repeat)]`): a key part of a fixed width, or a tuple of two to four
/// of them.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be an element of a list in a row key",
    label = "expected a key part of a fixed width, or a tuple of two to four of them",
    note = "text and bytes vary in length: use `[u8; N]`, an integer, or a type that derives `KeyPart` from one"
)]
pub trait ListElement: fmt::Debug + Sized {
    /// The encodings of its members. A reference, because a const cannot drop an encoding.
    #[doc(hidden)]
    const MEMBERS: &'static [Encoding];
    /// Its width in bytes.
    #[doc(hidden)]
    const WIDTH: usize;
    /// The type of its first member: its own type, if it is no tuple.
    #[doc(hidden)]
    type First: FixedWidth<Native>;

    #[doc(hidden)]
    fn encode_element<S: KeySink>(&self, out: &mut S) -> Result<(), CodecError>;
    #[doc(hidden)]
    fn decode_element(bytes: &[u8]) -> Result<Self, CodecError>;
}

/// The width of a member, which is not empty.
const fn width_of<T: FixedWidth<Native>>() -> usize {
    match T::WIDTH {
        Some(width) if width > 0 => width,
        _ => panic!(
            "a member of an element of a list in a row key must have a fixed width of at least one byte"
        ),
    }
}

impl<T: FixedWidth<Native> + for<'k> DecodePart<'k, Native>> ListElement for T {
    const MEMBERS: &'static [Encoding] = &[T::ENCODING];
    const WIDTH: usize = width_of::<T>();
    type First = T;

    fn encode_element<S: KeySink>(&self, out: &mut S) -> Result<(), CodecError> {
        self.encode(out)
    }

    fn decode_element(bytes: &[u8]) -> Result<Self, CodecError> {
        <T as DecodePart<'_, Native>>::decode(bytes)
    }
}

macro_rules! tuples {
    ($($first:ident $($rest:ident)*;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<$first, $($rest,)*> ListElement for ($first, $($rest,)*)
        where
            $first: FixedWidth<Native> + for<'k> DecodePart<'k, Native>,
            $($rest: FixedWidth<Native> + for<'k> DecodePart<'k, Native>,)*
        {
            const MEMBERS: &'static [Encoding] =
                &[<$first>::ENCODING, $(<$rest as KeyPart<Native>>::ENCODING,)*];
            const WIDTH: usize = width_of::<$first>() $(+ width_of::<$rest>())*;
            type First = $first;

            fn encode_element<S: KeySink>(&self, out: &mut S) -> Result<(), CodecError> {
                #[allow(non_snake_case)]
                let ($first, $($rest,)*) = self;
                $first.encode(out)?;
                $($rest.encode(out)?;)*
                Ok(())
            }

            fn decode_element(mut bytes: &[u8]) -> Result<Self, CodecError> {
                let bytes = &mut bytes;
                Ok((member::<$first>(bytes)?, $(member::<$rest>(bytes)?,)*))
            }
        }
    )*};
}

tuples! {
    A B;
    A B C;
    A B C D;
}

/// Decodes a member, and removes it from the front of `bytes`.
fn member<T>(bytes: &mut &[u8]) -> Result<T, CodecError>
where
    T: FixedWidth<Native> + for<'k> DecodePart<'k, Native>,
{
    let (value, rest) = bytes.split_at(width_of::<T>().min(bytes.len()));
    *bytes = rest;
    T::decode(value)
}

/// A list of elements.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`repeat` is for a `Vec` of key parts of a fixed width, or of tuples of them, found `{Self}`",
    label = "expected a `Vec`, such as `Vec<[u8; 3]>` or `Vec<(u32, u32)>`",
    note = "an element is a key part of a fixed width, or a tuple of two to four of them: `[u8; N]`, an integer, or a type that derives `KeyPart` from one"
)]
pub trait ListPart: fmt::Debug {
    /// The encodings of an element's members.
    const MEMBERS: &'static [Encoding];

    fn encode_list<S: KeySink>(&self, sorted: bool, out: &mut S) -> Result<(), CodecError>;
}

#[diagnostic::do_not_recommend]
impl<T: ListElement> ListPart for Vec<T> {
    const MEMBERS: &'static [Encoding] = T::MEMBERS;

    fn encode_list<S: KeySink>(&self, sorted: bool, out: &mut S) -> Result<(), CodecError> {
        encode_all(self, sorted, out)
    }
}

/// Encodes elements, which must ascend if the list is `sorted`. A type of the user may encode other widths than it declares.
pub(crate) fn encode_all<T: ListElement, S: KeySink>(
    elements: &[T],
    sorted: bool,
    out: &mut S,
) -> Result<(), CodecError> {
    let mut bytes = KeyBuf::new();
    for element in elements {
        element.encode_element(&mut bytes)?;
    }
    if bytes.len() != elements.len() * T::WIDTH {
        let (found, count, width) = (bytes.len(), elements.len(), T::WIDTH);
        return Err(CodecError::new(format_args!(
            "found {found} bytes of {count} elements, expected {width} bytes of each, as its types declare"
        )));
    }
    if sorted {
        check_ascending(&bytes, T::WIDTH)?;
    }
    out.put(&bytes);
    Ok(())
}

impl<T: ListPart, const SORTED: bool> KeyPart<ListOf<SORTED>> for T {
    const ENCODING: Encoding = Encoding::List(ListEncoding {
        members: Cow::Borrowed(T::MEMBERS),
        sorted: SORTED,
    });
    const WIDTH: Option<usize> = None;

    fn encode<S: KeySink>(&self, out: &mut S) -> Result<(), CodecError> {
        self.encode_list(SORTED, out)
    }
}

impl<T: ListElement, const SORTED: bool> DecodePart<'_, ListOf<SORTED>> for Vec<T> {
    fn decode(bytes: &[u8]) -> Result<Self, CodecError> {
        check_elements(bytes, T::WIDTH)?;
        if SORTED {
            check_ascending(bytes, T::WIDTH)?;
        }
        bytes
            .chunks_exact(T::WIDTH)
            .map(T::decode_element)
            .collect()
    }
}

/// A property of elements: they sort as their bytes do.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "no range is offered on this list: an element `{Self}` does not sort as its bytes do",
    label = "only equality on lists of `{Self}`"
)]
pub trait SortedElement: ListElement {}

#[diagnostic::do_not_recommend]
impl<T: ListElement + RangePart<Native>> SortedElement for T {}

macro_rules! sorted {
    ($($($member:ident)*;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<$($member: RangePart<Native>,)*> SortedElement for ($($member,)*) where Self: ListElement {}
    )*};
}

sorted! {
    A B;
    A B C;
    A B C D;
}

/// All elements have one width, so lists sort by their first different element.
#[diagnostic::do_not_recommend]
impl<T: SortedElement, const SORTED: bool> RangePart<ListOf<SORTED>> for Vec<T> {}

properties!([T: ListElement] Vec<T>: SaltPart;);
