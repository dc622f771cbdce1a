//! Parses times from text.

use std::str::FromStr;

use hbase_model::time::{parse_time, parse_time_of_day};

use super::{TimeOfDay, Timestamp};
use crate::db::{CallContext, Error};
use crate::key::shown;

/// The suffix of the text of a moment outside of the years 1970 to 9999.
pub(super) const MS_SUFFIX: &str = " ms since 1970";

/// An error from parsing a [`Timestamp`] or a [`TimeOfDay`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ParseTimeError {
    /// The text is not a moment.
    #[error(
        "found {text}, expected a time such as 2015-12-26T12:24:00Z, 2015-12-26T20:24:00.5+08:00, 2015-12-26 12:24 (UTC) or 2015-12-26; of the years 1970 to 9999, no finer than a millisecond"
    )]
    Timestamp {
        /// The text, truncated if it is long.
        text: Box<str>,
    },
    /// The text is a bare number, which may be a date's digits or milliseconds.
    #[error(
        "found {text}, a bare number, expected a time such as 2015-12-26T12:24:00Z: for milliseconds since 1970 use `Timestamp::from_millis`"
    )]
    Number {
        /// The text, truncated if it is long.
        text: Box<str>,
    },
    /// The text is not a time of day.
    #[error("found {text}, expected a time of day such as 12:24, 12:24:00 or 12:24:00.500")]
    TimeOfDay {
        /// The text, truncated if it is long.
        text: Box<str>,
    },
}

impl FromStr for Timestamp {
    type Err = ParseTimeError;

    /// Parses RFC 3339 to the millisecond, the same without an offset (UTC) or without a time of
    /// day (midnight, UTC), and the output of `Display`.
    ///
    /// ```
    /// use hbase_schema::Timestamp;
    ///
    /// let at: Timestamp = "2015-12-26T20:24:00+08:00".parse()?;
    /// assert_eq!(at, "2015-12-26 12:24".parse()?);
    /// assert!("20151226122400".parse::<Timestamp>().is_err());
    /// # Ok::<(), hbase_schema::time::ParseTimeError>(())
    /// ```
    fn from_str(text: &str) -> Result<Self, ParseTimeError> {
        if let Some(millis) = text.strip_suffix(MS_SUFFIX)
            && let Ok(millis) = millis.parse()
        {
            return Ok(Self::from_millis(millis));
        }
        // RFC 3339 allows `t` and `z` as well.
        if let Some(millis) = parse_time(&text.to_ascii_uppercase(), 0) {
            return Ok(Self::from_millis(millis));
        }
        let is_number = text.parse::<i128>().is_ok();
        let text = shown(&text);
        Err(if is_number {
            ParseTimeError::Number { text }
        } else {
            ParseTimeError::Timestamp { text }
        })
    }
}

impl FromStr for TimeOfDay {
    type Err = ParseTimeError;

    /// Parses `HH:mm`, `HH:mm:ss` and `HH:mm:ss.SSS`.
    ///
    /// ```
    /// use hbase_schema::TimeOfDay;
    ///
    /// let at: TimeOfDay = "12:24:00.500".parse()?;
    /// assert_eq!(at.as_millis(), 44_640_500);
    /// # Ok::<(), hbase_schema::time::ParseTimeError>(())
    /// ```
    fn from_str(text: &str) -> Result<Self, ParseTimeError> {
        let time = parse_time_of_day(text).and_then(Self::from_millis);
        time.ok_or_else(|| ParseTimeError::TimeOfDay { text: shown(&text) })
    }
}

/// Allows `"2015-12-26T12:24:00Z".parse()?` in functions that return [`Error`].
impl From<ParseTimeError> for Error {
    fn from(error: ParseTimeError) -> Self {
        CallContext::call("parse a time").request(error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_again() {
        for millis in [
            i64::MIN,
            -1,
            0,
            1_451_132_640_123,
            253_402_300_799_999,
            i64::MAX,
        ] {
            let at = Timestamp::from_millis(millis);
            assert_eq!(at.to_string().parse(), Ok(at));
        }
        let at = TimeOfDay::from_millis(86_399_999).unwrap_or_default();
        assert_eq!(at.to_string().parse(), Ok(at));
    }

    #[test]
    fn times_are_read_as_rfc_3339_and_in_plainer_forms() {
        for text in [
            "2015-12-26T12:24:00Z",
            "2015-12-26t12:24:00z",
            "2015-12-26T12:24:00.000Z",
            "2015-12-26 20:24:00+08:00",
            "2015-12-26T12:24",
        ] {
            assert_eq!(
                text.parse(),
                Ok(Timestamp::from_millis(1_451_132_640_000)),
                "{text}"
            );
        }
        let midnight = Timestamp::from_millis(1_451_088_000_000);
        assert_eq!("2015-12-26".parse(), Ok(midnight));
    }

    #[test]
    fn what_may_be_another_time_is_an_error() {
        let error = |text: &str| text.parse::<Timestamp>().map_err(|error| error.to_string());
        for number in [
            "1451132640000",
            "1451132640",
            "20151226122400",
            "-1",
            "2015",
        ] {
            assert!(
                matches!(error(number), Err(said) if said.contains("a bare number")),
                "{number}"
            );
        }
        for text in [
            "",
            "noon",
            "2015-02-30",
            "2015-12-26T25:00Z",
            "2015-12-26T12:24:00.1234Z",
        ] {
            assert!(
                matches!(error(text), Err(said) if said.contains("expected a time such as")),
                "{text}"
            );
        }
        assert!("24:00".parse::<TimeOfDay>().is_err());
        let long = "9".repeat(10_000);
        assert!(matches!(error(&long), Err(said) if said.len() < 500));
    }
}
