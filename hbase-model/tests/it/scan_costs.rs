//! What a scan costs, and which parts take ranges, prefixes and domains.

use hbase_model::layout::{
    CustomEncoding, KeyLayout, ListEncoding, NoRange, OrderedKind, Pad, SaltReach, ScanCost,
    ScanEnd,
};
use hbase_model::primitive::LengthPrefix;
use hbase_model::time::{TimeFormat, TimeKind};
use hbase_model::{Encoding, PartLayout, Salt, SaltLayout, SaltText};

const U32: Encoding = Encoding::Integer {
    width: 4,
    signed: false,
};
const TEXT: Encoding = Encoding::Text {
    width: None,
    pad: None,
};
const LABELS: Encoding = Encoding::Labels { separator: b'.' };

fn part(encoding: Encoding) -> PartLayout {
    PartLayout::plain("part".into(), encoding)
}

fn before(separator: &'static [u8], encoding: Encoding) -> PartLayout {
    PartLayout {
        separator: Some(separator.into()),
        ..part(encoding)
    }
}

fn padded(pad: Pad) -> Encoding {
    Encoding::Text {
        width: Some(8),
        pad: Some(pad),
    }
}

fn newest_first() -> Encoding {
    Encoding::Time(TimeFormat {
        newest_first: true,
        ..TimeFormat::new(TimeKind::Millis)
    })
}

fn list(members: Vec<Encoding>) -> Encoding {
    Encoding::List(ListEncoding {
        members: members.into(),
        sorted: true,
    })
}

fn own() -> Encoding {
    Encoding::Custom(CustomEncoding::new("Own").with_width(4))
}

#[test]
fn a_range_of_values_is_a_range_of_bytes_or_the_reason_is_known() {
    let text_of_width = Encoding::Text {
        width: Some(4),
        pad: None,
    };
    let desc = |of: PartLayout| PartLayout { desc: true, ..of };
    let omitted = |of: PartLayout| PartLayout {
        omit_none: true,
        ..of
    };
    let terminated = |of: PartLayout| PartLayout {
        terminated: true,
        ..of
    };
    let java = |signed| Encoding::JavaInteger { width: 4, signed };
    let fits = [
        part(U32),
        desc(part(U32)),
        omitted(part(U32)),
        part(java(false)),
        part(Encoding::Bool),
        part(Encoding::JavaBool),
        part(Encoding::Float { width: 8 }),
        part(Encoding::Digits { width: 4, max: 9 }),
        part(TEXT),
        before(b"_", text_of_width.clone()),
        before(b"\0", TEXT),
        terminated(desc(before(b"\xff", TEXT))),
        before(b"\0", Encoding::Bytes { width: None }),
        before(b"_", Encoding::Bytes { width: Some(4) }),
        part(Encoding::Ordered(OrderedKind::Numeric)),
        part(Encoding::TimeOfDay {
            minutes: true,
            truncate: false,
        }),
        part(newest_first()),
        part(list(vec![U32, text_of_width])),
    ];
    for of in fits {
        assert_eq!(of.check_range(), Ok(()), "{of:?}");
    }
    let reversed = PartLayout {
        reverse: true,
        ..part(Encoding::Digits { width: 4, max: 9 })
    };
    let does_not_fit = [
        (reversed, NoRange::Reversed),
        (omitted(desc(part(U32))), NoRange::OmittedDescending),
        (omitted(part(newest_first())), NoRange::OmittedDescending),
        (
            omitted(desc(part(newest_first()))),
            NoRange::OmittedDescending,
        ),
        (part(padded(Pad::Right(b' '))), NoRange::Padded),
        (before(b"_", TEXT), NoRange::Closed),
        (before(b"\0\0", TEXT), NoRange::Closed),
        (desc(before(b"\xff", TEXT)), NoRange::Closed),
        (
            before(b"_", Encoding::Bytes { width: None }),
            NoRange::Closed,
        ),
        (part(LABELS), NoRange::Labels),
        (
            part(Encoding::LengthPrefixed {
                length: LengthPrefix::U8,
                text: true,
            }),
            NoRange::LengthPrefixed,
        ),
        (
            part(Encoding::DecimalText { min: 0, max: 99 }),
            NoRange::DecimalText,
        ),
        (part(java(true)), NoRange::JavaNumber),
        (part(Encoding::JavaFloat { width: 8 }), NoRange::JavaNumber),
        (
            part(Encoding::Ordered(OrderedKind::BlobVar)),
            NoRange::OrderedBlob,
        ),
        (part(own()), NoRange::Custom),
        (part(list(vec![U32, own()])), NoRange::Custom),
        (part(list(vec![U32, newest_first()])), NoRange::Custom),
        (part(list(vec![java(true)])), NoRange::JavaNumber),
    ];
    for (of, reason) in does_not_fit {
        assert_eq!(of.check_range(), Err(reason), "{of:?}");
    }
}

#[test]
fn a_prefix_of_text_or_bytes_is_a_prefix_of_the_key() {
    let takes = [
        part(TEXT),
        part(padded(Pad::Right(b' '))),
        part(Encoding::Bytes { width: None }),
        part(list(vec![U32])),
    ];
    for of in takes {
        assert!(of.takes_prefix(), "{of:?}");
        let others = [
            PartLayout {
                desc: true,
                ..of.clone()
            },
            PartLayout {
                reverse: true,
                ..of.clone()
            },
            PartLayout {
                omit_none: true,
                ..of.clone()
            },
        ];
        for other in others {
            assert!(!other.takes_prefix(), "{other:?}");
        }
        assert!(!of.takes_domain(), "{of:?}");
    }
    for of in [part(padded(Pad::Left(b'0'))), part(U32), part(LABELS)] {
        assert!(!of.takes_prefix(), "{of:?}");
    }
}

#[test]
fn a_domain_and_all_below_it_are_adjacent_in_ascending_labels() {
    assert!(part(LABELS).takes_domain());
    let others = [
        PartLayout {
            desc: true,
            ..part(LABELS)
        },
        PartLayout {
            reverse: true,
            ..part(LABELS)
        },
        PartLayout {
            omit_none: true,
            ..part(LABELS)
        },
    ];
    for other in others {
        assert!(!other.takes_domain(), "{other:?}");
    }
}

fn salted(salt: Salt, parts: Vec<PartLayout>) -> KeyLayout {
    KeyLayout {
        salt: Some(SaltLayout {
            salt,
            separator: None,
        }),
        parts: parts.into(),
    }
}

fn feeding(text: SaltText) -> PartLayout {
    PartLayout {
        salt: Some(text),
        ..part(U32)
    }
}

fn months() -> KeyLayout {
    let salt = Salt::RegionNumber {
        regions: 12,
        width: 2,
    };
    let month = SaltText::Format("yyyyMM".into());
    salted(salt, vec![part(U32), feeding(month), part(U32)])
}

#[test]
fn the_salt_is_known_after_the_last_part_that_feeds_it() {
    let buckets = |count| Salt::Buckets { count, text: false };
    let whole = || feeding(SaltText::Whole);
    let layout = salted(buckets(256), vec![whole(), whole(), part(U32)]);
    for (given, end, expected) in [
        (0, ScanEnd::Range, SaltReach::Each(256)),
        (1, ScanEnd::Value, SaltReach::Each(256)),
        (1, ScanEnd::Range, SaltReach::Each(256)),
        (2, ScanEnd::Value, SaltReach::Known),
        (2, ScanEnd::Range, SaltReach::Known),
        (3, ScanEnd::Value, SaltReach::Known),
    ] {
        assert_eq!(layout.salt_reach(given, end), expected, "{given} {end:?}");
    }
    let many = salted(buckets(257), vec![whole(), part(U32)]);
    assert_eq!(many.salt_reach(0, ScanEnd::Range), SaltReach::TooMany);
    let unsalted = KeyLayout {
        salt: None,
        ..layout
    };
    assert_eq!(unsalted.salt_reach(0, ScanEnd::Range), SaltReach::Unsalted);
    let random = salted(
        Salt::Random {
            count: 4,
            text: false,
        },
        vec![part(U32)],
    );
    assert_eq!(random.salt_reach(1, ScanEnd::Value), SaltReach::Each(4));
}

#[test]
fn a_range_of_times_bounds_a_salt_by_months() {
    let layout = months();
    for (given, end, expected) in [
        (1, ScanEnd::Range, SaltReach::UpTo(12)),
        (1, ScanEnd::Prefix, SaltReach::UpTo(12)),
        (1, ScanEnd::Value, SaltReach::Each(12)),
        (0, ScanEnd::Range, SaltReach::Each(12)),
        (2, ScanEnd::Range, SaltReach::Known),
    ] {
        assert_eq!(layout.salt_reach(given, end), expected, "{given} {end:?}");
    }
}

#[test]
fn the_cost_follows_from_the_salts_that_are_reached() {
    let layout = months();
    for (given, end, reach, expected, ranges) in [
        (
            3,
            ScanEnd::Value,
            SaltReach::Known,
            ScanCost::Point,
            Some(1),
        ),
        (
            3,
            ScanEnd::Value,
            SaltReach::Unsalted,
            ScanCost::Point,
            Some(1),
        ),
        (3, ScanEnd::Range, SaltReach::Known, ScanCost::One, Some(1)),
        (2, ScanEnd::Value, SaltReach::Known, ScanCost::One, Some(1)),
        (
            2,
            ScanEnd::Value,
            SaltReach::Unsalted,
            ScanCost::One,
            Some(1),
        ),
        (
            3,
            ScanEnd::Value,
            SaltReach::Each(7),
            ScanCost::FanOut(7),
            Some(7),
        ),
        (
            1,
            ScanEnd::Range,
            SaltReach::UpTo(5),
            ScanCost::UpTo(5),
            Some(5),
        ),
        (
            0,
            ScanEnd::Range,
            SaltReach::TooMany,
            ScanCost::Unsupported,
            None,
        ),
    ] {
        let cost = layout.scan_cost(given, end, reach);
        assert_eq!(cost, expected, "{given} {end:?} {reach:?}");
        assert_eq!(cost.ranges(), ranges, "{cost:?}");
    }
    assert_eq!(ScanCost::Full.ranges(), None);
    assert_eq!(ScanCost::Skip(3).ranges(), Some(3));
    assert_eq!(ScanCost::SkipParts(4).ranges(), Some(4));
}

#[test]
fn text_takes_a_range_only_where_its_end_is_marked() {
    let two = |first| KeyLayout {
        salt: None,
        parts: vec![first, part(TEXT)].into(),
    };
    let bare = two(part(TEXT));
    assert_eq!(bare.check_range(0), Err(NoRange::Unseparated));
    assert_eq!(bare.check_range(1), Ok(()));
    assert_eq!(two(before(b"\0", TEXT)).check_range(0), Ok(()));
    assert_eq!(two(before(b"_", TEXT)).check_range(0), Err(NoRange::Closed));
    assert_eq!(two(part(U32)).check_range(0), Ok(()));
}

#[test]
fn a_skip_scan_lists_the_salts_if_they_are_few_enough() {
    let md5 = |bytes| Salt::Md5 {
        bytes,
        joined: None,
    };
    let parts = || vec![part(U32), feeding(SaltText::Whole), part(U32)];
    let listed = salted(md5(2), parts());
    let searched = salted(md5(3), parts());
    let each = salted(md5(1), parts());
    let unsalted = KeyLayout {
        salt: None,
        ..each.clone()
    };
    let (value, range) = (ScanEnd::Value, ScanEnd::Range);
    for (layout, given, open, end, expected) in [
        (&listed, 0, 0, value, Some(ScanCost::Skip(65_536))),
        (&searched, 0, 0, value, Some(ScanCost::SkipParts(1))),
        (&searched, 0, 1, value, Some(ScanCost::SkipParts(1))),
        // The value of the part that feeds the salt makes it known.
        (&listed, 1, 0, value, None),
        (&listed, 1, 0, range, Some(ScanCost::Skip(65_536))),
        (&each, 0, 0, value, None),
        (&each, 0, 1, value, Some(ScanCost::SkipParts(256))),
        (&each, 0, 1, range, Some(ScanCost::SkipParts(256))),
        (&each, 2, 1, value, Some(ScanCost::SkipParts(1))),
        (&unsalted, 0, 0, value, None),
        (&unsalted, 0, 1, value, Some(ScanCost::SkipParts(1))),
    ] {
        let found = layout.skip_cost(given, open, end);
        assert_eq!(found, expected, "{given} {open} {end:?}");
    }
    let months = months();
    let found = months.skip_cost(1, 1, range);
    assert_eq!(found, Some(ScanCost::SkipParts(12)));
}

#[test]
fn a_condition_needs_a_fixed_offset_from_the_parts_before() {
    let salt = |width| Salt::RegionNumber { regions: 12, width };
    let parts = || vec![before(b"_", TEXT), part(U32), part(U32)];
    let fixed = salted(salt(2), parts());
    assert!(fixed.has_fixed_offset(1, 2));
    assert!(!fixed.has_fixed_offset(0, 2));
    assert!(fixed.has_fixed_offset(0, 0));
}
