//! Lists and texts that are constants or made at run time.

use std::borrow::Cow;

/// A list that is a constant or made at run time.
pub type List<T> = Cow<'static, [T]>;

/// Bytes that are a constant or made at run time.
pub type Bytes = List<u8>;

/// A text that is a constant or made at run time.
pub type Text = Cow<'static, str>;

/// The elements, in a const, which cannot dereference a list.
pub(crate) const fn elements<T: Clone>(list: &List<T>) -> &[T] {
    match list {
        List::Borrowed(elements) => elements,
        List::Owned(elements) => elements.as_slice(),
    }
}

/// The text, in a const.
pub(crate) const fn str_of(text: &Text) -> &str {
    match text {
        Text::Borrowed(text) => text,
        Text::Owned(text) => text.as_str(),
    }
}
