//! The time types of this crate, `chrono` and `jiff` in row keys.

use hbase_model::{Encoding, KeySink};

use super::encoding::{Fixed, Java, Native, OfDay, Reverse, Time};
use super::fixed_width::FixedWidth;
use super::options::{FixedPart, JavaPart, NativePart, ReversePart, TimeOfDayPart, TimePart};
use super::part::{
    BoundAt, DecodePart, DescPart, KeyPart, LeadingPart, RangePart, SaltPart, SelfDelimiting,
    properties,
};
use crate::codec::CodecError;
use crate::time::{TimeOfDay, Timestamp};

impl TimePart for Timestamp {
    #[inline]
    fn to_millis(&self) -> (i64, bool) {
        (self.as_millis(), false)
    }

    #[inline]
    fn from_millis(millis: i64) -> Result<Self, CodecError> {
        Ok(Self::from_millis(millis))
    }
}

impl TimeOfDayPart for TimeOfDay {
    #[inline]
    fn to_millis_of_day(&self) -> (u32, bool) {
        (self.as_millis(), false)
    }

    #[inline]
    fn from_millis_of_day(millis: u32) -> Result<Self, CodecError> {
        Self::from_millis(millis).ok_or_else(|| CodecError::new("expected a time within one day"))
    }
}

macro_rules! time_of_day {
    ($type:ty) => {
        properties! {
            [] $type: SaltPart;
            [const MINUTES: bool, const TRUNCATE: bool] $type: DescPart<OfDay<MINUTES, TRUNCATE>>;
        }
    };
}

time_of_day!(TimeOfDay);

/// The default encoding: milliseconds, like `Bytes.toBytes(long)`. No time here is negative, so these bytes sort.
type Plain = Time<0, false, 0, false>;

macro_rules! digits {
    ($type:ty: $($digits:literal)*) => {$(
        impl FixedPart<$digits> for $type {
            const ENCODING: Encoding = <Self as KeyPart<Time<$digits, false, 0, false>>>::ENCODING;

            #[inline]
            fn encode_fixed<S: KeySink>(&self, out: &mut S) -> Result<(), CodecError> {
                <Self as KeyPart<Time<$digits, false, 0, false>>>::encode(self, out)
            }
        }

        impl<'k> DecodePart<'k, Fixed<$digits>> for $type {
            #[inline]
            fn decode(bytes: &'k [u8]) -> Result<Self, CodecError> {
                <Self as DecodePart<'k, Time<$digits, false, 0, false>>>::decode(bytes)
            }
        }

        #[diagnostic::do_not_recommend]
        impl RangePart<Fixed<$digits>> for $type {
            fn encode_bound<S: KeySink>(&self, out: &mut S) -> Result<BoundAt, CodecError> {
                <Self as RangePart<Time<$digits, false, 0, false>>>::encode_bound(self, out)
            }
        }

        // Reversed, the finest digits come first, which spreads times.
        properties! {
            [] $type: SelfDelimiting<Fixed<$digits>> DescPart<Fixed<$digits>>
                ReversePart<Fixed<$digits>> LeadingPart<Reverse<Fixed<$digits>>>;
        }
    )*};
}

macro_rules! time {
    ($($type:ty;)*) => {$(
        impl NativePart for $type {
            const ENCODING: Encoding = <Self as KeyPart<Plain>>::ENCODING;
            const WIDTH: Option<usize> = Some(8);

            #[inline]
            fn encode_native<S: KeySink>(&self, out: &mut S) -> Result<(), CodecError> {
                <Self as KeyPart<Plain>>::encode(self, out)
            }
        }

        impl JavaPart for $type {
            const ENCODING: Encoding = <Self as KeyPart<Plain>>::ENCODING;
            const JAVA_WIDTH: usize = 8;

            #[inline]
            fn encode_java<S: KeySink>(&self, out: &mut S) -> Result<(), CodecError> {
                <Self as KeyPart<Plain>>::encode(self, out)
            }
        }

        time!(@plain $type: Native Java);
        digits!($type: 8 13 14 17 19);
        // `reverse_ts` and `desc` would cancel out: only ascending encodings have `desc`.
        properties! {
            [] $type: DescPart<Native> DescPart<Java> SaltPart FixedWidth<Native>;
            [const KIND: u8, const OFFSET: i32, const TRUNCATE: bool, const ALIGN: u32] $type:
                DescPart<Time<KIND, false, OFFSET, TRUNCATE, ALIGN>>;
            [
                const KIND: u8,
                const NEWEST: bool,
                const OFFSET: i32,
                const TRUNCATE: bool,
                const ALIGN: u32
            ] $type:
                ReversePart<Time<KIND, NEWEST, OFFSET, TRUNCATE, ALIGN>>
                LeadingPart<Reverse<Time<KIND, NEWEST, OFFSET, TRUNCATE, ALIGN>>>;
        }
    )*};
    (@plain $type:ty: $($encoding:ident)*) => {$(
        impl<'k> DecodePart<'k, $encoding> for $type {
            #[inline]
            fn decode(bytes: &'k [u8]) -> Result<Self, CodecError> {
                <Self as DecodePart<'k, Plain>>::decode(bytes)
            }
        }

        properties!([] $type: SelfDelimiting<$encoding>;);

        #[diagnostic::do_not_recommend]
        impl RangePart<$encoding> for $type {
            fn encode_bound<S: KeySink>(&self, out: &mut S) -> Result<BoundAt, CodecError> {
                <Self as RangePart<Plain>>::encode_bound(self, out)
            }
        }
    )*};
}

time! {
    Timestamp;
}

#[cfg(feature = "chrono")]
impl TimePart for chrono::DateTime<chrono::Utc> {
    #[inline]
    fn to_millis(&self) -> (i64, bool) {
        let nanos = self.timestamp_subsec_nanos();
        (self.timestamp_millis(), !nanos.is_multiple_of(1_000_000))
    }

    fn from_millis(millis: i64) -> Result<Self, CodecError> {
        Self::from_timestamp_millis(millis)
            .ok_or_else(|| CodecError::new("expected a time that chrono can hold"))
    }
}

#[cfg(feature = "chrono")]
time!(chrono::DateTime<chrono::Utc>;);

#[cfg(feature = "chrono")]
impl TimeOfDayPart for chrono::NaiveTime {
    fn to_millis_of_day(&self) -> (u32, bool) {
        use chrono::Timelike;
        let nanos = self.nanosecond().min(999_999_999);
        let millis = self.num_seconds_from_midnight() * 1000 + nanos / 1_000_000;
        (millis, !nanos.is_multiple_of(1_000_000))
    }

    fn from_millis_of_day(millis: u32) -> Result<Self, CodecError> {
        Self::from_num_seconds_from_midnight_opt(millis / 1000, millis % 1000 * 1_000_000)
            .ok_or_else(|| CodecError::new("expected a time within one day"))
    }
}

#[cfg(feature = "chrono")]
time_of_day!(chrono::NaiveTime);

#[cfg(feature = "jiff")]
impl TimePart for jiff::Timestamp {
    #[inline]
    fn to_millis(&self) -> (i64, bool) {
        let nanos = self.as_nanosecond();
        // A jiff timestamp spans 20,000 years: its milliseconds fit.
        let millis = i64::try_from(nanos.div_euclid(1_000_000)).unwrap_or(i64::MAX);
        (millis, nanos.rem_euclid(1_000_000) != 0)
    }

    fn from_millis(millis: i64) -> Result<Self, CodecError> {
        Self::from_millisecond(millis).map_err(CodecError::new)
    }
}

#[cfg(feature = "jiff")]
time!(jiff::Timestamp;);

#[cfg(feature = "jiff")]
impl TimeOfDayPart for jiff::civil::Time {
    fn to_millis_of_day(&self) -> (u32, bool) {
        let seconds = (i64::from(self.hour()) * 60 + i64::from(self.minute())) * 60
            + i64::from(self.second());
        let millis = seconds * 1000 + i64::from(self.millisecond());
        let finer = self.microsecond() != 0 || self.nanosecond() != 0;
        (u32::try_from(millis).unwrap_or(u32::MAX), finer)
    }

    fn from_millis_of_day(millis: u32) -> Result<Self, CodecError> {
        let part = |value: u32| i8::try_from(value).unwrap_or(i8::MAX);
        let nanos = i32::try_from(millis % 1000 * 1_000_000).unwrap_or(i32::MAX);
        let seconds = millis / 1000;
        Self::new(
            part(seconds / 3600),
            part(seconds / 60 % 60),
            part(seconds % 60),
            nanos,
        )
        .map_err(CodecError::new)
    }
}

#[cfg(feature = "jiff")]
time_of_day!(jiff::civil::Time);
