//! Columns of text or bytes in which the server can search for a substring or a prefix.

use super::codec::{NativeCodec, Text};
use super::store_none::StoreNone;
use crate::type_lists::{each_bytes, each_text};

/// A column of type `Self` with the codec `C`, whose cells are UTF-8.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "a column of `{Self}` cannot be searched as text",
    label = "its cells are not a text's bytes",
    note = "`contains` is offered on columns of text: `String`, `&str`, `Cow<str>`, and options of them"
)]
pub trait TextCell<C> {}

/// A column of type `Self` with the codec `C`, whose cells can have a `V` as prefix.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "a column of `{Self}` has no such prefix",
    label = "its cells are not a text or bytes, or the prefix is of the other kind",
    note = "`starts_with` takes a `&str` on columns of text, and a `&[u8]` on columns of bytes"
)]
pub trait PrefixCell<C, V: ?Sized> {
    /// The bytes of the prefix.
    #[doc(hidden)]
    fn prefix(value: &V) -> &[u8];
}

macro_rules! texts {
    ($codec:ident: $([$($g:tt)*] $type:ty;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<$($g)*> TextCell<$codec> for $type {}

        #[diagnostic::do_not_recommend]
        impl<$($g)*> PrefixCell<$codec, str> for $type {
            fn prefix(value: &str) -> &[u8] {
                value.as_bytes()
            }
        }

        #[diagnostic::do_not_recommend]
        impl<$($g)*> PrefixCell<$codec, String> for $type {
            fn prefix(value: &String) -> &[u8] {
                value.as_bytes()
            }
        }
    )*};
}

each_text!(texts, NativeCodec:);
each_text!(texts, Text:);

macro_rules! bytes {
    ($([$($g:tt)*] $type:ty;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<$($g)*> PrefixCell<NativeCodec, [u8]> for $type {
            fn prefix(value: &[u8]) -> &[u8] {
                value
            }
        }

        #[diagnostic::do_not_recommend]
        impl<$($g)*> PrefixCell<NativeCodec, Vec<u8>> for $type {
            fn prefix(value: &Vec<u8>) -> &[u8] {
                value
            }
        }

        #[diagnostic::do_not_recommend]
        impl<$($g)* const LEN: usize> PrefixCell<NativeCodec, [u8; LEN]> for $type {
            fn prefix(value: &[u8; LEN]) -> &[u8] {
                value
            }
        }
    )*};
}

each_bytes!(bytes);
bytes!([const N: usize,] [u8; N];);

macro_rules! optional {
    ($($codec:ident)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<T: TextCell<$codec>> TextCell<$codec> for Option<T> {}

        #[diagnostic::do_not_recommend]
        impl<T: PrefixCell<$codec, V>, V: ?Sized> PrefixCell<$codec, V> for Option<T> {
            fn prefix(value: &V) -> &[u8] {
                T::prefix(value)
            }
        }
    )*};
}

optional!(NativeCodec Text);

#[diagnostic::do_not_recommend]
impl<T: TextCell<C>, C> TextCell<StoreNone<C>> for T {}

#[diagnostic::do_not_recommend]
impl<T: PrefixCell<C, V>, C, V: ?Sized> PrefixCell<StoreNone<C>, V> for T {
    fn prefix(value: &V) -> &[u8] {
        T::prefix(value)
    }
}
