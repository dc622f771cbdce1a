//! The generated code and the interpreter agree, on every key and on bytes that are not keys.

use hbase_schema::key::RowKey;
use hbase_schema::model::{Encoding, KeyLayout, Salt};
use hbase_schema::table::encode_key;
use proptest::prelude::*;

use crate::case::Case;
use crate::runs::run;
use crate::tables::for_each_case;

fn layout<C: Case>() -> &'static KeyLayout {
    <C::Key as RowKey>::LAYOUT
}

fn is_computed<C: Case>() -> bool {
    let salt = layout::<C>().salt.as_ref();
    salt.is_none_or(|salt| salt.salt.is_computed())
}

/// Whether a part has its own encoding: the interpreter takes its bytes as they are.
fn has_own_encoding<C: Case>() -> bool {
    let mut parts = layout::<C>().parts.iter();
    parts.any(|part| matches!(part.encoding, Encoding::Custom(_)))
}

/// The same key, and the same values back from it.
fn agree<C: Case>() {
    run(2000, &C::rows(), |row| {
        let typed = encode_key(&row);
        let values = row.values();
        let by_layout = if is_computed::<C>() {
            layout::<C>().encode(&values)
        } else {
            encode_like(
                layout::<C>(),
                &values,
                typed.as_ref().ok().map(AsRef::as_ref),
            )
        };
        let (typed, by_layout) = match (typed, by_layout) {
            (Ok(typed), Ok(by_layout)) => (typed, by_layout),
            (Err(_), Err(_)) => return Ok(()),
            (typed, by_layout) => {
                prop_assert!(false, "{typed:?}\n{by_layout:?}");
                return Ok(());
            }
        };
        prop_assert_eq!(typed.as_ref(), &*by_layout);
        let back = C::Key::decode(&by_layout);
        prop_assert!(back.is_ok(), "{back:?}");
        let back = C::key_values(&back.unwrap());
        let decoded = layout::<C>().decode(&by_layout);
        let decoded = decoded.map(|decoded| decoded.parts);
        prop_assert_eq!(decoded.as_ref(), Ok(&back));
        if !C::LOSSY {
            prop_assert_eq!(back, values);
        }
        Ok(())
    });
}

/// A random salt is the interpreter's with the same random number.
fn encode_like(
    layout: &KeyLayout,
    values: &[hbase_schema::model::PartValue],
    key: Option<&[u8]>,
) -> Result<Vec<u8>, hbase_schema::model::LayoutError> {
    let salt = layout.salt.as_ref().map(|salt| &salt.salt);
    let count = salt.and_then(Salt::values).unwrap_or(1);
    let all = (0..count).map(|number| layout.encode_with(values, number));
    let mut all = all.collect::<Result<Vec<_>, _>>()?;
    let at = all.iter().position(|bytes| Some(&**bytes) == key);
    Ok(all.swap_remove(at.unwrap_or(0)))
}

/// Bytes are a key to both or to neither.
fn agree_on_bytes<C: Case>() {
    let bytes = proptest::collection::vec(any::<u8>(), 0..40);
    let mutation = (C::rows(), any::<(u8, u8, u8)>(), bytes);
    run(2000, &mutation, |(row, (kind, at, byte), random)| {
        let mut key = encode_key(&row).map_or(Vec::new(), |key| key.as_ref().to_vec());
        let at = usize::from(at) % key.len().max(1);
        match kind % 6 {
            _ if key.is_empty() => key = random,
            0 => key[at] = byte,
            1 => key.truncate(at),
            2 => key.insert(at, byte),
            3 => drop(key.remove(at)),
            4 => key.push(byte),
            _ => key = random,
        }
        let typed = C::Key::decode(&key).map(|key| C::key_values(&key));
        let by_layout = layout::<C>().decode(&key).map(|decoded| decoded.parts);
        match (&typed, &by_layout) {
            // As text: NaN equals nothing.
            (Ok(typed), Ok(by_layout)) => {
                prop_assert_eq!(format!("{typed:?}"), format!("{by_layout:?}"));
            }
            (Err(_), Err(_)) => {}
            (Err(_), Ok(_)) if has_own_encoding::<C>() => {}
            _ => prop_assert!(false, "{key:x?}: {typed:?}\n{by_layout:?}"),
        }
        let Ok(values) = typed else { return Ok(()) };
        if is_computed::<C>() {
            // Decoded keys are written back unchanged: no two keys mean one row.
            let again = layout::<C>().encode(&values);
            prop_assert_eq!(again.as_deref(), Ok(&*key), "{:?}", values);
        }
        Ok(())
    });
}

macro_rules! tests {
    ($($name:ident: $case:ident;)*) => {
        mod agree {
            $(#[test] fn $name() { super::agree::<crate::tables::$case>(); })*
        }
        mod agree_on_bytes {
            $(#[test] fn $name() { super::agree_on_bytes::<crate::tables::$case>(); })*
        }
    };
}
for_each_case!(tests);
