//! Lists and texts that are known at compile time, or made at run time.

use std::borrow::Cow;

/// A list that is known at compile time, or made at run time.
pub type List<T> = Cow<'static, [T]>;

/// A text that is known at compile time, or made at run time.
pub type Text = Cow<'static, str>;
