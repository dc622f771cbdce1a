//! Lists at the end of keys.

use std::borrow::Cow;

use hbase_model::{Encoding, KeyLayout, ListEncoding, PartLayout, PartValue};

const ID: Encoding = Encoding::Bytes { width: Some(2) };
const NUMBER: Encoding = Encoding::Integer {
    width: 1,
    signed: false,
};

fn layout(members: &'static [Encoding], sorted: bool) -> KeyLayout {
    let part = |name, encoding| PartLayout::plain(Cow::Borrowed(name), encoding);
    let list = ListEncoding {
        members: Cow::Borrowed(members),
        sorted,
    };
    KeyLayout {
        salt: None,
        parts: vec![part("id", ID), part("tags", Encoding::List(list))].into(),
    }
}

fn decoded(layout: &KeyLayout, key: &[u8]) -> Result<String, String> {
    let decoded = layout.decode(key).map_err(|error| error.to_string())?;
    Ok(decoded.parts[1].to_string())
}

#[test]
fn elements_follow_one_another() {
    let layout = layout(&[NUMBER, ID], false);
    assert_eq!(decoded(&layout, b"xy").unwrap(), "[]");
    assert_eq!(
        decoded(&layout, b"xy\x01ab\x00a,").unwrap(),
        r"[[1, ab], [0, a\x2C]]"
    );
    assert_eq!(
        decoded(&layout, b"xy\x01ab\x00").unwrap_err(),
        "part `tags`, bytes \"\\x01ab\\x00\": found 4 bytes, expected a multiple of 3, the bytes of one element"
    );
}

#[test]
fn a_list_is_parsed_as_it_is_displayed() {
    for members in [&[ID][..], &[NUMBER, ID], &[NUMBER]] {
        let layout = layout(members, false);
        let width = members.iter().filter_map(Encoding::width).sum::<usize>();
        for count in 0..4 {
            let bytes = b",[] \\\xff\x00ab]x,".iter().cycle().take(count * width);
            let key: Vec<u8> = b"xy".iter().chain(bytes).copied().collect();
            let text = decoded(&layout, &key).unwrap();
            let value = layout.parse_value("tags", &text).unwrap();
            let id = PartValue::Bytes(b"xy".to_vec());
            assert_eq!(layout.encode(&[id, value]).unwrap(), key, "{text}");
        }
    }
}

#[test]
fn text_that_is_no_list_is_an_error() {
    let layout = layout(&[NUMBER, ID], false);
    for text in [
        "",
        "[",
        "]",
        "[1]",
        "[[1]]",
        "[[1, ab]",
        "[[1, ab] [2, ab]]",
        "[[1, ab],]",
        "[[1, ab, 2]]",
        "[[x, ab]]",
    ] {
        assert!(layout.parse_value("tags", text).is_err(), "{text}");
    }
}

#[test]
fn a_sorted_list_ascends_without_duplicates() {
    let layout = layout(&[NUMBER], true);
    assert_eq!(decoded(&layout, b"xy\x01\x02\x03").unwrap(), "[1, 2, 3]");
    for (key, index) in [(b"xy\x02\x01", 1), (b"xy\x01\x01", 1)] {
        let expected =
            format!("found element {index} (the first is 0), which is not above the one before it");
        assert!(decoded(&layout, key).unwrap_err().contains(&expected));
    }
    let list = PartValue::List(vec![vec![2_u8.into()], vec![1_u8.into()]]);
    assert!(layout.encode(&[b"xy".to_vec().into(), list]).is_err());
}

#[test]
fn a_value_of_another_shape_is_an_error() {
    let layout = layout(&[NUMBER, ID], false);
    let one = vec![1_u8.into(), b"ab".to_vec().into()];
    for list in [
        PartValue::List(vec![vec![]]),
        PartValue::List(vec![vec![1_u8.into()]]),
        PartValue::List(vec![one.clone(), vec![1_u16.into(), b"a".to_vec().into()]]),
        PartValue::List(vec![vec![300_u16.into(), b"ab".to_vec().into()]]),
        b"1ab".to_vec().into(),
    ] {
        assert!(layout.encode(&[b"xy".to_vec().into(), list]).is_err());
    }
    let list = PartValue::List(vec![one]);
    assert_eq!(
        layout.encode(&[b"xy".to_vec().into(), list]).unwrap(),
        b"xy\x01ab"
    );
}
