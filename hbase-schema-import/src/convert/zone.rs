//! Converts between moments and times on a zone's clocks.

use hbase_model::time::{DAY_MS, parse_time};
use jiff::civil::DateTime;
use jiff::tz::{AmbiguousOffset, Offset, TimeZone};
use jiff::{SignedDuration, Timestamp};

use super::Mismatch;

const MICROS_PER_SECOND: i64 = 1_000_000;
const EPOCH: DateTime = DateTime::constant(1970, 1, 1, 0, 0, 0, 0);

/// The zone of times without an offset.
#[derive(Clone, Debug)]
pub(crate) struct Zone(TimeZone);

impl Zone {
    /// A zone's name, or an offset such as `+08:00`.
    ///
    /// # Errors
    /// A name that is unknown.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let fail = || {
            format!(
                "time_zone: found `{text}`, expected a name such as `Asia/Shanghai` or `UTC`, or an offset such as `+08:00`"
            )
        };
        if text.starts_with(['+', '-']) {
            let marked = format!("1970-01-02T00:00:00{text}");
            let ms = parse_time(&marked, 0).ok_or_else(fail)?;
            let seconds = i32::try_from((DAY_MS - ms) / 1000).map_err(|_| fail())?;
            let offset = Offset::from_seconds(seconds).map_err(|_| fail())?;
            return Ok(Self(TimeZone::fixed(offset)));
        }
        TimeZone::get(text).map(Self).map_err(|_| fail())
    }

    /// The microseconds since 1970 in UTC of a time on this zone's clocks. The offset is subtracted here: a `Timestamp`
    /// ends a day before the calendar does.
    pub(super) fn moment(&self, local: i64) -> Result<i64, Mismatch> {
        let civil = civil(local)?;
        match self.0.to_ambiguous_timestamp(civil).offset() {
            AmbiguousOffset::Unambiguous { offset } => Ok(local - micros(offset)),
            _ => Err(Mismatch(format!(
                "the clocks of the zone are changed at {civil}, so that this time exists twice or not at all: \
                 write it with its offset"
            ))),
        }
    }

    /// The time on this zone's clocks. If the moment is too early or late for a `Timestamp`, it has the offset
    /// of the nearest one.
    pub(super) fn local(&self, moment: i64) -> Result<i64, Mismatch> {
        let (first, last) = (Timestamp::MIN, Timestamp::MAX);
        let second = moment.div_euclid(MICROS_PER_SECOND);
        let nearest = second.clamp(first.as_second(), last.as_second());
        let offset = self.0.to_offset(Timestamp::from_second(nearest)?);
        Ok(moment.saturating_add(micros(offset)))
    }

    /// Checks that a time on this zone's clocks means one moment.
    pub(super) fn check_unique(&self, local: i64) -> Result<(), Mismatch> {
        let civil = civil(local)?;
        if !self.0.to_ambiguous_timestamp(civil).is_ambiguous() {
            return Ok(());
        }
        Err(Mismatch(format!(
            "the clocks of the zone show {civil} twice, so that two moments would have the same text: set \
             `time_zone = \"UTC\"`, or an offset such as \"+01:00\", in the mapping"
        )))
    }
}

fn civil(local: i64) -> Result<DateTime, Mismatch> {
    let found = EPOCH.checked_add(SignedDuration::from_micros(local));
    found.map_err(|_| Mismatch("expected a time of the years 0 to 9999".to_owned()))
}

fn micros(offset: Offset) -> i64 {
    i64::from(offset.seconds()) * MICROS_PER_SECOND
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_zones_are_errors() {
        assert!(Zone::parse("Mars/Olympus").is_err());
        assert!(Zone::parse("+8").is_err());
        assert!(Zone::parse("+08:00").is_ok());
    }
}
