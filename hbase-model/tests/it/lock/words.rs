//! The words of facts. Locks contain them, so they must not change.

use hbase_model::layout::SaltFunction;
use hbase_model::lock::{FactWriter, LockedCell, LockedDynamic};
use hbase_model::time::PeriodUnit;
use hbase_model::{
    CellCodec, CellFacts, CellFormat, Encoding, FamilyDescriptor, IndexBuckets, KeyLayout,
    LogicalType, PartFormat, PartLayout, Salt, SaltText, TableDescriptor, TableName, TimeLibrary,
    Ttl,
};

use crate::layouts::{PartExt, TEXT, key, part, uint};

/// The lines without the table and the hash.
fn words(write: impl Fn(&mut FactWriter<'_>)) -> Vec<String> {
    let table = TableName::from_static("SHOP", "ORDERS");
    let mut text = [0; 1000];
    let mut out = FactWriter::new(&table, &mut text);
    write(&mut out);
    let (len, fingerprint) = (out.len(), out.fingerprint());
    let mut hashing = FactWriter::hashing(&table);
    write(&mut hashing);
    assert_eq!(hashing.fingerprint(), fingerprint);
    let text = String::from_utf8_lossy(&text[..len]).into_owned();
    let words = text.lines().map(|line| {
        let line = line.strip_prefix("SHOP:ORDERS ").expect("the table");
        line.rsplit_once(' ').expect("a hash").0.to_owned()
    });
    words.collect()
}

const fn cell(facts: CellFacts) -> LockedCell<'static> {
    LockedCell {
        family: b"D1",
        prefix: b"",
        qualifier: b"N",
        codec: CellCodec::Java,
        facts,
        default: false,
        counter: false,
        codes: "",
    }
}

fn of_cell(cell: &LockedCell<'_>) -> String {
    let mut words = words(|out| out.cell(cell));
    words.remove(0)
}

#[test]
fn a_type_and_a_codec_are_two_words() {
    let integer = |width, signed| LogicalType::Integer { width, signed };
    let java = |width, signed| CellFormat::Integer { width, signed };
    let (chrono, jiff) = (TimeLibrary::Chrono, TimeLibrary::Jiff);
    let part = PartFormat::new(&TEXT, true, true);
    for (format, of, expected) in [
        (java(4, true), integer(4, true), "i32 java"),
        (java(8, false), integer(8, false), "u64 java"),
        (java(8, true), integer(8, false), "u64 java-i64"),
        (java(4, true), integer(8, true), "i64 java-i32"),
        (java(8, true), LogicalType::Timestamp, "timestamp java-i64"),
        (
            CellFormat::Float { width: 4 },
            LogicalType::Float { width: 4 },
            "f32 java",
        ),
        (
            CellFormat::Float { width: 8 },
            LogicalType::Float { width: 4 },
            "f32 java-f64",
        ),
        (CellFormat::Bool, LogicalType::Bool, "bool java"),
        (CellFormat::BigDecimal, LogicalType::Decimal, "decimal java"),
        (
            CellFormat::Text,
            LogicalType::RustDecimal,
            "rust_decimal text",
        ),
        (CellFormat::DecimalText, integer(2, true), "i16 digits"),
        (
            CellFormat::JavaFloatText { width: 8 },
            LogicalType::Float { width: 8 },
            "f64 java_text",
        ),
        (
            CellFormat::Bytes,
            LogicalType::FixedBytes { width: 16 },
            "bytes16 bytes",
        ),
        (CellFormat::Bytes, LogicalType::Uuid, "uuid bytes"),
        (
            CellFormat::Text,
            LogicalType::Moment { library: chrono },
            "chrono_moment text",
        ),
        (
            CellFormat::Text,
            LogicalType::DateTime { library: jiff },
            "jiff_datetime text",
        ),
        (
            CellFormat::Text,
            LogicalType::Date { library: jiff },
            "jiff_date text",
        ),
        (
            CellFormat::Text,
            LogicalType::Time { library: chrono },
            "chrono_time text",
        ),
        (CellFormat::Text, LogicalType::TimeOfDay, "time_of_day text"),
        (
            CellFormat::Part(part),
            LogicalType::Text,
            "text part:text,desc,reverse",
        ),
        (CellFormat::Custom, LogicalType::Text, "text own"),
    ] {
        let found = of_cell(&cell(CellFacts::new(format, of)));
        assert_eq!(found, format!("cell D1 N {expected} required"));
    }
    for (codec, expected) in [
        (CellCodec::With("my::module"), "with:module"),
        (CellCodec::WithName("module"), "with_name:module"),
        (CellCodec::Java, "own"),
    ] {
        let cell = LockedCell {
            codec,
            ..cell(CellFacts::UNKNOWN)
        };
        assert_eq!(
            of_cell(&cell),
            format!("cell D1 N unknown {expected} unknown")
        );
    }
}

#[test]
fn the_last_words_of_a_column_are_its_absent_cells_and_options() {
    let text = CellFacts::new(CellFormat::Text, LogicalType::Text);
    let optional = text.optional();
    for (facts, default, counter, expected) in [
        (text, false, false, "required"),
        (text, true, false, "default"),
        (optional, false, false, "optional"),
        (optional, true, false, "default-optional"),
        (optional.store_none(), false, false, "optional-empty"),
        (optional.store_none(), true, false, "default-empty"),
        (text, false, true, "zero counter"),
    ] {
        let cell = LockedCell {
            default,
            counter,
            ..cell(facts)
        };
        assert_eq!(of_cell(&cell), format!("cell D1 N text text {expected}"));
    }
    let coded = LockedCell {
        prefix: b"a b:",
        qualifier: b"\x80",
        codes: "1=Open,2=Closed",
        ..cell(text)
    };
    assert_eq!(
        words(|out| out.cell(&coded)),
        [
            r"cell D1 a\x20b:\x80 text text required coded",
            r"code D1 a\x20b:\x80 1 Open",
            r"code D1 a\x20b:\x80 2 Closed",
        ]
    );
}

fn of_key(key: &KeyLayout) -> Vec<String> {
    words(|out| out.key(key))
}

#[test]
fn the_options_of_a_key_part_follow_its_encoding() {
    let plain = part("b", TEXT);
    let parts = [
        part("a", uint(4)).salted(SaltText::Whole),
        plain.clone().closed("_").salted(SaltText::First(2)),
        plain.clone().terminated(b"\0").salted(SaltText::Last(4)),
        PartLayout {
            desc: true,
            reverse: true,
            omit_none: true,
            ..plain.salted(SaltText::Format("yyyy MM".into()))
        },
    ];
    assert_eq!(
        of_key(&key(None, parts)),
        [
            "key 01 a integer4-unsigned salted",
            "key 02 b text before=_ salted=first:2",
            r"key 03 b text end=\x00 salted=last:4",
            r"key 04 b text desc reverse optional salted=yyyy\x20MM",
        ]
    );
    let coded = PartLayout {
        codes: "1=Open,2=Closed".into(),
        ..part("b", Encoding::Bool)
    };
    assert_eq!(
        of_key(&key(None, [coded]))[1..],
        ["key_code 01 1 Open", "key_code 01 2 Closed"]
    );
}

#[test]
#[allow(clippy::too_many_lines, reason = "one entry a salt")]
fn a_salt_is_its_function_its_number_and_its_options() {
    let joined = || Some("-".into());
    let with = |text, joined| Salt::With {
        function: SaltFunction::of_path("my::salt"),
        width: 2,
        values: 100,
        text,
        joined,
    };
    for (salt, expected) in [
        (
            Salt::Buckets {
                count: 16,
                text: false,
            },
            "buckets 16",
        ),
        (
            Salt::Random {
                count: 16,
                text: true,
            },
            "random 16 text",
        ),
        (
            Salt::RoundRobin {
                count: 16,
                text: false,
            },
            "round_robin 16",
        ),
        (
            Salt::Modulo {
                count: 7,
                text: true,
            },
            "modulo 7 text",
        ),
        (
            Salt::Md5 {
                bytes: 2,
                joined: joined(),
            },
            "md5 2 joined=-",
        ),
        (
            Salt::Md5Hex {
                digits: 4,
                from: 3,
                upper: true,
                joined: None,
            },
            "md5_hex 4 from=3 upper",
        ),
        (
            Salt::Md5Hex {
                digits: 4,
                from: 0,
                upper: false,
                joined: joined(),
            },
            "md5_hex 4 from=0 joined=-",
        ),
        (
            Salt::JavaBytes {
                count: 8,
                abs: true,
                text: true,
                joined: joined(),
            },
            "java_bytes 8 abs text joined=-",
        ),
        (
            Salt::JavaBytes {
                count: 8,
                abs: false,
                text: false,
                joined: None,
            },
            "java_bytes 8",
        ),
        (
            Salt::Crc32 {
                count: 8,
                text: true,
                joined: None,
            },
            "crc32 8 text",
        ),
        (
            Salt::RegionNumber {
                regions: 6,
                width: 1,
            },
            "region_number 6 width=1",
        ),
        (
            Salt::JavaHash {
                buckets: 60,
                width: 2,
            },
            "java_hash 60 width=2",
        ),
        (
            with(true, joined()),
            "with 100 width=2 by=salt text joined=-",
        ),
        (with(false, None), "with 100 width=2 by=salt"),
    ] {
        for (separator, before) in [(None, ""), (Some("_"), " before=_")] {
            let found = of_key(&key(Some((salt.clone(), separator)), []));
            assert_eq!(found, [format!("salt {expected}{before}")]);
        }
    }
}

#[test]
fn a_family_has_a_fact_for_each_attribute_that_keeps_or_drops_cells() {
    let mut table = TableDescriptor::new(TableName::from_static("SHOP", "ORDERS"));
    let mut family = FamilyDescriptor::new("D1");
    family.versions = Some(3);
    family.min_versions = Some(1);
    family.ttl = Ttl::from_secs(60);
    family.metadata = vec![
        ("OTHER".into(), "true".into()),
        ("NEW_VERSION_BEHAVIOR".into(), "TRUE".into()),
    ]
    .into();
    let mut forever = FamilyDescriptor::new("D2");
    forever.ttl = Some(Ttl::FOREVER);
    forever.metadata = vec![("NEW_VERSION_BEHAVIOR".into(), "no".into())].into();
    let stamps = FamilyDescriptor::new(hbase_model::STAMP_FAMILY);
    table.families = vec![family, forever, stamps].into();
    let expected = [
        "family D1",
        "versions D1 3",
        "min_versions D1 1",
        "ttl D1 60",
        "new_version_behavior D1 true",
        "family D2",
        "new_version_behavior D2 false",
    ];
    // With indexes, the family of the stamps is the library's own.
    assert_eq!(words(|out| out.table(&table, true)), expected);
    let found = words(|out| out.table(&table, false));
    assert_eq!(found[..7], expected);
    assert_eq!(found[7..], ["family STAMP"]);
    assert_eq!(words(|out| out.timestamp(None)), ["timestamp exact"]);
    let month = Some(PeriodUnit::Month);
    assert_eq!(words(|out| out.timestamp(month)), ["timestamp month"]);
}

#[test]
fn dynamic_columns_and_indexes_have_the_words_of_their_parts() {
    let qualifier = key(
        None,
        [
            part("a", uint(4)),
            PartLayout {
                desc: true,
                reverse: true,
                omit_none: true,
                ..part("b", TEXT).terminated(b"\0")
            },
            part("c", TEXT).closed("_"),
        ],
    );
    let columns = |counter, since| LockedDynamic {
        family: b"D1",
        prefix: b"c:",
        qualifier: &qualifier,
        codec: CellCodec::Java,
        format: CellFormat::Text,
        logical_type: LogicalType::Text,
        counter,
        since,
    };
    let parts = r"integer4-unsigned text,desc,reverse,optional,end=\x00 text,before=_";
    assert_eq!(
        words(|out| out.dynamic(&columns(false, None))),
        [format!("dynamic D1 c: text text {parts}")]
    );
    assert_eq!(
        words(|out| out.dynamic(&columns(true, Some(("hour", 1000))))),
        [format!(
            "dynamic D1 c: text text counter {parts} since=hour/1000"
        )]
    );
    let table = ("SHOP", "BY");
    let index = |buckets, desc, ttl| {
        words(|out| {
            out.start_index(table, buckets);
            out.indexed_column([b"D1", b"N"], &uint(4), desc);
            out.indexed_part("c", &qualifier, &TEXT, !desc);
            out.end_index(table, ttl);
        })
    };
    assert_eq!(
        index(None, false, None),
        ["index SHOP:BY D1:N=integer4-unsigned key:03=text,desc"]
    );
    assert_eq!(
        index(IndexBuckets::new(8), true, Some(90)),
        [
            "index SHOP:BY buckets=8 D1:N=integer4-unsigned,desc key:03=text",
            "index_ttl SHOP:BY 90",
        ]
    );
}

#[test]
fn buckets_of_an_index_are_first_bytes() {
    for (count, is_good) in [(0, false), (1, false), (2, true), (256, true), (257, false)] {
        assert_eq!(IndexBuckets::new(count).is_some(), is_good, "{count}");
    }
    let most = IndexBuckets::new(256).expect("good");
    assert_eq!(most.all().last(), Some(255));
    assert_eq!((most.all().count(), most.count()), (256, 256));
    assert_eq!(most.splits().regions(), 256);
}
