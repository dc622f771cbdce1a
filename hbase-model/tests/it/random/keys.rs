//! Whole keys of random layouts.

use hbase_model::layout::Marked;
use hbase_model::splits::region_of;
use hbase_model::{KeyLayout, LayoutError, PartValue, Splits};
use proptest::prelude::*;

use super::strategy::layout_and_values;

/// The reasons for which a random value may be rejected.
fn is_refusal(error: &LayoutError) -> bool {
    matches!(
        error,
        LayoutError::SeparatorInside { .. }
            | LayoutError::Value { .. }
            | LayoutError::Bytes { .. }
            | LayoutError::KeyLength { .. }
    )
}

fn round_trip(layout: &KeyLayout, values: &[PartValue], number: u32) -> Option<Vec<u8>> {
    let key = match layout.encode_with(values, number) {
        Ok(key) => key,
        Err(error) => {
            assert!(is_refusal(&error), "{error}");
            return None;
        }
    };
    let decoded = layout.decode(&key).expect("a key that was just made");
    let again = layout
        .encode_with(&decoded.parts, number)
        .expect("values that were just read");
    assert_eq!(again, key);
    assert_eq!(decoded.parts, values);
    Some(key)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn keys_come_back((layout, values) in layout_and_values(), number in any::<u32>()) {
        if let Some(key) = round_trip(&layout, &values, number) {
            prop_assert!(layout.width().is_none_or(|width| width == key.len()));
            prop_assert!(!layout.is_text() || std::str::from_utf8(&key).is_ok());
            let split = layout.split(&key).expect("a good key");
            for (at, range) in split.parts.into_iter().enumerate() {
                prop_assert_eq!(layout.part_range(&key, at), Ok(range));
            }
        }
    }

    #[test]
    fn displayed_values_are_parsed((layout, values) in layout_and_values()) {
        for (part, value) in layout.parts.iter().zip(&values) {
            let parsed = part.parse(&value.to_string());
            prop_assert_eq!(parsed.as_ref(), Ok(value), "{:?}", part);
        }
    }

    /// A layout writes the same bytes that it reads: no two keys mean the same row.
    #[test]
    fn random_keys_do_no_harm(
        (layout, values) in layout_and_values(),
        noise in any::<Vec<u8>>(),
        at in any::<prop::sample::Index>(),
    ) {
        let mut candidates = vec![noise.clone()];
        if let Ok(mut key) = layout.encode_with(&values, 1) {
            let place = at.index(key.len());
            key[place] ^= noise.first().copied().unwrap_or(1);
            candidates.push(key.clone());
            key.truncate(at.index(key.len()));
            candidates.push(key);
        }
        for key in candidates.into_iter().filter(|key| !key.is_empty()) {
            let Ok(decoded) = layout.decode(&key) else { continue };
            let computed = layout.salt.as_ref().is_none_or(|salt| salt.salt.is_computed());
            let again = if computed {
                layout.encode(&decoded.parts)
            } else {
                layout.encode_prefix_after(&decoded.salt, &decoded.parts)
            };
            prop_assert_eq!(again, Ok(key));
        }
    }

    /// A prefix of values is a prefix of the key, but not of any key with another value in its place.
    #[test]
    fn prefixes_are_closed((layout, values) in layout_and_values(), more in "[0-9a-z]{1,3}") {
        let open = KeyLayout { salt: None, ..layout };
        for count in 1..values.len() {
            let (Ok(prefix), Ok(key)) = (open.encode_prefix(&values[..count]), open.encode(&values))
            else { return Ok(()) };
            prop_assert!(key.starts_with(&prefix));
            let mut others = values.clone();
            if let PartValue::Text(text) = &mut others[count - 1] {
                text.push_str(&more);
                if let Ok(neighbour) = open.encode(&others) {
                    prop_assert!(!neighbour.starts_with(&prefix));
                }
            }
        }
    }

    /// If whole parts are adjacent, the salt of the slice is the salt of the parts. A salt may set another text
    /// between them.
    #[test]
    fn a_slice_of_the_key_has_the_salt_of_its_parts((layout, values) in layout_and_values()) {
        let Some(salt) = layout.salt.as_ref().map(|salt| salt.salt.clone()) else { return Ok(()) };
        let open = KeyLayout { salt: None, ..layout };
        let (Ok(key), false) = (open.encode(&values), salt.to_string().starts_with("region"))
        else { return Ok(()) };
        let parts: Vec<_> = open.parts.iter().cloned()
            .map(|mut part| { part.salt = None; part })
            .collect();
        let ranges = open.split(&key).expect("a good key").parts;
        let marked: Vec<_> = parts.iter().zip(ranges)
            .map(|(part, range)| Marked { part, bytes: &key[range] })
            .collect();
        let parts: Vec<&[u8]> = marked.iter().map(|marked| marked.bytes).collect();
        let input = salt.joined().map_or(key.clone(), |text| parts.join(text.as_bytes()));
        prop_assert_eq!(salt.of_parts(&marked).ok(), salt.of(&input).ok());
    }

    /// A fan-out visits every value of a salt once, in order, and a key has one of them.
    #[test]
    fn fan_outs_are_complete((layout, values) in layout_and_values()) {
        let Some(salt) = &layout.salt else { return Ok(()) };
        let Some(count) = salt.salt.values().filter(|count| *count <= 4096) else { return Ok(()) };
        let all: Vec<_> = (0..count).map(|n| salt.salt.nth(n).to_vec()).collect();
        if salt.salt.width().is_some() {
            prop_assert!(all.is_sorted_by(|a, b| a < b));
        }
        if let Ok(key) = layout.encode_with(&values, 7) {
            let range = layout.salt_range(&key).expect("a good key");
            prop_assert_eq!(all.iter().filter(|salt| **salt == key[range.clone()]).count(), 1);
        }
    }
}

proptest! {
    /// Splits by number that fit a layout give each value of its salt its own region.
    #[test]
    fn numbered_splits_follow_the_salt((layout, values) in layout_and_values(), pipe in any::<bool>()) {
        let Some(salt) = &layout.salt else { return Ok(()) };
        let count = salt.salt.values().unwrap_or(0);
        let width = u8::try_from(salt.salt.max_width()).expect("short");
        let splits = if pipe {
            Splits::NumberPipe { regions: count, width }
        } else {
            Splits::PerBucket { buckets: count, digits: salt.salt.is_text().then_some(width) }
        };
        let (Ok(()), Ok(keys)) = (splits.check_layout(&layout), splits.keys()) else { return Ok(()) };
        for number in (0..count).step_by(17) {
            let value = salt.salt.nth(number);
            if let Ok(key) = layout.encode_prefix_after(&value, &values) {
                prop_assert_eq!(region_of(&keys, &key), number as usize);
            }
        }
    }
}
