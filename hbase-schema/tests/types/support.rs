//! Code that the tests share: codecs called directly, golden lines.

use std::fmt::Debug;
use std::path::Path;

use hbase_schema::RowKey;
use hbase_schema::cell::{DecodeCell, EncodeCell};
use hbase_schema::key::{DecodeKey, DecodePart, KeyBuf, KeyPart};
use serde::de::DeserializeOwned;

/// A value's bytes as a key part.
pub(crate) fn part<T: KeyPart<E>, E>(value: &T) -> Vec<u8> {
    let mut out = KeyBuf::new();
    value.encode(&mut out).expect("the value fits");
    if let Some(width) = T::WIDTH {
        assert_eq!(out.len(), width, "{value:?} is not as wide as it says");
    }
    out.into_vec()
}

/// The value is written as `bytes`, and read back from them.
pub(crate) fn assert_part<T, E>(value: &T, bytes: &[u8])
where
    T: KeyPart<E> + for<'k> DecodePart<'k, E> + PartialEq,
{
    assert_eq!(part::<T, E>(value), bytes, "{value:?}");
    let back = <T as DecodePart<'_, E>>::decode(bytes);
    assert_eq!(back.as_ref(), Ok(value));
    let longer = [bytes, b"\0\xff4"].concat();
    if T::WIDTH.is_some() {
        assert_eq!(T::measure(&longer), Ok(bytes.len()), "{value:?}");
    }
}

/// The key is written as `bytes`, and read back from them, by its struct and by its layout. Both accept the same fronts of
/// them.
#[track_caller]
pub(crate) fn assert_key<K>(key: &K, bytes: &[u8])
where
    K: RowKey + PartialEq + Debug + for<'k> DecodeKey<'k>,
{
    assert_eq!(key.encode().expect("the key fits").as_ref(), bytes);
    assert_eq!(&K::decode(bytes).expect("a key"), key);
    let values = K::LAYOUT.decode(bytes).expect("a key").parts;
    assert_eq!(K::LAYOUT.encode(&values).as_deref(), Ok(bytes));
    for len in 0..bytes.len() {
        let front = &bytes[..len];
        assert_eq!(K::decode(front).is_ok(), K::LAYOUT.decode(front).is_ok());
    }
}

/// The value is written as `bytes` in a cell, and read back from them.
pub(crate) fn assert_cell<T, C>(value: &T, bytes: &[u8])
where
    T: EncodeCell<C> + for<'r> DecodeCell<'r, C> + PartialEq + Debug,
{
    let mut out = Vec::new();
    assert_eq!(value.encode_cell(&mut out), Ok(true), "{value:?}");
    assert_eq!(out, bytes, "{value:?}");
    let back = <T as DecodeCell<'_, C>>::decode_cell(bytes);
    assert_eq!(back.as_ref(), Ok(value));
}

/// The reason why bytes are not a cell of this type.
pub(crate) fn cell_error<T: for<'r> DecodeCell<'r, C> + Debug, C>(bytes: &[u8]) -> String {
    let found = <T as DecodeCell<'_, C>>::decode_cell(bytes);
    found.expect_err("no value has these bytes").to_string()
}

/// The lines of one of the golden files, which `HBase` itself wrote.
pub(crate) fn golden<T: DeserializeOwned>(file: &str) -> Vec<T> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/golden");
    let text = std::fs::read_to_string(folder.join(file)).expect("a golden file");
    let lines = text.lines();
    lines
        .map(|line| serde_json::from_str(line).expect("a line of JSON"))
        .collect()
}

/// Bytes from hex digits.
pub(crate) fn unhex(hex: &str) -> Vec<u8> {
    let pairs = hex.as_bytes().chunks(2);
    pairs
        .map(|pair| u8::from_str_radix(std::str::from_utf8(pair).unwrap(), 16).unwrap())
        .collect()
}
