//! Random policies and values.

use std::borrow::Cow;

use hbase_model::{Salt, SaltText};
use hbase_row_key_policy::{
    KeyError, KeyMaker, KeyRule, PolicyPart, RegexReplacement, RowKeyPolicy, SaltInput, SaltPart,
    Severity, TextPart,
};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;

/// Characters that meet: separators, padding, digits, others.
const TEXT: &str = "[a0._:é ]{0,8}";

fn text_part(name: String) -> impl Strategy<Value = TextPart> {
    let inserted = || prop_oneof![9 => "[0x.]?", 1 => "[0x.]{2}"];
    let separator = prop_oneof![
        2 => Just(""),
        1 => Just("."),
        1 => Just("::"),
        4 => Just("_"),
    ];
    let texts = (
        inserted(),
        inserted(),
        separator,
        "[a. :]{0,3}",
        "[-_é]{0,2}",
        TEXT,
    );
    let length = prop_oneof![1 => 0..5_u64, 9 => 8..20_u64];
    let cut_start = option::weighted(0.2, 0..4_u64);
    let cut_length = option::weighted(0.2, 0..9_u64);
    let numbers = (length, 0..3_u64, 0..3_u64, cut_start, cut_length);
    let pattern = prop_oneof![
        3 => Just("a+"),
        3 => Just("(.)(.)"),
        3 => Just(""),
        3 => Just(r"(\d)()$"),
        1 => Just("("),
    ];
    let replacement =
        prop_oneof![5 => Just(""), 5 => Just("0"), 2 => Just("$2$1"), 1 => Just("$9")];
    let regex = option::weighted(0.2, (pattern, replacement));
    (texts, numbers, any::<[bool; 2]>(), regex).prop_map(move |(texts, numbers, flags, regex)| {
        let (prefix_char, suffix_char, split_char, replace_source_char, replace_char, value) =
            texts;
        let (length, prefix_number, suffix_number, cut_start, cut_length) = numbers;
        TextPart {
            column_name: name.clone(),
            length,
            number_step: 1,
            prefix_char,
            prefix_number,
            replace_char,
            replace_source_char,
            split_char: split_char.to_owned(),
            start_number: 1,
            suffix_char,
            suffix_number,
            value,
            trim: flags[0],
            cut_start,
            cut_length,
            reverse: flags[1],
            regex: regex.map(|(pattern, replacement)| RegexReplacement {
                pattern: pattern.to_owned(),
                replacement: replacement.to_owned(),
            }),
        }
    })
}

/// Mostly within their bounds.
fn salt() -> impl Strategy<Value = Salt> {
    prop_oneof![
        (1..260_u16, any::<bool>()).prop_map(|(count, text)| Salt::Buckets { count, text }),
        (1..34_u8, 0..8_u8, any::<bool>(), joined()).prop_map(|(digits, from, upper, joined)| {
            Salt::Md5Hex {
                digits,
                from,
                upper,
                joined,
            }
        }),
        (1..18_u8, joined()).prop_map(|(bytes, joined)| Salt::Md5 { bytes, joined }),
        (1..260_u16, any::<bool>(), any::<bool>(), joined()).prop_map(
            |(count, abs, text, joined)| Salt::JavaBytes {
                count,
                abs,
                text,
                joined,
            }
        ),
        (1..260_u16, any::<bool>(), joined()).prop_map(|(count, text, joined)| Salt::Crc32 {
            count,
            text,
            joined,
        }),
        (1..300_u32, 1..12_u8).prop_map(|(regions, width)| Salt::RegionNumber { regions, width }),
        (1..300_u32, 1..12_u8).prop_map(|(buckets, width)| Salt::JavaHash { buckets, width }),
    ]
}

fn joined() -> impl Strategy<Value = Option<Cow<'static, str>>> {
    prop_oneof![Just(None), Just(Some("".into())), Just(Some("/".into()))]
}

fn salt_part() -> impl Strategy<Value = PolicyPart> {
    let text = prop_oneof![
        8 => Just(SaltText::Whole),
        1 => (0..3_u16).prop_map(SaltText::First),
        1 => (0..3_u16).prop_map(SaltText::Last),
    ];
    let input = (0..3_usize, text).prop_map(|(part, text)| SaltInput {
        column_name: name(part),
        text,
    });
    let separator = prop_oneof![8 => Just(""), 8 => Just("_"), 1 => Just("0")];
    (salt(), vec(input, 1..3), separator).prop_map(|(salt, of, split_char)| {
        PolicyPart::Salt(SaltPart {
            salt,
            of,
            split_char: split_char.to_owned(),
        })
    })
}

/// The running number has no name.
fn name(part: usize) -> String {
    ["", "A", "B", "C"][part.min(3)].to_owned()
}

/// One to three text parts, perhaps a salt in front, and a value for each column.
fn policy() -> impl Strategy<Value = (RowKeyPolicy, Vec<Option<String>>)> {
    let texts = (1..=3_usize, 0..=1_usize).prop_flat_map(|(count, from)| {
        let parts: Vec<_> = (from..from + count)
            .map(|part| text_part(name(part)))
            .collect();
        parts
    });
    let salt = option::weighted(0.3, salt_part());
    let values = vec(option::weighted(0.95, TEXT), 3);
    (texts, salt, values).prop_map(|(texts, salt, values)| {
        let columns = texts.iter().filter(|part| !part.is_running_number());
        let mapping: Vec<_> = columns
            .map(|part| (part.column_name.clone(), part.column_name.to_lowercase()))
            .collect();
        let values = values[..mapping.len()].to_vec();
        let texts = texts
            .into_iter()
            .map(|part| PolicyPart::Text(Box::new(part)));
        let parts = salt.into_iter().chain(texts).collect();
        (RowKeyPolicy { mapping, parts }, values)
    })
}

fn make(policy: &RowKeyPolicy, values: &[Option<String>]) -> Option<Result<Vec<u8>, KeyError>> {
    let mut maker = KeyMaker::new(policy).ok()?;
    let values: Vec<_> = values.iter().map(Option::as_deref).collect();
    let mut key = Vec::new();
    let made = maker.key(&values, &mut policy.counter(), &mut key);
    Some(made.map(|()| key))
}

/// The texts of the parts, found in the key by separators and lengths alone.
fn split(policy: &RowKeyPolicy, key: &[u8]) -> Option<Vec<String>> {
    let mut rest = key;
    let mut parts = Vec::new();
    for (index, part) in policy.parts.iter().enumerate() {
        let is_last = index + 1 == policy.parts.len();
        let separator = part.separator().as_bytes();
        let end = match part {
            PolicyPart::Salt(salt) if separator.is_empty() => salt.salt.width()?,
            PolicyPart::Text(text) if separator.is_empty() && !is_last => {
                let text_of_rest = str::from_utf8(rest).ok()?;
                let length = usize::try_from(text.length).ok()?;
                let ends = text_of_rest.char_indices().map(|(at, _)| at);
                ends.chain([rest.len()]).nth(length)?
            }
            _ if separator.is_empty() => rest.len(),
            _ => rest.windows(separator.len()).position(|w| w == separator)?,
        };
        let (own, behind) = rest.split_at_checked(end)?;
        rest = behind.strip_prefix(separator)?;
        if let PolicyPart::Text(_) = part {
            parts.push(str::from_utf8(own).ok()?.to_owned());
        }
    }
    rest.is_empty().then_some(parts)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn keys_are_split_into_their_parts((policy, values) in policy()) {
        let Some(made) = make(&policy, &values) else {
            return Ok(());
        };
        let samples: Vec<_> = values.iter().map(Option::as_deref).collect();
        let preview = policy.preview(&samples).unwrap();
        prop_assert_eq!(&preview.key, &made);
        let Ok(key) = made else {
            return Ok(());
        };
        let previewed = policy.parts.iter().zip(&preview.parts);
        let expected: Vec<String> = previewed
            .filter(|(part, _)| part.as_text().is_some())
            .map(|(part, preview)| {
                let (_, last) = preview.steps.last().unwrap();
                last.strip_suffix(part.separator()).unwrap().to_owned()
            })
            .collect();
        prop_assert_eq!(split(&policy, &key), Some(expected));
    }

    #[test]
    fn lengths_hold((policy, values) in policy()) {
        let Some(Ok(key)) = make(&policy, &values) else {
            return Ok(());
        };
        let texts = split(&policy, &key).unwrap();
        let parts = policy.parts.iter().filter_map(PolicyPart::as_text);
        for (part, text) in parts.zip(texts) {
            let length = u64::try_from(text.chars().count()).unwrap();
            let pads = !part.prefix_char.is_empty() || !part.suffix_char.is_empty();
            prop_assert!(length <= part.length);
            prop_assert!(length == part.length || !pads);
        }
    }

    #[test]
    fn policies_are_read_as_written((policy, _) in policy()) {
        let json = policy.to_json();
        prop_assert_eq!(RowKeyPolicy::from_json(&json).unwrap(), policy);
    }

    #[test]
    fn running_numbers_make_different_keys((policy, values) in policy(), start in 0..2000_u64) {
        let Ok(mut maker) = KeyMaker::new(&policy) else {
            return Ok(());
        };
        let values: Vec<_> = values.iter().map(Option::as_deref).collect();
        if policy.running_number().is_none() {
            return Ok(());
        }
        let mut keys = std::collections::HashSet::new();
        for number in start..start + 120 {
            let mut key = Vec::new();
            match maker.key(&values, &mut |_| Ok(number), &mut key) {
                Ok(()) => prop_assert!(keys.insert(key), "{}: {number}", policy.to_json()),
                Err(error) => prop_assert!(error.rule != KeyRule::Values),
            }
        }
    }

    /// Any text is a policy or an error with a position.
    #[test]
    fn changed_texts_are_read_or_rejected(
        (policy, _) in policy(),
        at in any::<prop::sample::Index>(),
        with in "[\\[\\]{}\",:0a-]{0,3}",
    ) {
        let mut json = policy.to_json();
        let mut at = at.index(json.len());
        while !json.is_char_boundary(at) {
            at -= 1;
        }
        json.insert_str(at, &with);
        if let Ok(policy) = RowKeyPolicy::from_json(&json) {
            for finding in policy.check() {
                prop_assert!(hbase_row_key_policy::locate(&json, &finding.path).is_some());
            }
        }
    }
}

/// The properties above are not vacuous.
#[test]
fn most_random_policies_with_few_errors_make_keys() {
    use proptest::strategy::ValueTree;
    use proptest::test_runner::TestRunner;

    let mut runner = TestRunner::deterministic();
    let (mut with_keys, mut with_errors) = (0, 0);
    for _ in 0..2000 {
        let (policy, values) = policy().new_tree(&mut runner).unwrap().current();
        let findings = policy.check();
        let has_error = findings
            .iter()
            .any(|finding| finding.severity == Severity::Error);
        with_errors += usize::from(has_error);
        with_keys += usize::from(matches!(make(&policy, &values), Some(Ok(_))));
    }
    assert!(
        with_keys > 50 && with_errors > 50,
        "{with_keys} {with_errors}"
    );
}
