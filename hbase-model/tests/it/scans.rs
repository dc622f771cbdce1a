//! Which scans a key supports, and how many ranges they read.

use std::borrow::Cow;

use hbase_model::escape::{Escape, Replacement};
use hbase_model::layout::{
    NoRange, OrderedKind, SaltFunction, SaltReach, ScanCost, ScanEnd, TimeOrder,
};
use hbase_model::primitive::LengthPrefix;
use hbase_model::time::TimeKind;
use hbase_model::{
    CustomEncoding, Encoding, KeyLayout, ListEncoding, Pad, PartLayout, Salt, SaltText,
};

use crate::layouts::{DECIMAL_U64, PartExt, TEXT, date, fixed_text, key, part, uint};

fn buckets(count: u16) -> Salt {
    Salt::Buckets { count, text: false }
}

fn md5(bytes: u8) -> Salt {
    Salt::Md5 {
        bytes,
        joined: None,
    }
}

fn with(values: u32) -> Salt {
    Salt::With {
        function: SaltFunction::of_path("my::salt"),
        width: 3,
        values,
        text: false,
        joined: None,
    }
}

const REGIONS: Salt = Salt::RegionNumber {
    regions: 300,
    width: 3,
};

/// Three numbers, of which the second feeds the salt as `text`.
fn salted(salt: Salt, text: SaltText) -> KeyLayout {
    let parts = [
        part("a", uint(2)),
        part("b", uint(4)).salted(text),
        part("c", uint(4)),
    ];
    key(Some((salt, None)), parts)
}

fn month() -> SaltText {
    SaltText::Format("yyyyMM".into())
}

#[test]
fn a_salt_is_known_once_its_last_part_has_a_value() {
    let layout = salted(buckets(16), SaltText::Whole);
    let ends = [ScanEnd::Value, ScanEnd::Range, ScanEnd::Prefix];
    for end in ends {
        assert_eq!(layout.salt_reach(0, end), SaltReach::Each(16));
        assert_eq!(layout.salt_reach(1, end), SaltReach::Each(16));
        assert_eq!(layout.salt_reach(2, end), SaltReach::Known);
        assert_eq!(layout.salt_reach(3, end), SaltReach::Known);
        let unsalted = key(None, [part("a", uint(2))]);
        assert_eq!(unsalted.salt_reach(0, end), SaltReach::Unsalted);
    }
    // No part feeds a random salt.
    let salt = Salt::Random {
        count: 8,
        text: false,
    };
    let random = key(Some((salt, None)), [part("a", uint(2))]);
    assert_eq!(random.salt_reach(1, ScanEnd::Value), SaltReach::Each(8));
}

#[test]
fn a_range_of_times_bounds_only_the_salt_of_a_region_number_of_that_part() {
    let regions = salted(REGIONS, month());
    assert_eq!(
        regions.salt_reach(0, ScanEnd::Range),
        SaltReach::TooMany,
        "another part"
    );
    assert_eq!(regions.salt_reach(1, ScanEnd::Value), SaltReach::TooMany);
    assert_eq!(regions.salt_reach(1, ScanEnd::Range), SaltReach::UpTo(300));
    assert_eq!(regions.salt_reach(2, ScanEnd::Value), SaltReach::Known);
    let whole = salted(REGIONS, SaltText::Whole);
    assert_eq!(whole.salt_reach(1, ScanEnd::Range), SaltReach::TooMany);
    let hashed = salted(buckets(16), month());
    assert_eq!(hashed.salt_reach(1, ScanEnd::Range), SaltReach::Each(16));
    assert_eq!(REGIONS.reached_by_range(&month()), Some(300));
    assert_eq!(REGIONS.reached_by_range(&SaltText::Last(2)), None);
    assert_eq!(buckets(16).reached_by_range(&month()), None);
}

#[test]
fn scans_fan_out_over_256_salts_and_skip_scans_list_65536() {
    for (salt, fan_out, skipped) in [
        (with(255), Some(255), Some(255)),
        (with(256), Some(256), Some(256)),
        (with(257), None, Some(257)),
        (with(65_535), None, Some(65_535)),
        (with(65_536), None, Some(65_536)),
        (with(65_537), None, None),
        (md5(4), None, None),
    ] {
        assert_eq!(salt.fan_out(), fan_out, "{salt}");
        assert_eq!(salt.skipped(), skipped, "{salt}");
        let reach = salted(salt.clone(), SaltText::Whole).salt_reach(0, ScanEnd::Value);
        assert_eq!(reach, fan_out.map_or(SaltReach::TooMany, SaltReach::Each));
    }
}

#[test]
fn the_cost_of_a_scan_is_that_of_the_salts_it_reaches() {
    let layout = salted(buckets(16), SaltText::Whole);
    for known in [SaltReach::Unsalted, SaltReach::Known] {
        for (given, end, cost) in [
            (3, ScanEnd::Value, ScanCost::Point),
            (2, ScanEnd::Value, ScanCost::One),
            (2, ScanEnd::Range, ScanCost::One),
            (3, ScanEnd::Range, ScanCost::One),
        ] {
            assert_eq!(layout.scan_cost(given, end, known), cost, "{given} {end:?}");
        }
    }
    for (reach, cost, ranges) in [
        (SaltReach::Known, ScanCost::Point, Some(1)),
        (SaltReach::Each(16), ScanCost::FanOut(16), Some(16)),
        (SaltReach::UpTo(7), ScanCost::UpTo(7), Some(7)),
        (SaltReach::TooMany, ScanCost::Unsupported, None),
    ] {
        let found = layout.scan_cost(3, ScanEnd::Value, reach);
        assert_eq!(found, cost);
        assert_eq!(found.ranges(), ranges);
    }
    assert_eq!(ScanCost::One.ranges(), Some(1));
    assert_eq!(ScanCost::Skip(9).ranges(), Some(9));
    assert_eq!(ScanCost::SkipParts(5).ranges(), Some(5));
    assert_eq!(ScanCost::Full.ranges(), None);
}

#[test]
fn a_skip_scan_leaves_the_salt_or_leading_parts_open() {
    let many = salted(md5(2), SaltText::Whole);
    let more = salted(md5(3), SaltText::Whole);
    let few = salted(buckets(16), SaltText::Whole);
    let regions = salted(REGIONS, month());
    let unsalted = key(None, [part("a", uint(2)), part("b", uint(2))]);
    for (layout, given, open, end, cost) in [
        (&many, 0, 0, ScanEnd::Value, Some(ScanCost::Skip(65_536))),
        (&more, 0, 0, ScanEnd::Value, Some(ScanCost::SkipParts(1))),
        // The value after the given parts counts, too: that of the second part determines the salt.
        (&many, 1, 0, ScanEnd::Value, None),
        (&many, 1, 0, ScanEnd::Range, Some(ScanCost::Skip(65_536))),
        (&many, 2, 0, ScanEnd::Range, None),
        (&many, 0, 1, ScanEnd::Value, Some(ScanCost::SkipParts(1))),
        (&many, 2, 1, ScanEnd::Value, Some(ScanCost::SkipParts(1))),
        (&few, 0, 0, ScanEnd::Value, None),
        (&few, 0, 1, ScanEnd::Value, Some(ScanCost::SkipParts(16))),
        (&few, 2, 1, ScanEnd::Prefix, Some(ScanCost::SkipParts(1))),
        // A value after open parts does not determine the salt.
        (&few, 1, 1, ScanEnd::Value, Some(ScanCost::SkipParts(16))),
        (
            &regions,
            1,
            1,
            ScanEnd::Value,
            Some(ScanCost::SkipParts(300)),
        ),
        (&unsalted, 0, 0, ScanEnd::Value, None),
        (
            &unsalted,
            0,
            1,
            ScanEnd::Value,
            Some(ScanCost::SkipParts(1)),
        ),
    ] {
        let found = layout.skip_cost(given, open, end);
        assert_eq!(found, cost, "{given} {open} {end:?}");
    }
    assert_eq!(few.skip_reach(1, 0, ScanEnd::Value), SaltReach::Known);
    assert_eq!(few.skip_reach(1, 0, ScanEnd::Range), SaltReach::Each(16));
    assert_eq!(few.skip_reach(1, 1, ScanEnd::Value), SaltReach::Each(16));
}

#[test]
fn conditions_on_later_parts_need_a_fixed_offset() {
    let parts = || {
        [
            part("a", uint(2)),
            part("b", TEXT).closed("_"),
            part("c", uint(4)),
            part("d", uint(4)),
        ]
    };
    let plain = key(None, parts());
    for (given, index, fixed) in [
        (0, 0, true),
        (0, 1, true),
        (0, 2, false),
        (1, 2, false),
        (2, 3, true),
        (1, 1, true),
    ] {
        assert_eq!(
            plain.has_fixed_offset(given, index),
            fixed,
            "{given} {index}"
        );
    }
    // A number that outgrows its padding counts as one of its padded width.
    let outgrown = Salt::RegionNumber {
        regions: 11,
        width: 1,
    };
    for salt in [buckets(16), outgrown] {
        let layout = key(Some((salt, None)), parts());
        assert!(layout.has_fixed_offset(0, 1));
        assert!(!layout.has_fixed_offset(0, 2));
    }
}

#[test]
fn only_parts_of_one_width_can_be_left_open() {
    assert!(part("a", uint(2)).can_be_open());
    assert!(part("a", fixed_text(3)).can_be_open());
    assert!(!part("a", TEXT).can_be_open());
    let optional = PartLayout {
        omit_none: true,
        ..part("a", uint(2))
    };
    assert!(!optional.can_be_open());
}

fn escaped(from: char, to: &'static str) -> Encoding {
    Encoding::Escaped(Escape::from(vec![Replacement {
        from,
        to: to.into(),
    }]))
}

fn list(members: Vec<Encoding>) -> Encoding {
    Encoding::List(ListEncoding {
        members: members.into(),
        sorted: false,
    })
}

const SIGNED: Encoding = Encoding::Integer {
    width: 4,
    signed: true,
};
const BLOB: Encoding = Encoding::Ordered(OrderedKind::BlobVar);
const STRING: Encoding = Encoding::Ordered(OrderedKind::String);
const CUSTOM: Encoding = Encoding::Custom(CustomEncoding::new("Country"));
const LABELS: Encoding = Encoding::Labels { separator: b'.' };
const BYTES: Encoding = Encoding::Bytes { width: None };
const LENGTH: Encoding = Encoding::LengthPrefixed {
    length: LengthPrefix::U8,
    text: true,
};

const fn java(signed: bool) -> Encoding {
    Encoding::JavaInteger { width: 4, signed }
}

const fn padded(pad: Pad) -> Encoding {
    Encoding::Text {
        width: Some(8),
        pad: Some(pad),
    }
}

#[test]
fn a_range_of_values_is_a_range_of_bytes_if_both_sort_alike() {
    for (encoding, expected) in [
        (uint(4), Ok(())),
        (SIGNED, Ok(())),
        (java(false), Ok(())),
        (java(true), Err(NoRange::JavaNumber)),
        (Encoding::JavaFloat { width: 8 }, Err(NoRange::JavaNumber)),
        (Encoding::Float { width: 8 }, Ok(())),
        (TEXT, Ok(())),
        (fixed_text(8), Ok(())),
        (padded(Pad::Right(b' ')), Err(NoRange::Padded)),
        (BYTES, Ok(())),
        (LABELS, Err(NoRange::Labels)),
        (LENGTH, Err(NoRange::LengthPrefixed)),
        (DECIMAL_U64, Err(NoRange::DecimalText)),
        (STRING, Ok(())),
        (BLOB, Err(NoRange::OrderedBlob)),
        (CUSTOM, Err(NoRange::Custom)),
        (date(TimeKind::Day, true), Ok(())),
        (list(vec![uint(2), fixed_text(3)]), Ok(())),
        (list(vec![uint(2), java(true)]), Err(NoRange::JavaNumber)),
        // A greater list would be one of older times or of greater numbers.
        (
            list(vec![date(TimeKind::Millis, true)]),
            Err(NoRange::Custom),
        ),
        (escaped('%', "&"), Err(NoRange::Escaped)),
        (escaped('%', "%9$"), Ok(())),
    ] {
        assert_eq!(
            part("a", encoding.clone()).check_range(),
            expected,
            "{encoding}"
        );
        let reversed = PartLayout {
            reverse: true,
            ..part("a", encoding)
        };
        assert_eq!(reversed.check_range(), Err(NoRange::Reversed));
    }
}

#[test]
fn a_separator_above_nul_changes_the_order_of_what_varies_in_length() {
    for (encoding, closed) in [
        (TEXT, Err(NoRange::Closed)),
        (BYTES, Err(NoRange::Closed)),
        (escaped('%', "%9$"), Err(NoRange::Closed)),
        (fixed_text(8), Ok(())),
        (uint(4), Ok(())),
        (STRING, Ok(())),
    ] {
        let plain = part("a", encoding.clone());
        assert_eq!(
            plain.clone().closed("_").check_range(),
            closed,
            "{encoding}"
        );
        assert_eq!(plain.clone().closed("\0").check_range(), Ok(()));
        let descending = PartLayout {
            desc: true,
            ..plain.terminated(b"\xff")
        };
        assert_eq!(descending.check_range(), Ok(()), "{encoding}");
    }
}

#[test]
fn a_descending_part_without_a_value_sorts_before_its_greatest_value() {
    let optional = |encoding, desc| PartLayout {
        omit_none: true,
        desc,
        ..part("a", encoding)
    };
    let newest_first = || date(TimeKind::Millis, true);
    for (part, expected) in [
        (optional(uint(4), false), Ok(())),
        (optional(uint(4), true), Err(NoRange::OmittedDescending)),
        (
            optional(newest_first(), false),
            Err(NoRange::OmittedDescending),
        ),
        // Descending twice: the bytes of newer times are greater again.
        (
            optional(newest_first(), true),
            Err(NoRange::OmittedDescending),
        ),
    ] {
        assert_eq!(part.check_range(), expected);
        let required = PartLayout {
            omit_none: false,
            ..part
        };
        assert_eq!(required.check_range(), Ok(()));
    }
}

#[test]
fn text_takes_ranges_without_a_separator_only_at_the_end_of_a_key() {
    let layout = key(None, [part("a", TEXT), part("b", uint(2)), part("c", TEXT)]);
    assert_eq!(layout.check_range(0), Err(NoRange::Unseparated));
    assert_eq!(layout.check_range(1), Ok(()));
    assert_eq!(layout.check_range(2), Ok(()));
    // The part's own reason comes first.
    let layout = key(None, [part("a", DECIMAL_U64), part("b", uint(2))]);
    assert_eq!(layout.check_range(0), Err(NoRange::DecimalText));
}

#[test]
fn prefixes_and_domains_are_of_bytes_in_the_order_of_the_value() {
    for (encoding, prefix, domain) in [
        (TEXT, true, false),
        (fixed_text(8), true, false),
        (padded(Pad::Right(b' ')), true, false),
        (padded(Pad::Left(b'0')), false, false),
        (escaped('%', "%9$"), true, false),
        (BYTES, true, false),
        (list(vec![uint(2)]), true, false),
        (LABELS, false, true),
        (uint(4), false, false),
        (STRING, false, false),
    ] {
        let plain = part("a", encoding.clone());
        assert_eq!(plain.takes_prefix(), prefix, "{encoding}");
        assert_eq!(plain.takes_domain(), domain, "{encoding}");
        for other in [
            PartLayout {
                desc: true,
                ..plain.clone()
            },
            PartLayout {
                reverse: true,
                ..plain.clone()
            },
            PartLayout {
                omit_none: true,
                ..plain
            },
        ] {
            assert!(!other.takes_prefix() && !other.takes_domain(), "{encoding}");
        }
    }
}

#[test]
fn times_and_texts_are_known_by_their_encoding() {
    let at = CustomEncoding::new("At").with_time(TimeOrder::Descending);
    let time_of_day = Encoding::TimeOfDay {
        minutes: true,
        truncate: false,
    };
    for (encoding, is_time, by_time, can_be_text) in [
        (date(TimeKind::Millis, true), true, true, false),
        (date(TimeKind::Day, false), true, true, true),
        (time_of_day, false, true, false),
        (Encoding::Custom(at), false, true, true),
        (CUSTOM, false, false, true),
        (uint(4), false, false, false),
        (TEXT, false, false, true),
        (STRING, false, false, true),
        (BLOB, false, false, false),
    ] {
        let plain = part("a", encoding.clone());
        assert_eq!(plain.is_time(), is_time, "{encoding}");
        assert_eq!(plain.orders_by_time(), by_time, "{encoding}");
        assert_eq!(plain.can_be_text(), can_be_text, "{encoding}");
        let reversed = PartLayout {
            reverse: true,
            ..plain.clone()
        };
        assert_eq!(reversed.is_time(), is_time, "{encoding}");
        assert!(!reversed.orders_by_time(), "{encoding}");
        // Inverted digits are digits; an own encoding knows for itself.
        let desc = PartLayout {
            desc: true,
            ..plain
        };
        let stays = desc.encoding.is_digits() || matches!(encoding, Encoding::Custom(_));
        assert_eq!(desc.can_be_text(), stays, "{encoding}");
    }
}

#[test]
fn widths_of_keys_include_salts_and_separators() {
    let number = || part("a", uint(4));
    let text = PartLayout {
        max: Some(10),
        ..part("b", TEXT).closed("--")
    };
    let salt = || Some((md5(2), Some("_")));
    assert_eq!(key(None, [number()]).max_width(), Some(4));
    assert_eq!(key(salt(), [number()]).max_width(), Some(7));
    assert_eq!(key(salt(), [number()]).width(), Some(7));
    let layout = key(salt(), [text.clone(), number()]);
    assert_eq!(layout.max_width(), Some(19));
    assert_eq!(layout.width(), None);
    assert_eq!(layout.offsets(), [Some(3), None]);
    assert_eq!(key(None, [part("b", TEXT)]).max_width(), None);
    let fixed = key(None, [number().closed("-"), number()]);
    assert_eq!(fixed.offsets(), [Some(0), Some(5)]);
    assert_eq!(hbase_model::layout::width_of(&fixed.parts), Some(9));
    assert_eq!(hbase_model::layout::width_of(&layout.parts), None);
}

#[test]
fn separators_before_parts_that_are_left_out_are_left_out_too() {
    let optional = |part: PartLayout| PartLayout {
        omit_none: true,
        ..part
    };
    let layout = key(
        None,
        [
            part("a", TEXT).closed("::"),
            part("b", TEXT).terminated(b"\0"),
            optional(part("c", TEXT).closed("_")),
            optional(part("d", uint(2))),
        ],
    );
    let left_out = (0..=5).map(|index| layout.separator_left_out(index));
    // Before `b`, because it is required; before `c`, a terminator stays.
    assert_eq!(left_out.collect::<Vec<_>>(), [0, 0, 0, 1, 0, 0]);
    let layout = key(
        None,
        [part("a", TEXT).closed("::"), optional(part("b", uint(2)))],
    );
    assert_eq!(layout.separator_left_out(1), 2);
    assert!(layout.leaves_parts_out() && layout.has_separators());
    let layout = key(None, [part("a", uint(2)), part("b", TEXT)]);
    assert!(!layout.leaves_parts_out() && !layout.has_separators());
    assert!(key(None, [part("a", uint(2)), part("b", TEXT).closed("_")]).has_separators());
    let none = KeyLayout {
        salt: None,
        parts: Cow::Borrowed(&[]),
    };
    assert!(!none.leaves_parts_out() && !none.has_separators());
}

#[test]
fn a_part_descends_if_its_times_or_its_bytes_are_inverted_but_not_both() {
    for (encoding, plain) in [
        (uint(4), false),
        (date(TimeKind::Millis, false), false),
        (date(TimeKind::Millis, true), true),
        (date(TimeKind::NegatedMillis, false), true),
    ] {
        let ascending = part("a", encoding);
        assert_eq!(ascending.is_descending(), plain);
        let inverted = PartLayout {
            desc: true,
            ..ascending
        };
        assert_eq!(inverted.is_descending(), !plain);
    }
}
