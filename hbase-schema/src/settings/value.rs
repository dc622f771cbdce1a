//! Parses settings' values by their types.

use std::time::Duration;

use super::error::SettingsError;
use super::layers::Settings;

/// A type of settings' values.
pub(crate) trait SettingValue: Sized {
    /// The valid values, for errors.
    const EXPECTED: &'static str;

    /// Parses a text; `None` for an invalid one.
    fn parse(text: &str) -> Option<Self>;
}

impl SettingValue for u64 {
    const EXPECTED: &'static str = "a whole number, at least 1";

    fn parse(text: &str) -> Option<Self> {
        text.parse().ok().filter(|number| *number > 0)
    }
}

impl SettingValue for usize {
    const EXPECTED: &'static str = u64::EXPECTED;

    fn parse(text: &str) -> Option<Self> {
        <u64 as SettingValue>::parse(text).map(|number| number.try_into().unwrap_or(usize::MAX))
    }
}

/// Milliseconds.
impl SettingValue for Duration {
    const EXPECTED: &'static str = u64::EXPECTED;

    fn parse(text: &str) -> Option<Self> {
        <u64 as SettingValue>::parse(text).map(Duration::from_millis)
    }
}

/// A count that may be 0.
impl SettingValue for u32 {
    const EXPECTED: &'static str = "a whole number";

    fn parse(text: &str) -> Option<Self> {
        text.parse().ok()
    }
}

impl SettingValue for bool {
    const EXPECTED: &'static str = "`true` or `false`";

    fn parse(text: &str) -> Option<Self> {
        text.parse().ok()
    }
}

/// A port.
impl SettingValue for u16 {
    const EXPECTED: &'static str = "a port from 1 to 65535";

    fn parse(text: &str) -> Option<Self> {
        text.parse().ok().filter(|port| *port > 0)
    }
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
