//! Times of cells, which have more years than those of keys: 0 to 9999 as dates, and all others as a number.

use hbase_model::PartValue;
use hbase_model::time::{DAY_MS, parse_time};

/// A multiple of 400 years, after which the Gregorian calendar repeats: the years 0 to 1969 are moved by it to
/// years that keys support.
const LATER_YEARS: u16 = 2000;
const LATER_MS: i64 = 5 * 146_097 * DAY_MS;

/// The start of the year 0.
const FIRST_MS: i64 = -62_167_219_200_000;

/// The text after the number of a time in other years, as `Timestamp` writes it.
const MS_SUFFIX: &str = " ms since 1970";

/// Parses a time of the years 0 to 9999 as [`parse_time`] does, in UTC by default.
pub(super) fn parse(text: &str) -> Option<i64> {
    parse_time(text, 0).or_else(|| parse_early(text))
}

fn parse_early(text: &str) -> Option<i64> {
    let (year, rest) = text.split_at_checked(4)?;
    if !year.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let year: u16 = year.parse().ok().filter(|year| *year < 1970)?;
    let later = parse_time(&format!("{}{rest}", year + LATER_YEARS), 0)?;
    Some(later - LATER_MS)
}

/// Parses milliseconds since 1970 that [`written`] wrote as a number.
pub(super) fn parse_number(text: &str) -> Option<i64> {
    text.strip_suffix(MS_SUFFIX)?.parse().ok()
}

/// The text of a time in UTC, which an import reads back.
pub(crate) fn written(ms: i64) -> String {
    match ms {
        0.. => of_date(ms).unwrap_or_else(|| of_number(ms)),
        FIRST_MS.. => of_early(ms).unwrap_or_else(|| of_number(ms)),
        _ => of_number(ms),
    }
}

fn of_number(ms: i64) -> String {
    format!("{ms}{MS_SUFFIX}")
}

/// `None` for years from 10000 on.
fn of_date(ms: i64) -> Option<String> {
    (ms <= hbase_model::time::LAST_MS).then(|| PartValue::Time(ms).to_string())
}

fn of_early(ms: i64) -> Option<String> {
    let later = of_date(ms + LATER_MS)?;
    let (year, rest) = later.split_at_checked(4)?;
    let year = year.parse::<u16>().ok()?.checked_sub(LATER_YEARS)?;
    Some(format!("{year:04}{rest}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use hbase_model::time::LAST_MS;

    #[test]
    fn times_of_any_year_are_written() {
        for (ms, expected) in [
            (0, "1970-01-01T00:00:00Z"),
            (-1, "1969-12-31T23:59:59.999Z"),
            (-315_619_200_000, "1960-01-01T00:00:00Z"),
            (-62_162_035_200_001, "0000-02-29T23:59:59.999Z"),
            (FIRST_MS, "0000-01-01T00:00:00Z"),
            (FIRST_MS - 1, "-62167219200001 ms since 1970"),
            (LAST_MS, "9999-12-31T23:59:59.999Z"),
            (LAST_MS + 1, "253402300800000 ms since 1970"),
            (i64::MIN, "-9223372036854775808 ms since 1970"),
            (i64::MAX, "9223372036854775807 ms since 1970"),
        ] {
            assert_eq!(written(ms), expected);
            assert_eq!(parse(expected).or_else(|| parse_number(expected)), Some(ms));
        }
    }

    #[test]
    fn other_texts_are_no_times() {
        for text in [
            "1900-02-29",
            "+196-01-01",
            "-001-01-01",
            "0000-00-00",
            "1969",
        ] {
            assert_eq!(parse(text), None, "{text}");
        }
        assert_eq!(parse("1904-02-29 01:00+01:00"), parse("1904-02-29"));
    }

    proptest::proptest! {
        #[test]
        fn what_is_written_is_read(ms in FIRST_MS..=LAST_MS) {
            proptest::prop_assert_eq!(parse(&written(ms)), Some(ms));
        }
    }
}
