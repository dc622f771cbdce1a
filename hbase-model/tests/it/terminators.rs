//! Terminators, which follow a part even at the end of a key.

use hbase_model::layout::separator::DESC_TERMINATOR;
use hbase_model::{Encoding, KeyLayout, PartLayout, Salt, SaltText};

use crate::layouts::{PartExt, TEXT, assert_key, key, part, uint};

const NUL: &[u8] = b"\0";

fn descending(name: &'static str) -> PartLayout {
    let part = part(name, TEXT).terminated(&[DESC_TERMINATOR]);
    PartLayout { desc: true, ..part }
}

fn salted(joined: Option<&'static str>) -> KeyLayout {
    let salt = Salt::JavaBytes {
        count: 16,
        abs: true,
        text: false,
        joined: joined.map(Into::into),
    };
    let parts = [
        part("a", TEXT).terminated(NUL).salted(SaltText::Whole),
        descending("b").salted(SaltText::Whole),
    ];
    key(Some((salt, None)), parts)
}

#[test]
fn terminators_end_inner_and_last_parts() {
    let layout = key(
        None,
        [part("a", TEXT).terminated(b"\xff\0"), part("n", uint(1))],
    );
    assert_key(&layout, &["ab".into(), 7_u8.into()], b"ab\xff\0\x07");
    let layout = key(None, [part("n", uint(1)), part("a", TEXT).terminated(NUL)]);
    assert_key(&layout, &[7_u8.into(), "ab".into()], b"\x07ab\0");
    assert_key(&layout, &[7_u8.into(), "".into()], b"\x07\0");
    let layout = key(None, [part("n", uint(1)), descending("a")]);
    assert_key(&layout, &[7_u8.into(), "ab".into()], b"\x07\x9e\x9d\xff");
}

#[test]
fn a_key_without_its_terminator_is_an_error() {
    let layout = key(None, [part("n", uint(1)), part("a", TEXT).terminated(NUL)]);
    let error = |key: &[u8]| layout.decode(key).unwrap_err().to_string();
    assert_eq!(
        error(b"\x07ab"),
        r#"part `a`: expected the separator "\0" after it, found "ab""#
    );
    assert_eq!(
        error(b"\x07ab\0c"),
        r#"expected the key's end after its last part, found "c""#
    );
    let layout = key(None, [part("n", uint(1)), descending("a")]);
    let error = layout.encode(&[7_u8.into(), "a\0b".into()]).unwrap_err();
    assert!(
        error
            .to_string()
            .contains(r#"found the separator "\xFF" in it"#),
        "{error}"
    );
}

/// A salt hashes a terminator with its part, also the last one, unless it sets what stands between the parts.
#[test]
fn a_salt_includes_terminators() {
    let of = |layout: &KeyLayout| {
        let key = layout.encode(&["ab".into(), "c".into()]).expect("a key");
        assert_eq!(key[1..], *b"ab\0\x9c\xff");
        key[0]
    };
    let hash = |bytes: &[u8]| hbase_model::hash::java_bytes_hash(bytes) % 16;
    assert_eq!(i32::from(of(&salted(None))), hash(b"ab\0\x9c\xff").abs());
    assert_eq!(i32::from(of(&salted(Some("")))), hash(b"ab\x9c").abs());
}

#[test]
fn the_widths_of_parts_include_terminators() {
    let mut fixed = part("n", uint(4)).terminated(NUL);
    fixed.encoding = Encoding::Integer {
        width: 4,
        signed: false,
    };
    let layout = key(None, [part("a", uint(2)), fixed]);
    assert_eq!(layout.width(), Some(7));
}
