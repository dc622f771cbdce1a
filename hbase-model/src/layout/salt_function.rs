//! A function of the program that computes a salt.

use std::fmt;

use crate::cow::{Text, str_of};

/// A function that computes a salt, of `salt = with(my::salt, …)`, and its path as in the attribute.
///
/// A description of a table contains the path only. Two functions with the same path are equal.
///
/// ```
/// use hbase_model::layout::SaltFunction;
/// fn first(bytes: &[u8]) -> u32 {
///     bytes.first().map_or(0, |byte| u32::from(byte % 4))
/// }
/// let function = SaltFunction::new("my::first", first);
/// assert_eq!(function.call(b"\x07"), Some(3));
/// assert_eq!(SaltFunction::of_path("my::first").call(b"\x07"), None);
/// assert_eq!(function, SaltFunction::of_path("my::first"));
/// ```
#[derive(Clone)]
pub struct SaltFunction {
    path: Text,
    function: Option<fn(&[u8]) -> u32>,
}

impl SaltFunction {
    /// A function of this program.
    pub const fn new(path: &'static str, function: fn(&[u8]) -> u32) -> Self {
        Self {
            path: Text::Borrowed(path),
            function: Some(function),
        }
    }

    /// A function of which only the path is known.
    pub fn of_path(path: impl Into<Text>) -> Self {
        Self {
            path: path.into(),
            function: None,
        }
    }

    /// The path, as in the attribute.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// The path, in a const.
    pub(crate) const fn as_path(&self) -> &str {
        str_of(&self.path)
    }

    /// Whether the function can be called.
    pub const fn is_known(&self) -> bool {
        self.function.is_some()
    }

    /// The function's result for these bytes; `None` if only the path is known.
    #[inline]
    pub fn call(&self, bytes: &[u8]) -> Option<u32> {
        self.function.map(|function| function(bytes))
    }
}

impl PartialEq for SaltFunction {
    fn eq(&self, other: &Self) -> bool {
        self.path == other.path
    }
}

impl Eq for SaltFunction {}

impl fmt::Debug for SaltFunction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("SaltFunction").field(&self.path).finish()
    }
}

/// The path.
#[cfg(feature = "json")]
impl serde::Serialize for SaltFunction {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.path)
    }
}

/// As [`of_path`](SaltFunction::of_path).
#[cfg(feature = "json")]
impl<'de> serde::Deserialize<'de> for SaltFunction {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        <String as serde::Deserialize>::deserialize(deserializer).map(Self::of_path)
    }
}
