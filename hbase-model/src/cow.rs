//! Lists and texts that are constants or made at run time.

use std::borrow::Cow;

/// A list that is a constant or made at run time.
pub type List<T> = Cow<'static, [T]>;

/// Bytes that are a constant or made at run time.
pub type Bytes = List<u8>;

/// A text that is a constant or made at run time.
pub type Text = Cow<'static, str>;
