//! Times against the calendar, and the bounds of ranges.

use hbase_model::primitive::ValueError;
use hbase_model::time::{
    Civil, DAY_MS, LAST_MS, Pattern, PatternError, TimeBound, TimeFormat, get_millis,
    get_time_of_day, millis_bound, parse_time, parse_time_of_day, put_millis, put_time_of_day,
    time_of_day_bound,
};

const fn form(digits: u8) -> TimeFormat {
    TimeFormat {
        digits,
        newest_first: false,
        truncate: false,
        offset_s: 0,
    }
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
        ..form(8)
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
    assert_eq!(put(form(17), at), Ok("20151226122400123".into()));
    assert_eq!(put(form(13), at), Ok("1451132640123".into()));
    assert_eq!(put(form(19), at), Ok("0000001451132640123".into()));
    assert!(matches!(
        put(form(14), at),
        Err(ValueError::FinerThanDigits { unit: 1000, .. })
    ));
    assert_eq!(
        put(
            TimeFormat {
                truncate: true,
                ..form(14)
            },
            at
        ),
        Ok("20151226122400".into())
    );
    assert_eq!(
        put(
            TimeFormat {
                truncate: true,
                ..form(8)
            },
            at
        ),
        Ok("20151226".into())
    );
    let newest = |digits| TimeFormat {
        newest_first: true,
        ..form(digits)
    };
    assert_eq!(put(newest(14), at - 123), Ok("79848773877599".into()));
    assert_eq!(put(newest(13), at), Ok("8548867359876".into()));
    assert_eq!(put(newest(19), at), Ok("9223370585722135684".into()));
    for digits in [0, 12, 18, 255] {
        assert_eq!(
            put(form(digits), at),
            Err(ValueError::UnknownTimeFormat { found: digits })
        );
        assert!(form(digits).get(&vec![b'0'; digits.into()]).is_err());
    }
}

#[test]
fn offsets() {
    let form = TimeFormat {
        offset_s: 8 * 3600,
        ..form(14)
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
    for digits in [8, 14, 17, 13, 19] {
        assert!(matches!(
            put(form(digits), -1),
            Err(ValueError::BeforeEpoch { found: -1, .. })
        ));
        assert!(matches!(
            put(form(digits), i64::MIN),
            Err(ValueError::BeforeEpoch { .. })
        ));
        assert!(matches!(
            put(form(digits), i64::MAX),
            Err(ValueError::AfterYear9999 { .. })
        ));
    }
    assert_eq!(put(form(17), LAST_MS), Ok("99991231235959999".into()));
    assert_eq!(
        put(form(13), LAST_MS),
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
        assert!(form(14).get(text.as_bytes()).is_err(), "{text}");
    }
    assert!(form(14).get(b"2015122612240").is_err());
    assert!(form(19).get(b"0253402300800000000").is_err());
    assert!(get_millis(&i64::MAX.to_be_bytes(), false).is_err());
    assert!(get_millis(&(-1_i64).to_be_bytes(), true).is_err());
}

#[test]
fn bounds_round_up() {
    let second = form(14);
    assert_eq!(second.bound(5000), TimeBound::Exact(5000));
    assert_eq!(second.bound(5001), TimeBound::RoundedUp(6000));
    assert_eq!(second.bound(-7), TimeBound::RoundedUp(0));
    assert_eq!(second.bound(LAST_MS), TimeBound::PastEnd);
    assert_eq!(second.bound(LAST_MS - 999), TimeBound::Exact(LAST_MS - 999));
    assert_eq!(second.bound(i64::MAX), TimeBound::PastEnd);
    assert_eq!(second.bound(i64::MIN), TimeBound::RoundedUp(0));
    assert_eq!(form(8).bound(1), TimeBound::RoundedUp(DAY_MS));
    assert_eq!(form(13).bound(10_000_000_000_000), TimeBound::PastEnd);
    assert_eq!(millis_bound(LAST_MS), TimeBound::Exact(LAST_MS));
    let day = TimeFormat {
        offset_s: 8 * 3600,
        ..form(8)
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
        day.put_bound(midnight + 1, &mut out),
        Ok(TimeBound::RoundedUp(midnight + DAY_MS))
    );
    assert_eq!(out, b"19700103");
    assert_eq!(day.put_bound(i64::MAX, &mut out), Ok(TimeBound::PastEnd));
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
    assert!(put_millis(-1, true, &mut out).is_err());
}
