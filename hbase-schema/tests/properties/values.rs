//! Adversarial values.

use hbase_schema::{TimeOfDay, Timestamp};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

/// Short texts of characters that mean something to a key: separators, pads, digits, the smallest
/// and the largest, one of two and one of four bytes.
pub(crate) fn text() -> BoxedStrategy<String> {
    let characters = select(vec![
        'a',
        'b',
        '_',
        '-',
        '|',
        ':',
        '0',
        '9',
        ' ',
        '.',
        '\0',
        '\x7f',
        '~',
        'é',
        '\u{10ffff}',
    ]);
    let short = vec(characters, 0..4).prop_map(String::from_iter);
    prop_oneof![
        8 => short,
        1 => any::<String>(),
        1 => select(vec!["user_1", "user_10", "polygenelubricants", "GydZG_", "zhang.san"])
            .prop_map(String::from),
    ]
    .boxed()
}

/// Texts of a length, of few characters.
pub(crate) fn exactly(length: usize, characters: &'static str) -> BoxedStrategy<String> {
    let characters: Vec<char> = characters.chars().collect();
    vec(select(characters), length)
        .prop_map(String::from_iter)
        .boxed()
}

/// Phone numbers that differ in one digit or two.
pub(crate) fn phone() -> BoxedStrategy<String> {
    let last = select(vec!["5678", "5679", "0000", "9999"]);
    let first = select(vec!["1381234", "1381235", "1860000"]);
    (first, last)
        .prop_map(|(first, last)| format!("{first}{last}"))
        .boxed()
}

/// Texts without a character that would close them.
pub(crate) fn word() -> BoxedStrategy<String> {
    vec(
        select(vec!['a', 'b', '0', ' ', '.', '~', 'é', '\x7f', '\0']),
        0..4,
    )
    .prop_map(String::from_iter)
    .boxed()
}

pub(crate) fn bytes() -> BoxedStrategy<Vec<u8>> {
    vec(select(vec![0_u8, 1, b'_', 0x7f, 0x80, 0xfe, 0xff]), 0..4).boxed()
}

macro_rules! integers {
    ($($type:ident)*) => {$(
        /// The limits of the type, values around zero, and any others.
        pub(crate) fn $type() -> BoxedStrategy<$type> {
            let edges = select(vec![
                $type::MIN, $type::MIN + 1, 0, 1, 2, 9, 10, 11, 99, 100,
                $type::MAX / 2, $type::MAX / 2 + 1, $type::MAX - 1, $type::MAX,
                (0 as $type).wrapping_sub(1), (0 as $type).wrapping_sub(2),
            ]);
            prop_oneof![4 => edges, 1 => any::<$type>()].boxed()
        }
    )*};
}

integers!(u8 u16 u32 u64 i8 i16 i32 i64);

/// Numbers of at most this many digits.
pub(crate) fn below(limit: u64) -> BoxedStrategy<u64> {
    let edges = select(vec![0, 1, 9, 10, 99, limit / 10, limit - 2, limit - 1]);
    prop_oneof![3 => edges, 1 => 0..limit].boxed()
}

/// Numbers of two digits, from 0, whose neighbours have a sign or a third one.
pub(crate) fn two_digits() -> BoxedStrategy<u32> {
    prop_oneof![select(vec![0, 1, 9, 10, 98, 99]), 0_u32..100].boxed()
}

/// Everything but NaN, which equals nothing.
pub(crate) fn float() -> BoxedStrategy<f64> {
    let edges = select(vec![
        0.0,
        -0.0,
        1.0,
        -1.0,
        f64::MIN,
        f64::MAX,
        f64::MIN_POSITIVE,
        -f64::MIN_POSITIVE,
        f64::INFINITY,
        f64::NEG_INFINITY,
    ]);
    let any = any::<f64>().prop_filter("NaN", |value| !value.is_nan());
    prop_oneof![4 => edges, 1 => any].boxed()
}

/// Whole seconds around the borders of months and years.
pub(crate) fn second() -> BoxedStrategy<Timestamp> {
    let months = select(vec![
        0,
        1_448_928_000,
        1_451_606_400,
        1_454_284_800,
        1_456_704_000,
        1_456_790_400,
        253_402_214_400,
    ]);
    let near = (months, -2_i64..3, 0_i64..3)
        .prop_map(|(month, seconds, days)| month + seconds + days * 86_400)
        .prop_filter("a time that digits hold", |s| {
            (0..253_402_300_800).contains(s)
        });
    let any = 0_i64..253_402_300_800;
    prop_oneof![6 => near, 1 => any]
        .prop_map(Timestamp::from_secs)
        .boxed()
}

/// Milliseconds around whole seconds.
pub(crate) fn milli() -> BoxedStrategy<Timestamp> {
    (second(), -1_i64..2)
        .prop_map(|(time, ms)| Timestamp::from_millis((time.as_millis() + ms).max(0)))
        .boxed()
}

/// Milliseconds that 13 digits hold.
pub(crate) fn milli_13() -> BoxedStrategy<Timestamp> {
    milli()
        .prop_map(|time| Timestamp::from_millis(time.as_millis().min(9_999_999_999_999)))
        .boxed()
}

/// Whole days.
pub(crate) fn day() -> BoxedStrategy<Timestamp> {
    second()
        .prop_map(|time| Timestamp::from_secs(time.as_millis() / 86_400_000 * 86_400))
        .boxed()
}

pub(crate) fn ms_of_day() -> BoxedStrategy<TimeOfDay> {
    let edges = select(vec![0, 1, 59_999, 60_000, 44_640_000, 86_399_999]);
    prop_oneof![3 => edges, 1 => 0_u32..86_400_000]
        .prop_map(|ms| TimeOfDay::from_millis(ms).unwrap())
        .boxed()
}
