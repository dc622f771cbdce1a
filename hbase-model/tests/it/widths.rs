//! Widths and ends of keys and their parts, and what their bytes are: text, times, codes.

use hbase_model::layout::{CustomEncoding, KeyLayout, OrderedKind, TimeOrder};
use hbase_model::time::{TimeFormat, TimeKind};
use hbase_model::{Encoding, PartLayout, PartValue, Salt, SaltLayout};

const U32: Encoding = Encoding::Integer {
    width: 4,
    signed: false,
};
const TEXT: Encoding = Encoding::Text {
    width: None,
    pad: None,
};

fn part(encoding: Encoding) -> PartLayout {
    PartLayout::plain("part".into(), encoding)
}

fn before(separator: &'static [u8], encoding: Encoding) -> PartLayout {
    PartLayout {
        separator: Some(separator.into()),
        ..part(encoding)
    }
}

fn short(max: u16) -> PartLayout {
    PartLayout {
        max: Some(max),
        ..part(TEXT)
    }
}

fn omitted(of: PartLayout) -> PartLayout {
    PartLayout {
        omit_none: true,
        ..of
    }
}

fn key(parts: Vec<PartLayout>) -> KeyLayout {
    KeyLayout {
        salt: None,
        parts: parts.into(),
    }
}

fn salted(parts: Vec<PartLayout>) -> KeyLayout {
    let salt = Salt::RegionNumber {
        regions: 120,
        width: 1,
    };
    KeyLayout {
        salt: Some(SaltLayout {
            salt,
            separator: Some(b"__".into()),
        }),
        ..key(parts)
    }
}

#[test]
fn the_longest_key_has_the_longest_salt_value_and_separator() {
    let after = PartLayout {
        max: Some(7),
        ..before(b"--", TEXT)
    };
    assert_eq!(key(vec![after.clone()]).max_width(), Some(9));
    assert_eq!(
        key(vec![after.clone(), before(b"_", U32), short(3)]).max_width(),
        Some(17)
    );
    // Three digits and two bytes.
    assert_eq!(salted(vec![short(3)]).max_width(), Some(8));
    assert_eq!(salted(vec![after, part(TEXT)]).max_width(), None);
}

#[test]
fn a_key_has_a_width_if_all_that_it_consists_of_has_one() {
    assert_eq!(key(vec![part(U32), before(b"__", U32)]).width(), Some(10));
    assert_eq!(key(vec![part(U32), part(TEXT)]).width(), None);
    assert_eq!(key(vec![part(U32), omitted(part(U32))]).width(), None);
    // One to three digits.
    assert_eq!(salted(vec![part(U32)]).width(), None);
    let parts = vec![before(b"_", U32), part(TEXT), part(U32)];
    assert_eq!(key(parts.clone()).offsets(), [Some(0), Some(5), None]);
    assert_eq!(salted(parts).offsets(), [None, None, None]);
}

#[test]
fn a_key_that_ends_early_lacks_the_separator_before_its_end() {
    let terminated = PartLayout {
        terminated: true,
        ..before(b"\0", TEXT)
    };
    let separated = before(b"ab", TEXT);
    let layout = key(vec![
        separated.clone(),
        omitted(separated),
        omitted(part(TEXT)),
    ]);
    assert_eq!(
        [0, 1, 2, 3].map(|at| layout.separator_left_out(at)),
        [0, 2, 2, 0]
    );
    let layout = key(vec![terminated, omitted(part(TEXT))]);
    assert_eq!(layout.separator_left_out(1), 0);
    let layout = key(vec![before(b"_", TEXT), part(TEXT)]);
    assert_eq!(layout.separator_left_out(1), 0);
    let layout = key(vec![part(U32), omitted(part(TEXT))]);
    assert_eq!(layout.separator_left_out(1), 0);
}

#[test]
fn the_last_part_shows_whether_parts_may_be_left_out() {
    assert!(key(vec![part(U32), omitted(part(TEXT))]).leaves_parts_out());
    assert!(!key(vec![part(U32), part(TEXT)]).leaves_parts_out());
    assert!(!key(Vec::new()).leaves_parts_out());
}

#[test]
fn any_part_may_have_a_separator() {
    assert!(!key(vec![part(U32), part(TEXT)]).has_separators());
    assert!(key(vec![before(b"_", U32), part(TEXT)]).has_separators());
    assert!(key(vec![part(U32), before(b"\0", TEXT)]).has_separators());
    assert!(!key(Vec::new()).has_separators());
}

#[test]
fn only_an_encoding_of_its_own_may_have_an_unknown_end() {
    let own = || part(Encoding::Custom(CustomEncoding::new("Own")));
    let wide = Encoding::Custom(CustomEncoding::new("Wide").with_width(4));
    let separated = before(b"_", own().encoding);
    for (parts, index, endless) in [
        (vec![own(), part(TEXT)], 0, true),
        (vec![own(), part(TEXT)], 1, true),
        (vec![part(U32), own(), part(TEXT)], 0, false),
        (vec![part(U32), own(), part(TEXT)], 1, true),
        // What follows has a width, so the end is counted from the end of the key.
        (vec![own(), part(U32)], 0, false),
        (vec![part(wide), part(TEXT)], 0, false),
        (vec![separated, part(TEXT)], 1, false),
        (vec![part(U32), part(TEXT)], 1, false),
    ] {
        let layout = key(parts);
        assert_eq!(
            layout.endless_part(index).is_some(),
            endless,
            "{layout:?} {index}"
        );
    }
}

#[test]
fn times_are_descending_by_one_of_two_options() {
    let time = |newest_first| {
        Encoding::Time(TimeFormat {
            newest_first,
            ..TimeFormat::new(TimeKind::Millis)
        })
    };
    for (newest_first, desc, expected) in [
        (false, false, false),
        (false, true, true),
        (true, false, true),
        (true, true, false),
    ] {
        let of = PartLayout {
            desc,
            ..part(time(newest_first))
        };
        assert_eq!(of.is_descending(), expected, "{newest_first} {desc}");
    }
    assert!(!part(U32).is_descending());
}

#[test]
fn what_sorts_by_time_is_a_time_that_is_not_reversed() {
    let own = |time: Option<TimeOrder>| {
        let own = CustomEncoding::new("Own").with_width(8);
        Encoding::Custom(match time {
            Some(order) => own.with_time(order),
            None => own,
        })
    };
    let minutes = Encoding::TimeOfDay {
        minutes: true,
        truncate: false,
    };
    let millis = Encoding::Time(TimeFormat::new(TimeKind::Millis));
    for (encoding, is_time, orders) in [
        (millis, true, true),
        (minutes, false, true),
        (own(Some(TimeOrder::Ascending)), false, true),
        (own(Some(TimeOrder::Descending)), false, true),
        (own(None), false, false),
        (U32, false, false),
    ] {
        let of = part(encoding);
        assert_eq!(of.is_time(), is_time, "{of:?}");
        assert_eq!(of.orders_by_time(), orders, "{of:?}");
        let reversed = PartLayout {
            reverse: true,
            ..of
        };
        assert!(!reversed.orders_by_time(), "{reversed:?}");
    }
}

#[test]
fn only_some_bytes_can_be_text() {
    let string = part(Encoding::Ordered(OrderedKind::String));
    assert!(string.can_be_text());
    let inverted = PartLayout {
        desc: true,
        ..string
    };
    assert!(!inverted.can_be_text());
    assert!(part(Encoding::Custom(CustomEncoding::new("Own"))).can_be_text());
    assert!(!part(U32).can_be_text());
    assert!(!part(Encoding::Bool).can_be_text());
}

fn coded(codes: &'static str, encoding: Encoding) -> PartLayout {
    PartLayout {
        codes: codes.into(),
        ..part(encoding)
    }
}

#[test]
fn values_are_codes_if_their_part_has_codes() {
    let layout = key(vec![part(U32), coded("1=Open,20=Closed", U32)]);
    let check = |values: &[PartValue]| layout.check_codes(values).map_err(|e| e.to_string());
    assert_eq!(check(&[PartValue::Uint(7), PartValue::Uint(20)]), Ok(()));
    assert_eq!(check(&[PartValue::Uint(7)]), Ok(()));
    assert_eq!(check(&[PartValue::Uint(7), PartValue::Absent]), Ok(()));
    let error = check(&[PartValue::Uint(1), PartValue::Uint(2)]).unwrap_err();
    assert!(error.contains("1 (Open), 20 (Closed)"), "{error}");
    let own = Encoding::Custom(CustomEncoding::new("Own"));
    let own = key(vec![coded("1=Open", own)]);
    assert_eq!(own.check_codes(&[PartValue::Uint(9)]), Ok(()));
    let without = layout.without_codes();
    assert_eq!(without.parts.len(), 2);
    assert_eq!(
        without.parts[1],
        PartLayout {
            codes: "".into(),
            ..layout.parts[1].clone()
        }
    );
    assert_eq!(
        without.check_codes(&[PartValue::Uint(1), PartValue::Uint(2)]),
        Ok(())
    );
}
