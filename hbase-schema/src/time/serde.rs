//! Times in serde's formats.

use std::borrow::Cow;
use std::fmt;

use hbase_model::time::Civil;
use serde::de::{Error, Unexpected, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{TimeOfDay, Timestamp};

/// As RFC 3339 in human-readable formats (JSON); as milliseconds since 1970 in others, and outside
/// of the years 1970 to 9999.
impl Serialize for Timestamp {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() && Civil::from_ms(self.as_millis()).is_ok() {
            serializer.collect_str(self)
        } else {
            serializer.serialize_i64(self.as_millis())
        }
    }
}

/// From either, in every self-describing format: a text as `FromStr` reads it, or a number of
/// milliseconds since 1970.
impl<'de> Deserialize<'de> for Timestamp {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if deserializer.is_human_readable() {
            deserializer.deserialize_any(TextOrMillis)
        } else {
            deserializer.deserialize_i64(TextOrMillis)
        }
    }
}

struct TextOrMillis;

impl Visitor<'_> for TextOrMillis {
    type Value = Timestamp;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a time as RFC 3339, or a number of milliseconds since 1970")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Timestamp, E> {
        text.parse().map_err(E::custom)
    }

    fn visit_i64<E: Error>(self, millis: i64) -> Result<Timestamp, E> {
        Ok(Timestamp::from_millis(millis))
    }

    fn visit_u64<E: Error>(self, millis: u64) -> Result<Timestamp, E> {
        match i64::try_from(millis) {
            Ok(millis) => Ok(Timestamp::from_millis(millis)),
            Err(_) => Err(E::invalid_value(Unexpected::Unsigned(millis), &self)),
        }
    }
}

/// As `HH:mm:ss.SSS` in human-readable formats (JSON); as milliseconds since midnight in others.
impl Serialize for TimeOfDay {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            serializer.collect_str(self)
        } else {
            serializer.serialize_u32(self.as_millis())
        }
    }
}

impl<'de> Deserialize<'de> for TimeOfDay {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if deserializer.is_human_readable() {
            let text = <Cow<'de, str>>::deserialize(deserializer)?;
            return text.parse().map_err(D::Error::custom);
        }
        let millis = u32::deserialize(deserializer)?;
        let expected = "fewer than 86400000 milliseconds of a day";
        Self::from_millis(millis)
            .ok_or_else(|| D::Error::invalid_value(Unexpected::Unsigned(millis.into()), &expected))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_holds_rfc_3339_and_takes_milliseconds_too() {
        let at = Timestamp::from_millis(1_451_132_640_500);
        let json = serde_json::to_string(&at).expect("json");
        assert_eq!(json, "\"2015-12-26T12:24:00.500Z\"");
        for text in [&*json, "1451132640500", "\"2015-12-26T20:24:00.5+08:00\""] {
            assert_eq!(serde_json::from_str::<Timestamp>(text).expect("a time"), at);
        }
        for text in ["\"1451132640500\"", "1.5", "18446744073709551615", "null"] {
            assert!(serde_json::from_str::<Timestamp>(text).is_err(), "{text}");
        }
        for millis in [i64::MIN, -1, 0, 253_402_300_800_000, i64::MAX] {
            let at = Timestamp::from_millis(millis);
            let json = serde_json::to_string(&at).expect("json");
            assert_eq!(
                serde_json::from_str::<Timestamp>(&json).expect("a time"),
                at
            );
        }
    }

    #[test]
    fn json_holds_times_of_day_as_text() {
        let at = TimeOfDay::from_hms(12, 24, 0).expect("a time of day");
        let json = serde_json::to_string(&at).expect("json");
        assert_eq!(json, "\"12:24:00.000\"");
        assert_eq!(
            serde_json::from_str::<TimeOfDay>(&json).expect("a time"),
            at
        );
        assert!(serde_json::from_str::<TimeOfDay>("\"25:00\"").is_err());
    }
}
