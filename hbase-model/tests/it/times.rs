//! Times against the calendar, and the bounds of ranges.

use hbase_model::primitive::ValueError;
use hbase_model::time::{
    Civil, DAY_MS, LAST_MS, Pattern, PatternError, TimeBound, TimeFormat, TimeKind,
    get_time_of_day, parse_time, parse_time_of_day, put_time_of_day, time_of_day_bound,
};

const fn form(kind: TimeKind) -> TimeFormat {
    TimeFormat::new(kind)
}

fn put(form: TimeFormat, ms: i64) -> Result<String, ValueError> {
    let mut out = Vec::new();
    form.put(ms, &mut out)?;
    Ok(String::from_utf8(out).expect("digits"))
}

/// Every day, counted one by one.
#[test]
fn the_whole_calendar() {
    let (mut year, mut month, mut day) = (1970_u16, 1_u8, 1_u8);
    for days in 0..=LAST_MS / DAY_MS {
        let civil = Civil::from_ms(days * DAY_MS).expect("in range");
        assert_eq!((civil.year, civil.month, civil.day), (year, month, day));
        assert_eq!(civil.to_ms(), Ok(days * DAY_MS));
        let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
        let lengths = [
            31,
            if leap { 29 } else { 28 },
            31,
            30,
            31,
            30,
            31,
            31,
            30,
            31,
            30,
            31,
        ];
        day += 1;
        if day > lengths[usize::from(month) - 1] {
            (month, day) = (month + 1, 1);
        }
        if month > 12 {
            (year, month) = (year + 1, 1);
        }
    }
    assert_eq!((year, month, day), (10_000, 1, 1));
}

/// Midnight in UTC is not the start of a day of the offset.
#[test]
fn a_time_finer_than_the_days_of_an_offset() {
    let days = TimeFormat {
        offset_s: 8 * 3600,
        ..form(TimeKind::Day)
    };
    assert_eq!(
        put(days, 1_772_323_200_000).unwrap_err().to_string(),
        "found 1772323200000 ms, which is finer than a multiple of 86400000 ms at the offset +08:00, \
         expected a time that the form can hold, such as 1772294400000 or 1772380800000 ms: cut it off \
         before, or use `truncate`"
    );
    assert!(put(days, 1_772_294_400_000).is_ok());
    assert!(put(days, 1_772_380_800_000).is_ok());
}

#[test]
fn forms() {
    let at = 1_451_132_640_123;
    assert_eq!(
        put(form(TimeKind::Millisecond), at),
        Ok("20151226122400123".into())
    );
    assert_eq!(
        put(form(TimeKind::Millis13), at),
        Ok("1451132640123".into())
    );
    assert_eq!(
        put(form(TimeKind::Millis19), at),
        Ok("0000001451132640123".into())
    );
    assert!(matches!(
        put(form(TimeKind::Second), at),
        Err(ValueError::FinerThanFormat { unit: 1000, .. })
    ));
    assert_eq!(
        put(
            TimeFormat {
                truncate: true,
                ..form(TimeKind::Second)
            },
            at
        ),
        Ok("20151226122400".into())
    );
    assert_eq!(
        put(
            TimeFormat {
                truncate: true,
                ..form(TimeKind::Day)
            },
            at
        ),
        Ok("20151226".into())
    );
    let newest = |of| TimeFormat {
        newest_first: true,
        ..form(of)
    };
    assert_eq!(
        put(newest(TimeKind::Second), at - 123),
        Ok("79848773877599".into())
    );
    assert_eq!(
        put(newest(TimeKind::Millis13), at),
        Ok("8548867359876".into())
    );
    assert_eq!(
        put(newest(TimeKind::Millis19), at),
        Ok("9223370585722135684".into())
    );
}

#[test]
fn offsets() {
    let form = TimeFormat {
        offset_s: 8 * 3600,
        ..form(TimeKind::Second)
    };
    assert_eq!(put(form, 0), Ok("19700101080000".into()));
    assert_eq!(form.get(b"19700101080000"), Ok(0));
    // The written year counts.
    assert_eq!(put(form, -8 * 3_600_000), Ok("19700101000000".into()));
    assert!(
        matches!(put(form, LAST_MS - 999), Err(ValueError::AfterYear9999 { found }) if found == LAST_MS - 999)
    );
    let west = TimeFormat {
        offset_s: -3600,
        ..form
    };
    let error = put(west, 0).unwrap_err();
    let (found, offset_s) = (0, -3600);
    assert_eq!(error, ValueError::BeforeEpoch { found, offset_s });
    assert_eq!(
        error.to_string(),
        "found 0 ms since 1970, which is before 1970 at the offset -01:00, expected a time of 1970 or later there"
    );
}

#[test]
fn edges() {
    for of in [
        TimeKind::Day,
        TimeKind::Second,
        TimeKind::Millisecond,
        TimeKind::Millis13,
        TimeKind::Millis19,
    ] {
        assert!(matches!(
            put(form(of), -1),
            Err(ValueError::BeforeEpoch { found: -1, .. })
        ));
        assert!(matches!(
            put(form(of), i64::MIN),
            Err(ValueError::BeforeEpoch { .. })
        ));
        assert!(matches!(
            put(form(of), i64::MAX),
            Err(ValueError::AfterYear9999 { .. })
        ));
    }
    assert_eq!(
        put(form(TimeKind::Millisecond), LAST_MS),
        Ok("99991231235959999".into())
    );
    assert_eq!(
        put(form(TimeKind::Millis13), LAST_MS),
        Err(ValueError::TooManyDigits {
            found: 15,
            width: 13
        })
    );
}

#[test]
fn dates_that_do_not_exist() {
    for text in [
        "20151326122400",
        "20150229000000",
        "20151226240000",
        "20151226126000",
        "19691231235959",
        "2015122612240x",
        "20151200000000",
        "20151226122460",
    ] {
        assert!(
            form(TimeKind::Second).get(text.as_bytes()).is_err(),
            "{text}"
        );
    }
    assert!(form(TimeKind::Second).get(b"2015122612240").is_err());
    assert!(
        form(TimeKind::Millis19)
            .get(b"0253402300800000000")
            .is_err()
    );
    let millis = form(TimeKind::Millis);
    let newest = TimeFormat {
        newest_first: true,
        ..millis
    };
    assert!(millis.get(&i64::MAX.to_be_bytes()).is_err());
    assert!(newest.get(&(-1_i64).to_be_bytes()).is_err());
}

#[test]
fn bounds_round_up() {
    let second = form(TimeKind::Second);
    assert_eq!(second.bound(5000), TimeBound::Exact(5000));
    assert_eq!(second.bound(5001), TimeBound::RoundedUp(6000));
    assert_eq!(second.bound(-7), TimeBound::RoundedUp(0));
    assert_eq!(second.bound(LAST_MS), TimeBound::PastEnd);
    assert_eq!(second.bound(LAST_MS - 999), TimeBound::Exact(LAST_MS - 999));
    assert_eq!(second.bound(i64::MAX), TimeBound::PastEnd);
    assert_eq!(second.bound(i64::MIN), TimeBound::RoundedUp(0));
    assert_eq!(form(TimeKind::Day).bound(1), TimeBound::RoundedUp(DAY_MS));
    assert_eq!(
        form(TimeKind::Millis13).bound(10_000_000_000_000),
        TimeBound::PastEnd
    );
    assert_eq!(
        form(TimeKind::Millis).bound(LAST_MS),
        TimeBound::Exact(LAST_MS)
    );
    let day = TimeFormat {
        offset_s: 8 * 3600,
        ..form(TimeKind::Day)
    };
    let midnight = 16 * 3_600_000;
    assert_eq!(day.bound(midnight), TimeBound::Exact(midnight));
    assert_eq!(
        day.bound(midnight + 1),
        TimeBound::RoundedUp(midnight + DAY_MS)
    );
    assert_eq!(day.bound(i64::MIN), TimeBound::RoundedUp(-8 * 3_600_000));
    let mut out = Vec::new();
    assert_eq!(
        day.put_bound(day.bound(midnight + 1), &mut out),
        Ok(TimeBound::RoundedUp(midnight + DAY_MS))
    );
    assert_eq!(out, b"19700103");
    assert_eq!(
        day.put_bound(day.bound(i64::MAX), &mut out),
        Ok(TimeBound::PastEnd)
    );
    assert_eq!(out.len(), 8);
}

#[test]
fn times_of_day() {
    let mut out = Vec::new();
    put_time_of_day(86_399_999, false, false, &mut out).expect("in range");
    assert_eq!(out, [0x05, 0x26, 0x5b, 0xff]);
    assert_eq!(get_time_of_day(&out, false), Ok(86_399_999));
    assert!(put_time_of_day(86_400_000, false, false, &mut out).is_err());
    assert!(put_time_of_day(61_000, true, false, &mut out).is_err());
    assert!(put_time_of_day(61_000, true, true, &mut out).is_ok());
    assert_eq!(
        get_time_of_day(&1439_u16.to_be_bytes(), true),
        Ok(86_340_000)
    );
    assert!(get_time_of_day(&1440_u16.to_be_bytes(), true).is_err());
    assert_eq!(
        time_of_day_bound(60_001, true),
        TimeBound::RoundedUp(120_000)
    );
    assert_eq!(time_of_day_bound(86_340_001, true), TimeBound::PastEnd);
    assert_eq!(time_of_day_bound(DAY_MS, false), TimeBound::PastEnd);
}

#[test]
fn patterns() {
    let format = |pattern: &str, ms| {
        let mut out = Vec::new();
        Pattern::new(pattern)
            .expect("a good pattern")
            .put(ms, 0, &mut out)
            .expect("in range");
        String::from_utf8(out).expect("text")
    };
    let at = 1_451_132_640_007;
    assert_eq!(format("yyyyMM", at), "201512");
    assert_eq!(
        format("yyyy/MM/dd HH:mm:ss.SSS", at),
        "2015/12/26 12:24:00.007"
    );
    assert_eq!(format("ddMMyyyy", at), "26122015");
    for bad in ["yyyyMMDD", "yy", "yyyymmm", "'T'HH", "yyyyMMx"] {
        assert!(
            matches!(Pattern::new(bad), Err(PatternError::Unknown { .. })),
            "{bad}"
        );
    }
    for bad in ["", "--"] {
        assert!(
            matches!(Pattern::new(bad), Err(PatternError::NoField { .. })),
            "{bad}"
        );
    }
    let said = Pattern::new("yyyyMMDD").unwrap_err().to_string();
    assert!(said.contains("`DD` at 6"), "{said}");
}

#[test]
fn written_times() {
    for (text, expected) in [
        ("1970-01-01", Some(0)),
        ("1970-01-02T00:00:00.5Z", Some(DAY_MS + 500)),
        ("1970-01-01 08:00+08:00", Some(0)),
        ("1970-01-01T00:00-01:30", Some(5_400_000)),
        ("1970-01-01T24:00", None),
        ("1970-01-01T1:00", None),
        ("1970-1-1", None),
        ("1970-02-29", None),
        ("1970-01-01T00:00:00.", None),
        ("1970-01-01T00:00.5", None),
        ("1970-01-01x", None),
        ("1970-01-é1", None),
        ("", None),
    ] {
        assert_eq!(parse_time(text, 0), expected, "{text}");
    }
    assert_eq!(parse_time("1970-01-01", 3600), Some(-3_600_000));
    assert_eq!(parse_time_of_day("23:59:59.999"), Some(86_399_999));
    assert_eq!(parse_time_of_day("23:59:59:59"), None);
    let mut out = Vec::new();
    assert!(form(TimeKind::Millis).put(-1, &mut out).is_err());
}

/// The bytes of Java: `Bytes.toBytes(-ms)`, `Bytes.toBytes((int) seconds)`, and `SimpleDateFormat`.
#[test]
fn forms_of_other_programs() {
    let at = 1_451_132_640_000;
    let bytes = |format: TimeFormat, ms| {
        let mut out = Vec::new();
        format.put(ms, &mut out).map(|()| out)
    };
    let negated = form(TimeKind::NegatedMillis);
    assert_eq!(bytes(negated, at), Ok((-at).to_be_bytes().to_vec()));
    assert_eq!(bytes(negated, 0), Err(ValueError::AtEpoch));
    assert_eq!(negated.get(&[0; 8]), Err(ValueError::AtEpoch));
    assert!(negated.get(&1_i64.to_be_bytes()).is_err());
    let seconds = form(TimeKind::Seconds);
    assert_eq!(bytes(seconds, at), Ok(vec![0x56, 0x7e, 0x86, 0xe0]));
    let newest = TimeFormat {
        newest_first: true,
        ..seconds
    };
    let complement = (i32::MAX - 1_451_132_640).to_be_bytes();
    assert_eq!(bytes(newest, at), Ok(complement.to_vec()));
    assert_eq!(newest.get(&complement), Ok(at));
    assert!(newest.get(&[0x80, 0, 0, 0]).is_err());
    let last = i64::from(i32::MAX) * 1000;
    assert_eq!(bytes(newest, last), Ok(vec![0; 4]));
    let found = last + 1000;
    assert_eq!(
        bytes(newest, found),
        Err(ValueError::AfterLastSecond { found, last })
    );
    assert_eq!(newest.bound(found), TimeBound::PastEnd);
    assert!(bytes(seconds, found).is_ok());
    assert!(bytes(seconds, i64::from(u32::MAX) * 1000 + 1000).is_err());
    assert_eq!(put(form(TimeKind::Seconds10), at), Ok("1451132640".into()));
    assert!(put(form(TimeKind::Seconds10), at + 1).is_err());
    assert!(put(form(TimeKind::Seconds10), 10_000_000_000_000).is_err());
}

#[test]
fn dates_of_fewer_digits() {
    let at = 1_451_132_640_000;
    for (of, expected) in [
        (TimeKind::Year, "2015"),
        (TimeKind::Month, "201512"),
        (TimeKind::Hour, "2015122612"),
        (TimeKind::Minute, "201512261224"),
    ] {
        let cut = TimeFormat {
            truncate: true,
            ..form(of)
        };
        assert_eq!(put(cut, at), Ok(expected.into()));
        let whole = cut.get(expected.as_bytes()).expect("a date");
        assert_eq!(put(form(of), whole), Ok(expected.into()));
        assert!(whole == at || put(form(of), at).is_err(), "{expected}");
    }
    let month = form(TimeKind::Month);
    assert_eq!(
        put(month, at).unwrap_err().to_string(),
        "found 1451132640000 ms since 1970, which is not the start of a date in digits, expected a time that the form \
         can hold: cut it off before, or use `truncate`"
    );
    assert_eq!(month.bound(at), TimeBound::RoundedUp(1_451_606_400_000));
    assert_eq!(
        month.bound(1_451_606_400_000),
        TimeBound::Exact(1_451_606_400_000)
    );
    assert_eq!(month.bound(-1), TimeBound::RoundedUp(0));
    assert_eq!(month.bound(LAST_MS), TimeBound::PastEnd);
    assert_eq!(
        form(TimeKind::Year).bound(at),
        TimeBound::RoundedUp(1_451_606_400_000)
    );
    assert!(month.get(b"201513").is_err());
    assert!(month.get(b"20151").is_err());
}

#[test]
fn multiples_of_a_period() {
    let hour = 3_600_000;
    let hours = TimeFormat {
        align_ms: 3_600_000,
        ..form(TimeKind::Seconds)
    };
    let mut out = Vec::new();
    assert_eq!(hours.put(5 * hour, &mut out), Ok(()));
    assert_eq!(out, 18_000_u32.to_be_bytes());
    assert_eq!(hours.get(&out), Ok(5 * hour));
    let found = hours.put(5 * hour + 1000, &mut out).unwrap_err();
    let (unit, offset_s) = (hour, 0);
    let found_ms = 5 * hour + 1000;
    assert_eq!(
        found,
        ValueError::FinerThanFormat {
            found: found_ms,
            unit,
            offset_s
        }
    );
    assert!(hours.get(&18_001_u32.to_be_bytes()).is_err());
    assert_eq!(hours.bound(5 * hour + 1), TimeBound::RoundedUp(6 * hour));
    assert_eq!(hours.start(5 * hour + 1), TimeBound::Exact(5 * hour));
    assert_eq!(hours.start(-1), TimeBound::RoundedUp(0));
    let cut = TimeFormat {
        truncate: true,
        ..hours
    };
    out.clear();
    assert_eq!(cut.put(6 * hour - 1, &mut out), Ok(()));
    assert_eq!(out, 18_000_u32.to_be_bytes());
    // At the offset, this period began in 1970.
    let east = TimeFormat {
        kind: TimeKind::Second,
        align_ms: 5_400_000,
        offset_s: 8 * 3600,
        ..cut
    };
    assert_eq!(put(east, 1001), Ok("19700101073000".into()));
    // Days begin at midnight of the offset.
    let days = TimeFormat {
        kind: TimeKind::Millis,
        align_ms: 86_400_000,
        offset_s: 8 * 3600,
        ..cut
    };
    assert_eq!(days.limits().0, 16 * hour);
    assert_eq!(days.start(20 * hour), TimeBound::Exact(16 * hour));
    assert_eq!(days.start(10 * hour), TimeBound::RoundedUp(16 * hour));
}

/// Each kind has words of its own, and says whether the newest comes first.
#[test]
fn formats_are_described_in_words() {
    for (kind, newest_first, words) in [
        (
            TimeKind::Millis,
            false,
            "ms since 1970, 64 bits, big-endian",
        ),
        (
            TimeKind::Millis,
            true,
            "2^63 - 1 - ms since 1970, 64 bits, big-endian: newest first",
        ),
        (
            TimeKind::NegatedMillis,
            false,
            "-ms since 1970, 64 bits, big-endian: newest first",
        ),
        (
            TimeKind::Seconds,
            false,
            "s since 1970, 32 bits, big-endian",
        ),
        (
            TimeKind::Seconds,
            true,
            "2^31 - 1 - s since 1970, 32 bits, big-endian: newest first",
        ),
        (TimeKind::Seconds10, false, "s since 1970 in 10 digits"),
        (TimeKind::Day, false, "time as `yyyyMMdd`"),
        (
            TimeKind::Day,
            true,
            "time as `yyyyMMdd`, nines' complement: newest first",
        ),
        (TimeKind::Millis13, false, "ms since 1970 in 13 digits"),
        (
            TimeKind::Millis19,
            true,
            "ms since 1970 in 19 digits, as 2^63 - 1 - ms: newest first",
        ),
    ] {
        let format = TimeFormat {
            kind,
            newest_first,
            truncate: false,
            offset_s: 0,
            align_ms: 0,
        };
        let encoding = hbase_model::Encoding::Time(format);
        assert_eq!(encoding.to_string(), words);
    }
}

/// Sets a field of a date.
type Set = fn(&mut Civil, u16);

#[test]
fn the_fields_of_a_date_have_bounds() {
    let good = Civil {
        year: 2015,
        month: 12,
        day: 26,
        hour: 12,
        minute: 24,
        second: 1,
        ms: 7,
    };
    assert_eq!(good.to_ms(), Ok(1_451_132_641_007));
    #[allow(clippy::cast_possible_truncation, reason = "small numbers")]
    let fields: [(Set, u16, u16); 7] = [
        (|civil, value| civil.year = value, 1970, 9999),
        (|civil, value| civil.month = value as u8, 1, 12),
        (|civil, value| civil.day = value as u8, 1, 31),
        (|civil, value| civil.hour = value as u8, 0, 23),
        (|civil, value| civil.minute = value as u8, 0, 59),
        (|civil, value| civil.second = value as u8, 0, 59),
        (|civil, value| civil.ms = value, 0, 999),
    ];
    for (set, least, most) in fields {
        let is_good = |value| {
            let mut civil = good;
            set(&mut civil, value);
            civil.to_ms().is_ok()
        };
        assert!(is_good(least) && is_good(most) && !is_good(most + 1));
        assert!(least == 0 || !is_good(least - 1));
    }
    for (year, days) in [(2015, 28), (2016, 29), (2000, 29), (2100, 28)] {
        let day = |day| Civil {
            year,
            month: 2,
            day,
            ..good
        };
        assert!(day(days).to_ms().is_ok() && day(days + 1).to_ms().is_err());
    }
    for month in [4, 6, 9, 11] {
        let day = |day| Civil { month, day, ..good };
        assert!(day(30).to_ms().is_ok() && day(31).to_ms().is_err());
    }
    assert_eq!(good.to_string(), "2015-12-26T12:24:01.007");
}

#[test]
fn times_are_read_with_fractions_and_offsets_within_bounds() {
    for (text, expected) in [
        ("00:00:00.1", Some(100)),
        ("00:00:00.12", Some(120)),
        ("00:00:00.123", Some(123)),
        ("00:00:00.1234", None),
        ("00:00:00.x", None),
        ("01:02:03", Some(3_723_000)),
        ("23:59", Some(86_340_000)),
        ("24:00", None),
        ("00:60", None),
        ("00:00:60", None),
        ("00", None),
    ] {
        assert_eq!(parse_time_of_day(text), expected, "{text}");
    }
    for (text, expected) in [
        ("1970-01-01T00:00-18:59", Some(68_340_000)),
        ("1970-01-01T00:00-19:00", None),
        ("1970-01-01T00:00-18:60", None),
        ("1970-01-01T00:00+00:01", Some(-60_000)),
        ("1970-01-01T00:00Z", Some(0)),
        ("1970-01-01Z", Some(0)),
        ("1970-01-01+01:00", Some(-3_600_000)),
        ("1970-13-01", None),
        ("1970-12-32", None),
        ("1969-12-31", None),
        ("9999-12-31", Some(LAST_MS + 1 - DAY_MS)),
        ("1970-01-0100:00", None),
        ("1970-1-001", None),
    ] {
        assert_eq!(parse_time(text, 0), expected, "{text}");
    }
}

#[test]
fn a_time_value_is_written_as_it_is_read() {
    use hbase_model::PartValue;
    for (value, text) in [
        (PartValue::Time(-1), "-1"),
        (PartValue::Time(0), "1970-01-01T00:00:00Z"),
        (PartValue::Time(DAY_MS + 61_001), "1970-01-02T00:01:01.001Z"),
        (PartValue::Time(LAST_MS), "9999-12-31T23:59:59.999Z"),
        (PartValue::Time(LAST_MS + 1), "0000253402300800000"),
        (PartValue::TimeOfDay(86_399_000), "23:59:59"),
        (PartValue::TimeOfDay(3_600_010), "01:00:00.010"),
    ] {
        assert_eq!(value.to_string(), text);
    }
}

#[test]
fn kinds_are_found_by_their_digits_and_patterns() {
    for kind in TimeKind::ALL {
        assert_eq!(TimeKind::of_code(kind.code()), Some(kind));
        let pattern = kind.pattern();
        assert_eq!(
            pattern.and_then(TimeKind::of_pattern),
            pattern.and(Some(kind))
        );
        if let Some(pattern) = pattern {
            assert_eq!(pattern.len(), usize::from(kind.width()));
        }
    }
    for (digits, expected) in [
        (3, None),
        (4, Some(TimeKind::Year)),
        (5, None),
        (13, Some(TimeKind::Millis13)),
        (19, Some(TimeKind::Millis19)),
        (20, None),
    ] {
        assert_eq!(TimeKind::of_digits(digits), expected);
    }
    assert_eq!(TimeKind::of_code(5), None);
    assert_eq!(TimeKind::of_pattern("yyyyMMd"), None);
    for (kind, width, is_digits, unit) in [
        (TimeKind::Millis, 8, false, Some(1)),
        (TimeKind::NegatedMillis, 8, false, Some(1)),
        (TimeKind::Seconds, 4, false, Some(1000)),
        (TimeKind::Seconds10, 10, true, Some(1000)),
        (TimeKind::Month, 6, true, None),
        (TimeKind::Day, 8, true, Some(DAY_MS)),
        (TimeKind::Hour, 10, true, Some(3_600_000)),
        (TimeKind::Minute, 12, true, Some(60_000)),
        (TimeKind::Second, 14, true, Some(1000)),
        (TimeKind::Millisecond, 17, true, Some(1)),
    ] {
        assert_eq!((kind.width(), kind.is_digits()), (width, is_digits));
        assert_eq!(kind.unit_ms(), unit);
    }
}

#[test]
fn the_first_and_the_last_time_of_a_format() {
    let align = |kind, align_ms, offset_s| TimeFormat {
        align_ms,
        offset_s,
        ..form(kind)
    };
    let newest = |kind| TimeFormat {
        newest_first: true,
        ..form(kind)
    };
    let last_day = LAST_MS + 1 - DAY_MS;
    for (format, first, last) in [
        (form(TimeKind::Millis), 0, LAST_MS),
        (form(TimeKind::NegatedMillis), 1, LAST_MS),
        (form(TimeKind::Seconds), 0, 4_294_967_295_000),
        (newest(TimeKind::Seconds), 0, 2_147_483_647_000),
        (form(TimeKind::Seconds10), 0, 9_999_999_999_000),
        (form(TimeKind::Millis13), 0, 9_999_999_999_999),
        (form(TimeKind::Day), 0, last_day),
        (form(TimeKind::Month), 0, LAST_MS),
        (
            align(TimeKind::Day, 0, 3600),
            -3_600_000,
            last_day - 3_600_000,
        ),
        // Counts have no offset, but multiples do.
        (align(TimeKind::Millis, 0, 3600), 0, LAST_MS),
        (
            align(TimeKind::Millis, 7_200_000, 3600),
            3_600_000,
            LAST_MS + 1 - 3_600_000,
        ),
        (
            align(TimeKind::Millis, 7_200_000, 0),
            0,
            LAST_MS + 1 - 7_200_000,
        ),
        (align(TimeKind::NegatedMillis, 10, 0), 10, LAST_MS - 9),
    ] {
        assert_eq!(format.limits(), (first, last), "{format:?}");
        assert_eq!(format.bound(first), TimeBound::Exact(first));
        assert_eq!(format.bound(first - 1), TimeBound::RoundedUp(first));
        assert_eq!(format.bound(last + 1), TimeBound::PastEnd);
        let mut out = Vec::new();
        assert_eq!(format.put(first, &mut out), Ok(()), "{format:?}");
        assert_eq!(format.get(&out), Ok(first));
    }
    for (format, unit) in [
        (align(TimeKind::Second, 1000, 0), 1000),
        (align(TimeKind::Second, 2000, 0), 2000),
        (align(TimeKind::Millis, 5, 0), 5),
        (form(TimeKind::Second), 1000),
    ] {
        assert_eq!(format.unit_ms(), Some(unit));
    }
    assert!(form(TimeKind::NegatedMillis).is_newest_first());
    assert!(newest(TimeKind::Day).is_newest_first());
    assert!(!form(TimeKind::Day).is_newest_first());
}

#[test]
fn seconds_are_whole_unless_they_are_cut_off() {
    let cut = TimeFormat {
        truncate: true,
        ..form(TimeKind::Seconds10)
    };
    assert_eq!(put(cut, 1999), Ok("0000000001".into()));
    assert_eq!(
        put(form(TimeKind::Seconds10), 2000),
        Ok("0000000002".into())
    );
    assert_eq!(form(TimeKind::Seconds10).get(b"0000000002"), Ok(2000));
    let newest = TimeFormat {
        newest_first: true,
        ..form(TimeKind::Seconds10)
    };
    assert_eq!(put(newest, 2000), Ok("9999999997".into()));
    assert_eq!(newest.get(b"9999999997"), Ok(2000));
    // The last second that four bytes hold is a whole one.
    let seconds = TimeFormat {
        truncate: true,
        newest_first: true,
        ..form(TimeKind::Seconds)
    };
    let last = i64::from(i32::MAX) * 1000;
    let mut out = Vec::new();
    assert_eq!(seconds.put(last + 999, &mut out), Ok(()));
    assert_eq!(out, [0; 4]);
    assert!(seconds.put(last + 1000, &mut out).is_err());
}

#[test]
fn a_pattern_keeps_its_text() {
    let pattern = Pattern::new("yyyy-MM").expect("a good pattern");
    assert_eq!(pattern.as_str(), "yyyy-MM");
    let mut out = Vec::new();
    // At the offset, the year has begun.
    let west = pattern.put(1_451_606_399_000, -3600, &mut out);
    let east = pattern.put(1_451_606_399_000, 3600, &mut out);
    assert_eq!((west, east), (Ok(()), Ok(())));
    assert_eq!(out, b"2015-122016-01");
    assert!(Pattern::new("é MM").is_ok());
    let said = Pattern::new("MM-hh").unwrap_err();
    let (found, at) = ("hh".to_owned(), 3);
    assert_eq!(said, PatternError::Unknown { found, at });
}
