//! The words of times in keys.

use hbase_model::layout::KeyLayout;
use hbase_model::lock::TableFacts;
use hbase_model::time::{TimeFormat, TimeKind};
use hbase_model::{Encoding, PartLayout, TableName};

use super::TABLE;

/// The word of a key part with this encoding.
fn word(format: TimeFormat) -> String {
    let part = PartLayout::plain("at".into(), Encoding::Time(format));
    let key = KeyLayout {
        salt: None,
        parts: vec![part].into(),
    };
    let table = TableName::parse(TABLE).expect("a name");
    let facts = TableFacts::of(&table, |out| out.key(&key));
    let words: Vec<_> = facts.lines.split(' ').collect();
    words[4].to_owned()
}

#[test]
fn a_time_has_its_kind_its_direction_and_the_offset_that_its_digits_have() {
    let digits = |digits| TimeKind::of_digits(digits).expect("a format");
    for (kind, newest_first, offset_s, expected) in [
        (TimeKind::Millis, false, 0, "millis"),
        (TimeKind::Millis, true, 0, "millis-newest-first"),
        // Milliseconds since 1970 in bytes have no offset.
        (TimeKind::Millis, false, 28_800, "millis"),
        (TimeKind::NegatedMillis, false, 28_800, "negated-millis"),
        (TimeKind::Seconds, true, 0, "seconds-newest-first"),
        (TimeKind::Seconds10, false, 0, "seconds10"),
        (digits(8), false, 0, "time8"),
        (digits(8), false, 28_800, "time8@28800"),
        (digits(14), true, -3_600, "time14-newest-first@-3600"),
        (TimeKind::Millis13, false, 0, "time13"),
        (TimeKind::Millis13, false, 28_800, "time13@28800"),
        (
            TimeKind::Millis19,
            true,
            28_800,
            "time19-newest-first@28800",
        ),
    ] {
        let format = TimeFormat {
            newest_first,
            offset_s,
            align_ms: 3_600_000,
            ..TimeFormat::new(kind)
        };
        assert_eq!(word(format), expected);
    }
}
