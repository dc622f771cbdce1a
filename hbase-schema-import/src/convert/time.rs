//! Times: zones are set, not guessed.

use hbase_model::time::{DAY_MS, parse_time_of_day};
use jiff::civil::{Date, Time};

use super::zone::Zone;
use super::{ByteNotation, Mismatch, years};
use crate::value::Value;

const MICROS_PER_MS: i64 = 1000;
const MICROS_PER_DAY: i64 = 86_400_000_000;

/// The mapping's settings for reading values.
#[derive(Clone, Debug, Default)]
pub(crate) struct Rules {
    /// The zone of times without an offset; without a zone, they are errors.
    pub(crate) zone: Option<Zone>,
    /// Whether times are cut to milliseconds.
    pub(crate) truncate: bool,
    /// The notation of bytes in text.
    pub(crate) bytes: Option<ByteNotation>,
    /// Whether values belong to a condition, which has no mapping.
    pub(crate) is_condition: bool,
}

impl Rules {
    /// The microseconds since 1970 of a time.
    pub(super) fn micros(&self, value: &Value<'_>) -> Result<i64, Mismatch> {
        match *value {
            Value::Moment(micros) => Ok(micros),
            Value::Local(micros) => self.moment(micros),
            Value::Date(days) => self.moment(i64::from(days) * MICROS_PER_DAY),
            Value::Text(text) => self.parse(text),
            _ => Err(Mismatch::expected(TIME, value)),
        }
    }

    /// The milliseconds since 1970 of a time.
    pub(crate) fn millis(&self, value: &Value<'_>) -> Result<i64, Mismatch> {
        // Any number of 64 bits: microseconds have a smaller range.
        if let Value::Text(text) = value
            && let Some(ms) = years::parse_number(text)
        {
            return Ok(ms);
        }
        let micros = self.micros(value)?;
        if micros.rem_euclid(MICROS_PER_MS) != 0 {
            self.check_cut("a millisecond")?;
        }
        Ok(micros.div_euclid(MICROS_PER_MS))
    }

    /// The milliseconds since midnight of a time of day. A database may have 24:00, which a `TimeOfDay` cannot
    /// represent.
    pub(crate) fn of_day(&self, value: &Value<'_>) -> Result<u32, Mismatch> {
        let found = match *value {
            Value::TimeOfDay(micros) => {
                let ms = Some(micros.div_euclid(MICROS_PER_MS)).filter(|ms| *ms < DAY_MS);
                let ms = ms.and_then(|ms| u32::try_from(ms).ok());
                ms.map(|ms| (ms, micros % MICROS_PER_MS != 0))
            }
            Value::Text(text) => parse_day(text),
            _ => None,
        };
        let fail = || Mismatch::expected("a time of day such as 12:24:00, before 24:00", value);
        let (ms, is_cut) = found.ok_or_else(fail)?;
        if is_cut {
            self.check_cut("a millisecond")?;
        }
        Ok(ms)
    }

    /// Checks that times may be cut.
    fn check_cut(&self, unit: &str) -> Result<(), Mismatch> {
        if self.truncate {
            return Ok(());
        }
        Err(Mismatch(format!(
            "the time is finer than {unit}: set `truncate_times = true` to cut it"
        )))
    }

    /// A moment as a time on the clocks of the zone, as texts show it; other values unchanged.
    ///
    /// # Errors
    /// A moment in the hour that occurs twice when clocks go back: two moments would have the same text.
    pub(crate) fn shown<'v>(&self, value: Value<'v>) -> Result<Value<'v>, Mismatch> {
        match (value, &self.zone) {
            (Value::Moment(micros), Some(zone)) => {
                let local = zone.local(micros)?;
                zone.check_unique(local)?;
                Ok(Value::Local(local))
            }
            (Value::Moment(_), None) => Err(no_zone("a moment as text needs a zone")),
            _ => Ok(value),
        }
    }

    fn moment(&self, local: i64) -> Result<i64, Mismatch> {
        match &self.zone {
            Some(zone) => zone.moment(local),
            None if self.is_condition => Err(Mismatch(
                "the time has no offset: write it with one, such as 1970-01-01T00:00:00Z or 1970-01-01T00:00:00+08:00"
                    .to_owned(),
            )),
            None => Err(no_zone("the time has no offset")),
        }
    }

    fn parse(&self, text: &str) -> Result<i64, Mismatch> {
        let fail = || match impossible(text) {
            Some(found) => Mismatch(found),
            None => Mismatch::expected(TIME, &Value::Text(text)),
        };
        let (whole, micros, is_cut) = without_fraction(text).ok_or_else(fail)?;
        let ms = years::parse(&whole).ok_or_else(fail)?;
        if is_cut {
            self.check_cut("a microsecond")?;
        }
        let found = ms * MICROS_PER_MS + micros;
        if has_offset(&whole) {
            return Ok(found);
        }
        self.moment(found)
    }
}

/// The reason why a text in a time's format is not a time.
fn impossible(text: &str) -> Option<String> {
    let (date, rest) = text.split_at_checked(10)?;
    if !has_shape(date, "dddd-dd-dd") {
        return None;
    }
    if date.parse::<Date>().is_err() {
        return Some(format!("there is no day {date}"));
    }
    let time = rest.get(1..6).filter(|time| has_shape(time, "dd:dd"))?;
    let is_known = time.parse::<Time>().is_ok();
    (!is_known).then(|| format!("there is no time of day {time}"))
}

/// Whether a text has a digit for each `d` of the shape, and otherwise the shape's characters.
pub(super) fn has_shape(text: &str, shape: &str) -> bool {
    let fits = |(found, expected): (u8, u8)| match expected {
        b'd' => found.is_ascii_digit(),
        _ => found == expected,
    };
    text.len() == shape.len() && text.bytes().zip(shape.bytes()).all(fits)
}

const TIME: &str =
    "a time such as 2015-12-26, 2015-12-26 12:24:00 or 2015-12-26T12:24:00.000+08:00";

fn no_zone(what: &str) -> Mismatch {
    Mismatch(format!(
        "{what}: set `time_zone` in the mapping, such as \"UTC\" or \"Asia/Shanghai\""
    ))
}

/// Whether a time that was parsed ends with `Z` or an offset.
fn has_offset(text: &str) -> bool {
    text.ends_with('Z')
        || text
            .bytes()
            .skip(10)
            .any(|byte| matches!(byte, b'+' | b'-'))
}

/// The milliseconds since midnight of a time of day, and whether it is finer.
fn parse_day(text: &str) -> Option<(u32, bool)> {
    let Some((clock, fraction)) = text.split_once('.') else {
        return Some((parse_time_of_day(text)?, false));
    };
    let is_number = fraction.bytes().all(|byte| byte.is_ascii_digit());
    let (kept, rest) = fraction.split_at_checked(3).unwrap_or((fraction, ""));
    let ms = parse_time_of_day(&format!("{clock}.{kept}")).filter(|_| is_number)?;
    Some((ms, rest.bytes().any(|digit| digit != b'0')))
}

/// The text without its fraction of a second, that fraction in microseconds, and whether it is finer.
fn without_fraction(text: &str) -> Option<(std::borrow::Cow<'_, str>, i64, bool)> {
    let Some((whole, rest)) = text.split_once('.') else {
        return Some((text.into(), 0, false));
    };
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let (fraction, offset) = rest.split_at(digits);
    let significant = fraction.trim_end_matches('0');
    if fraction.is_empty() {
        return None;
    }
    let kept = significant.get(..6).unwrap_or(significant);
    let micros: i64 = format!("{kept:0<6}").parse().ok()?;
    let is_cut = kept != significant;
    Some((format!("{whole}{offset}").into(), micros, is_cut))
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOON: i64 = 1_451_131_200_000;

    fn rules(zone: &str) -> Rules {
        Rules {
            zone: Some(Zone::parse(zone).unwrap()),
            ..Rules::default()
        }
    }

    #[test]
    fn a_time_is_read_in_its_offset_or_in_the_zone() {
        let none = Rules::default();
        let shanghai = rules("Asia/Shanghai");
        for (rules, text, expected) in [
            (&none, "2015-12-26T12:00:00Z", Some(NOON)),
            (&none, "2015-12-26 20:00:00.000000+08:00", Some(NOON)),
            (&none, "2015-12-26 12:00:00", None),
            (&shanghai, "2015-12-26 20:00:00", Some(NOON)),
            (&shanghai, "2015-12-26 12:00:00Z", Some(NOON)),
            (&rules("+08:00"), "2015-12-26 20:00", Some(NOON)),
            (&rules("-05:30"), "2015-12-26 06:30", Some(NOON)),
            (&shanghai, "2015-12-26 20:00:00.1", Some(NOON + 100)),
            (&shanghai, "2015-12-26 20:00:00.0001", None),
            (&shanghai, "26.12.2015", None),
            (&shanghai, "2015-12-26 20:00:00.", None),
            (&shanghai, "1969-12-31T23:59:59Z", Some(-1000)),
            (&shanghai, "1960-01-01", Some(-315_648_000_000)),
            (&shanghai, "1960-01-01 08:00:00.5", Some(-315_619_199_500)),
            // By the clocks of that time.
            (&shanghai, "1900-01-01 08:05:43", Some(-2_208_988_800_000)),
            (
                &shanghai,
                "-9223372036854775808 ms since 1970",
                Some(i64::MIN),
            ),
            (&shanghai, "1969 or so", None),
        ] {
            assert_eq!(rules.millis(&Value::Text(text)).ok(), expected, "{text}");
        }
        assert_eq!(
            shanghai.millis(&Value::Local((NOON + 28_800_000) * 1000)),
            Ok(NOON)
        );
    }

    #[test]
    fn finer_times_are_cut_on_request_only() {
        let mut rules = rules("UTC");
        let moments = [
            (Value::Local(NOON * 1000 + 1), NOON),
            (Value::Text("2015-12-26 12:00:00.1234567"), NOON + 123),
        ];
        let days = [
            Value::TimeOfDay(43_200_123_456),
            Value::Text("12:00:00.123456"),
            Value::Text("12:00:00.1234567890"),
        ];
        let of_moments = moments
            .iter()
            .map(|(value, _)| rules.millis(value).map(drop));
        let of_days = days.iter().map(|value| rules.of_day(value).map(drop));
        for found in of_moments.chain(of_days) {
            let error = found.unwrap_err().0;
            assert!(error.contains("`truncate_times = true`"), "{error}");
        }
        rules.truncate = true;
        for (value, expected) in moments {
            assert_eq!(rules.millis(&value), Ok(expected), "{value:?}");
        }
        for value in days {
            assert_eq!(rules.of_day(&value), Ok(43_200_123), "{value:?}");
        }
        let zeros = Value::Text("12:00:00.123000");
        assert_eq!(Rules::default().of_day(&zeros), Ok(43_200_123));
        for text in ["12:00:00.123x", "12:00:00.", "24:00:00.0001", "12:00.5"] {
            assert!(rules.of_day(&Value::Text(text)).is_err(), "{text}");
        }
    }

    /// In Berlin, clocks go back at 03:00 in October, and forward at 02:00 in March.
    #[test]
    fn a_day_or_time_that_does_not_exist_is_named() {
        let berlin = rules("Europe/Berlin");
        assert!(berlin.millis(&Value::Text("2015-10-25 03:30:00")).is_ok());
        for (text, expected) in [
            ("2015-10-25 02:30:00", "with its offset"),
            ("2015-03-29 02:30:00", "with its offset"),
            ("2026-03-32 11:00:00", "there is no day 2026-03-32"),
            ("2026-02-29", "there is no day 2026-02-29"),
            ("2026-13-01T00:00:00Z", "there is no day 2026-13-01"),
            ("2026-03-01 25:00:00", "there is no time of day 25:00"),
            ("2026-03-01 10:00:00 CET", TIME),
            ("26.12.2015", TIME),
        ] {
            let found = berlin.millis(&Value::Text(text)).unwrap_err();
            assert!(found.0.contains(expected), "{text}: {}", found.0);
        }
    }

    /// `PostgreSQL` has 24:00 as the end of a day.
    #[test]
    fn a_time_of_day_is_before_its_end() {
        let of = |ms: i64| Rules::default().of_day(&Value::TimeOfDay(ms * 1000)).ok();
        assert_eq!(of(86_399_999), Some(86_399_999));
        assert_eq!(of(86_400_000), None);
        assert_eq!(of(-1), None);
    }

    #[test]
    fn moments_are_shown_in_the_zone() {
        let shown = rules("Asia/Shanghai").shown(Value::Moment(NOON * 1000));
        assert_eq!(shown, Ok(Value::Local((NOON + 28_800_000) * 1000)));
        assert!(Rules::default().shown(Value::Moment(0)).is_err());
    }

    /// 00:30 and 01:30 in UTC are both 02:30 in Paris.
    #[test]
    fn a_moment_whose_text_is_that_of_another_one_is_an_error() {
        let paris = rules("Europe/Paris");
        for text in ["2026-10-25T00:30:00Z", "2026-10-25T01:30:00Z"] {
            let moment = Value::Moment(paris.micros(&Value::Text(text)).unwrap());
            let error = paris.shown(moment).unwrap_err().0;
            assert!(error.contains("2026-10-25T02:30:00"), "{error}");
            assert!(error.contains("`time_zone = \"UTC\"`"), "{error}");
            assert!(rules("UTC").shown(moment).is_ok());
        }
        let later = Value::Moment(paris.micros(&Value::Text("2026-10-25T02:00:00Z")).unwrap());
        assert!(paris.shown(later).is_ok());
    }

    /// A "valid until" column may have this value; in UTC, time libraries end before it.
    #[test]
    fn the_last_day_of_the_calendar_is_read_and_shown_in_any_zone() {
        const LAST: i64 = 253_402_214_400_000;
        for (zone, offset_ms) in [
            ("UTC", 0),
            ("Asia/Shanghai", 28_800_000),
            ("America/New_York", -18_000_000),
            ("Europe/Paris", 3_600_000),
            ("-05:30", -19_800_000),
        ] {
            let rules = rules(zone);
            let expected = Ok(LAST - offset_ms);
            assert_eq!(rules.millis(&Value::Text("9999-12-31")), expected, "{zone}");
            assert_eq!(rules.millis(&Value::Date(2_932_896)), expected, "{zone}");
            let local = Value::Local(LAST * 1000);
            assert_eq!(rules.millis(&local), expected, "{zone}");
            let moment = Value::Moment((LAST - offset_ms) * 1000);
            assert_eq!(rules.shown(moment), Ok(local), "{zone}");
            let evening = rules.millis(&Value::Text("9999-12-31T23:59:59"));
            assert_eq!(evening, Ok(LAST - offset_ms + 86_399_000), "{zone}");
        }
        let error = rules("UTC").millis(&Value::Local(i64::MAX)).unwrap_err().0;
        assert!(error.contains("the years 0 to 9999"), "{error}");
    }
}
