//! Parses settings' values by their types.

use std::time::Duration;

use super::error::SettingsError;
use super::layers::Settings;
use crate::db::LayoutCheck;

/// A type of settings' values.
pub(crate) trait SettingValue: Sized {
    /// The valid values, for errors.
    const EXPECTED: &'static str;

    /// Parses a text; `None` for an invalid one.
    fn parse(text: &str) -> Option<Self>;
}

macro_rules! values {
    ($($(#[$doc:meta])* $type:ty: $expected:expr, |$text:ident| $parse:expr;)*) => {$(
        $(#[$doc])*
        impl SettingValue for $type {
            const EXPECTED: &'static str = $expected;

            fn parse($text: &str) -> Option<Self> {
                $parse
            }
        }
    )*};
}

values! {
    u64: "a whole number, at least 1", |text| text.parse().ok().filter(|number| *number > 0);
    usize: u64::EXPECTED, |text| {
        <u64 as SettingValue>::parse(text).map(|number| number.try_into().unwrap_or(usize::MAX))
    };
    /// Milliseconds.
    Duration: u64::EXPECTED, |text| {
        <u64 as SettingValue>::parse(text).map(Duration::from_millis)
    };
    /// A count that may be 0.
    u32: "a whole number", |text| text.parse().ok();
    bool: "`true` or `false`", |text| text.parse().ok();
    LayoutCheck: "`off`, `known` or `required`", |text| LayoutCheck::parse(text);
    /// A port.
    u16: "a port from 1 to 65535", |text| text.parse().ok().filter(|port| *port > 0);
}

impl Settings {
    /// A setting's value; `None` if it is not set.
    pub(crate) fn value<T: SettingValue>(&self, name: &str) -> Result<Option<T>, SettingsError> {
        let Some(text) = self.get(name) else {
            return Ok(None);
        };
        let value = T::parse(text).ok_or_else(|| self.wrong_value(name, T::EXPECTED));
        value.map(Some)
    }
}
