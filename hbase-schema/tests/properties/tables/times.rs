//! Times in every encoding, queried by ordinary ranges.

use std::ops::Bound;

use hbase_schema::{TimeOfDay, Timestamp};

use crate::case::case;
use crate::values;

fn floor(time: Timestamp, unit: i64) -> Timestamp {
    Timestamp::from_millis(time.as_millis().div_euclid(unit) * unit)
}

case! {
    #[table("DLQX:EVENT_TABLE")]
    Events / EventsKey {
        #[rowkey(salt, fixed = 14, reverse_ts)] at: Timestamp = values::second(),
    }
    lossy = false
    |p, q| [
        (Events::scan().at(p.at), |r| r.at == p.at),
        (Events::scan().at(p.at..q.at), |r| p.at <= r.at && r.at < q.at),
        (Events::scan().at(p.at..=q.at), |r| p.at <= r.at && r.at <= q.at),
        (Events::scan().at(..q.at), |r| r.at < q.at),
        (Events::scan().at(p.at..), |r| r.at >= p.at),
        (Events::scan().at((Bound::Excluded(p.at), Bound::Included(q.at))), |r| {
            p.at < r.at && r.at <= q.at
        }),
    ]
}

/// Bounds with milliseconds on parts without them.
fn finer(time: Timestamp, ms: i64) -> Timestamp {
    Timestamp::from_millis((time.as_millis() + ms).max(0))
}

case! {
    #[table("DLQX:NEWEST_FIRST")]
    Newest / NewestKey {
        #[rowkey] id: u8 = values::u8(),
        #[rowkey(fixed = 14, reverse_ts, truncate)] second: Timestamp = values::milli(),
        #[rowkey(reverse_ts)] ms: Timestamp = values::milli(),
    }
    lossy = true
    |p, q| [
        (Newest::scan().id(p.id).second(p.second), |r| {
            r.id == p.id && floor(r.second, 1000) == floor(p.second, 1000)
        }),
        (Newest::scan().id(p.id).second(p.second..q.second), |r| {
            r.id == p.id && p.second <= floor(r.second, 1000) && floor(r.second, 1000) < q.second
        }),
        (Newest::scan().id(p.id).second(finer(p.second, -1)..=finer(q.second, 1)), |r| {
            r.id == p.id
                && finer(p.second, -1) <= floor(r.second, 1000)
                && floor(r.second, 1000) <= finer(q.second, 1)
        }),
        (Newest::scan().id(p.id).second((Bound::Excluded(p.second), Bound::Unbounded)), |r| {
            r.id == p.id && floor(r.second, 1000) > p.second
        }),
        (Newest::scan().id(p.id).second(p.second).ms(p.ms..q.ms), |r| {
            r.id == p.id
                && floor(r.second, 1000) == floor(p.second, 1000)
                && p.ms <= r.ms
                && r.ms < q.ms
        }),
        (Newest::scan().id(p.id).second(p.second).ms((Bound::Excluded(p.ms), Bound::Included(q.ms))), |r| {
            r.id == p.id
                && floor(r.second, 1000) == floor(p.second, 1000)
                && p.ms < r.ms
                && r.ms <= q.ms
        }),
    ]
}

case! {
    #[table("DLQX:MILLIS_TABLE")]
    #[rowkey(separator = "_")]
    Millis / MillisKey {
        #[rowkey] user: String = values::word(),
        #[rowkey(fixed = 19, reverse_ts)] newest: Timestamp = values::milli(),
        #[rowkey(fixed = 13)] short: Timestamp = values::milli_13(),
        #[rowkey(fixed = 19)] long: Timestamp = values::milli(),
        #[rowkey(fixed = 13, desc)] down: Timestamp = values::milli_13(),
        #[rowkey(fixed = 13, reverse_ts)] last: Timestamp = values::milli_13(),
    }
    lossy = false
    |p, q| [
        (Millis::scan().user(&p.user).newest(p.newest..q.newest), |r| {
            r.user == p.user && p.newest <= r.newest && r.newest < q.newest
        }),
        (Millis::scan().user(&p.user).newest(p.newest).short(..=q.newest), |r| {
            r.user == p.user && r.newest == p.newest && r.short <= q.newest
        }),
        (Millis::scan().user(&p.user).newest(p.newest).short(p.short).long(p.long..), |r| {
            (&r.user, r.newest, r.short) == (&p.user, p.newest, p.short) && r.long >= p.long
        }),
        (Millis::scan().user(&p.user).newest(p.newest).short(p.short).long(p.long).down(p.down..q.long), |r| {
            (&r.user, r.newest, r.short, r.long) == (&p.user, p.newest, p.short, p.long)
                && p.down <= r.down
                && r.down < q.long
        }),
        (
            Millis::scan()
                .user(&p.user)
                .newest(p.newest)
                .short(p.short)
                .long(p.long)
                .down(p.down)
                .last(p.newest..=q.newest),
            |r| {
                (&r.user, r.newest, r.short, r.long, r.down)
                    == (&p.user, p.newest, p.short, p.long, p.down)
                    && p.newest <= r.last
                    && r.last <= q.newest
            }
        ),
    ]
}

/// Days and times at eight hours east, or half past three hours west.
const EAST: i64 = 8 * 3_600_000;
const DAY: i64 = 86_400_000;

fn eastern_day(time: Timestamp) -> i64 {
    (time.as_millis() + EAST).div_euclid(DAY)
}

/// The start of a day at an offset.
fn begin(time: Timestamp) -> Timestamp {
    Timestamp::from_millis(eastern_day(time) * DAY - EAST)
}

/// A time that digits hold at every offset.
fn inner() -> impl proptest::strategy::Strategy<Value = Timestamp> {
    proptest::strategy::Strategy::prop_map(values::milli(), |time| {
        Timestamp::from_millis(
            time.as_millis()
                .clamp(2 * DAY, 253_402_214_400_000 - 2 * DAY),
        )
    })
}

case! {
    #[table("DLQX:OFFSETS_TABLE")]
    #[rowkey(salt = buckets(3))]
    Offsets / OffsetsKey {
        #[rowkey(salt)] id: u16 = values::u16(),
        #[rowkey(fixed = 8, offset = "+08:00", truncate)] day: Timestamp = inner(),
        #[rowkey(fixed = 17, offset = "-03:30", reverse_ts)] at: Timestamp = inner(),
        #[rowkey] last: Timestamp = values::milli(),
    }
    lossy = true
    |p, q| [
        (Offsets::scan().id(p.id).day(q.day), |r| {
            r.id == p.id && eastern_day(r.day) == eastern_day(q.day)
        }),
        (Offsets::scan().id(p.id).day(p.day..q.day), |r| {
            r.id == p.id && p.day <= begin(r.day) && begin(r.day) < q.day
        }),
        (Offsets::scan().id(p.id).day(p.day..=q.day), |r| {
            r.id == p.id && p.day <= begin(r.day) && begin(r.day) <= q.day
        }),
        (Offsets::scan().id(p.id).day(p.day).at(p.at..q.at), |r| {
            r.id == p.id && eastern_day(r.day) == eastern_day(p.day) && p.at <= r.at && r.at < q.at
        }),
        (Offsets::scan().id(p.id).day(p.day).at(p.at).last(p.last..=q.last), |r| {
            r.id == p.id
                && eastern_day(r.day) == eastern_day(p.day)
                && r.at == p.at
                && p.last <= r.last
                && r.last <= q.last
        }),
    ]
}

fn minute(time: TimeOfDay) -> u32 {
    time.as_millis() / 60_000
}

case! {
    #[table("DLQX:CLOCK_TABLE")]
    Clock / ClockKey {
        #[rowkey] id: u8 = values::u8(),
        #[rowkey(minute_of_day, truncate)] minute: TimeOfDay = values::ms_of_day(),
        #[rowkey(ms_of_day)] ms: TimeOfDay = values::ms_of_day(),
    }
    lossy = true
    |p, q| [
        (Clock::scan().id(p.id).minute(q.minute), |r| {
            r.id == p.id && minute(r.minute) == minute(q.minute)
        }),
        (Clock::scan().id(p.id).minute(p.minute..q.minute), |r| {
            let begin = minute(r.minute) * 60_000;
            r.id == p.id && p.minute.as_millis() <= begin && begin < q.minute.as_millis()
        }),
        (Clock::scan().id(p.id).minute(p.minute).ms(p.ms..=q.ms), |r| {
            r.id == p.id
                && minute(r.minute) == minute(p.minute)
                && p.ms <= r.ms
                && r.ms <= q.ms
        }),
    ]
}
