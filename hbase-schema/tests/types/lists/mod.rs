//! Lists at the end of keys.

mod scans;

use hbase_schema::key::encoding::Native;
use hbase_schema::key::{CodecError, DecodePart, FixedWidth, NativePart};
use hbase_schema::model::{Encoding, KeySink};
use hbase_schema::{HTable, KeyPart, RowKey, Timestamp};

use crate::support::assert_key;

#[derive(KeyPart, Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Tag(u16);

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:LOAD")]
#[family("D1")]
struct Load {
    #[rowkey]
    host: [u8; 2],
    #[rowkey(repeat)]
    tags: Vec<(Tag, i8)>,
    percent: u32,
}

/// Sorted, bounded, salted by the list, after text.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:SORTED")]
#[rowkey(salt = buckets(4), separator = "\0")]
#[family("D1")]
struct Sorted {
    #[rowkey(salt)]
    name: String,
    #[rowkey(repeat, sorted, salt, max = 6)]
    tags: Vec<[u8; 2]>,
    load: u32,
}

/// Of types with other widths; bytes, too, are a list.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:WIDE")]
#[family("D1")]
struct Wide {
    #[rowkey]
    id: u64,
    #[rowkey(repeat)]
    list: Vec<(bool, Timestamp, u64, Option<u8>)>,
    load: u32,
}

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:PLAIN")]
#[family("D1")]
struct Plain {
    #[rowkey]
    id: u64,
    #[rowkey(repeat, sorted)]
    set: Vec<u8>,
    load: u32,
}

/// The same table, with any bytes after the host.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:LOAD")]
#[family("D1")]
struct AnyLoad {
    #[rowkey]
    host: [u8; 2],
    #[rowkey]
    rest: Vec<u8>,
    percent: u32,
}

/// A type whose values have other widths than it declares.
#[derive(Debug, Clone, PartialEq)]
struct Wrong(usize);

impl NativePart for Wrong {
    const ENCODING: Encoding = Encoding::Bytes { width: Some(2) };
    const WIDTH: Option<usize> = Some(2);

    fn encode_native<S: KeySink>(&self, out: &mut S) -> Result<(), CodecError> {
        out.put(&vec![1; self.0]);
        Ok(())
    }
}

impl FixedWidth<Native> for Wrong {}

impl DecodePart<'_, Native> for Wrong {
    fn decode(bytes: &[u8]) -> Result<Self, CodecError> {
        Ok(Self(bytes.len()))
    }
}

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:WRONG")]
#[family("D1")]
struct WrongWidth {
    #[rowkey]
    id: u8,
    #[rowkey(repeat)]
    list: Vec<Wrong>,
    load: u32,
}

/// With an index, whose entries contain the whole key.
#[cfg(feature = "index")]
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:INDEXED_LOAD")]
#[family("D1")]
struct Indexed {
    #[rowkey]
    host: [u8; 2],
    #[rowkey(repeat)]
    tags: Vec<(Tag, i8)>,
    #[index("DLQX:LOAD_BY_LEVEL")]
    level: u32,
}

fn load(tags: &[(u16, i8)]) -> Load {
    Load {
        host: *b"ab",
        tags: tags
            .iter()
            .map(|(tag, value)| (Tag(*tag), *value))
            .collect(),
        percent: 1,
    }
}

fn sorted(tags: &[[u8; 2]]) -> Sorted {
    Sorted {
        name: "a".into(),
        tags: tags.to_vec(),
        load: 1,
    }
}

#[test]
fn elements_follow_one_another_up_to_the_end() {
    assert_key(&load(&[]).key(), b"ab");
    assert_key(&load(&[(7, 0)]).key(), b"ab\0\x07\x80");
    assert_key(&load(&[(7, 0), (1, -1)]).key(), b"ab\0\x07\x80\0\x01\x7f");
    let wide = Wide {
        id: 1,
        list: vec![(true, Timestamp::from_millis(5), 6, None); 3],
        load: 1,
    };
    let element = b"\x01\0\0\0\0\0\0\0\x05\0\0\0\0\0\0\0\x06\0\0";
    assert_key(
        &wide.key(),
        &[&[0, 0, 0, 0, 0, 0, 0, 1][..], &element.repeat(3)].concat(),
    );
}

#[test]
fn a_part_of_an_element_at_the_end_is_an_error() {
    for key in [&b"ab\0"[..], b"ab\0\x07", b"ab\0\x07\x80\0"] {
        let error = LoadKey::decode(key).unwrap_err().to_string();
        let found = format!(
            "found {} bytes, expected a multiple of 3, the bytes of one element",
            key.len() - 2
        );
        assert!(error.contains(&found), "{error}");
    }
    assert!(LoadKey::decode(b"a").is_err());
    // Not a value of the member's type.
    assert!(
        WideKey::decode(b"\0\0\0\0\0\0\0\x01\x02\0\0\0\0\0\0\0\x05\0\0\0\0\0\0\0\x06\0\0").is_err()
    );
}

#[test]
fn a_sorted_list_ascends_without_duplicates() {
    assert_key(&sorted(&[]).key(), b"2\0a\0");
    let key = sorted(&[*b"ab", *b"ac", *b"b\0"]).key();
    assert!(key.encode().unwrap().ends_with(b"\0a\0abacb\0"));
    for (tags, index) in [(vec![*b"ac", *b"ab"], 1), (vec![*b"aa", *b"ab", *b"ab"], 2)] {
        let error = sorted(&tags).key().encode().unwrap_err().to_string();
        let found =
            format!("found element {index} (the first is 0), which is not above the one before it");
        assert!(error.contains(&found), "{error}");
        assert!(Sorted::scan().name("a").tags(&tags).ranges().is_err());
    }
    for key in [
        &b"\0\0\0\0\0\0\0\x01\x02\x01"[..],
        b"\0\0\0\0\0\0\0\x01\x02\x02",
    ] {
        let error = PlainKey::decode(key).unwrap_err().to_string();
        assert!(error.contains("found element 1"), "{error}");
    }
}

#[test]
fn a_list_is_bounded() {
    let error = sorted(&[*b"aa", *b"ab", *b"ac", *b"ad"])
        .key()
        .encode()
        .unwrap_err();
    assert!(
        error
            .to_string()
            .contains("found 8 bytes, expected at most 6"),
        "{error}"
    );
    let long = load(&vec![(1, 1); 11_000]).key().encode().unwrap_err();
    assert!(
        long.to_string().contains("found a key of 33002 bytes"),
        "{long}"
    );
}

#[test]
fn an_element_of_another_width_is_an_error() {
    let key = |widths: &[usize]| WrongWidthKey {
        id: 1,
        list: widths.iter().copied().map(Wrong).collect(),
    };
    assert_eq!(key(&[2, 2]).encode().unwrap().as_ref(), [1; 5]);
    for widths in [&[1][..], &[3], &[2, 2, 4], &[0]] {
        let error = key(widths).encode().unwrap_err().to_string();
        assert!(error.contains("expected 2 bytes of each"), "{error}");
    }
}

#[test]
fn the_salt_is_that_of_all_elements() {
    let salts = [&[][..], &[*b"aa"], &[*b"aa", *b"ab"], &[*b"ab"]];
    let salt = |tags| sorted(tags).key().encode().unwrap()[0];
    assert_eq!(salts.map(salt), *b"2103");
}
