//! Times in key parts.

use super::DescriptionError;
use super::encoding::PartEncoding;
use super::within::one_of;
use crate::time::{TimeFormat, TimeKind};

impl PartEncoding {
    pub(super) fn of_time(format: TimeFormat) -> Self {
        let TimeFormat {
            kind,
            newest_first,
            truncate,
            offset_s,
            align_ms,
        } = format;
        match kind {
            TimeKind::Millis => Self::Millis {
                newest_first,
                truncate,
                align_ms,
                offset_s,
            },
            TimeKind::NegatedMillis => Self::NegatedMillis {
                truncate,
                align_ms,
                offset_s,
            },
            TimeKind::Seconds | TimeKind::Seconds10 => Self::Seconds {
                digits: kind.is_digits(),
                newest_first,
                truncate,
                align_ms,
                offset_s,
            },
            _ => Self::TimeDigits {
                digits: kind.width(),
                newest_first,
                truncate,
                offset_s,
                align_ms,
            },
        }
    }

    fn time_kind(&self, path: &str) -> Result<TimeKind, DescriptionError> {
        Ok(match self {
            Self::Seconds { digits: true, .. } => TimeKind::Seconds10,
            Self::Seconds { .. } => TimeKind::Seconds,
            Self::NegatedMillis { .. } => TimeKind::NegatedMillis,
            Self::TimeDigits { digits, .. } => kind_of_digits(path, *digits)?,
            _ => TimeKind::Millis,
        })
    }

    pub(super) fn time(&self, path: &str) -> Result<TimeFormat, DescriptionError> {
        let kind = self.time_kind(path)?;
        let (newest_first, truncate, align_ms, offset_s) = match *self {
            Self::Millis {
                newest_first,
                truncate,
                align_ms,
                offset_s,
            }
            | Self::Seconds {
                newest_first,
                truncate,
                align_ms,
                offset_s,
                ..
            }
            | Self::TimeDigits {
                newest_first,
                truncate,
                align_ms,
                offset_s,
                ..
            } => (newest_first, truncate, align_ms, offset_s),
            Self::NegatedMillis {
                truncate,
                align_ms,
                offset_s,
            } => (false, truncate, align_ms, offset_s),
            _ => return Err(DescriptionError::at(path, "expected a time")),
        };
        check_time(
            path,
            TimeFormat {
                kind,
                newest_first,
                truncate,
                offset_s,
                align_ms,
            },
        )
    }
}

fn kind_of_digits(path: &str, digits: u8) -> Result<TimeKind, DescriptionError> {
    const DIGITS: [u8; 9] = [4, 6, 8, 10, 12, 13, 14, 17, 19];
    let digits = one_of(&format!("{path}.digits"), digits, &DIGITS)?;
    TimeKind::of_digits(digits).ok_or_else(|| DescriptionError::at(path, "found no date"))
}

/// Checks that times are aligned to whole units of their kind, and that an offset has an effect.
fn check_time(path: &str, format: TimeFormat) -> Result<TimeFormat, DescriptionError> {
    let fits = match format.kind.unit_ms() {
        Some(unit) => i64::from(format.align_ms) % unit == 0,
        None => format.align_ms == 0,
    };
    if !fits {
        return Err(DescriptionError::at(
            format!("{path}.align_ms"),
            "expected a multiple of the unit in which the time is written; months and years have none",
        ));
    }
    if !format.kind.is_digits() && format.align_ms == 0 && format.offset_s != 0 {
        return Err(DescriptionError::at(
            format!("{path}.offset_s"),
            "has no effect: without `align_ms` the time is the same everywhere",
        ));
    }
    Ok(format)
}
