//! Lists and texts that are constants or made at run time.

use std::borrow::Cow;

/// A list that is a constant or made at run time.
pub type List<T> = Cow<'static, [T]>;

/// A text that is a constant or made at run time.
pub type Text = Cow<'static, str>;
