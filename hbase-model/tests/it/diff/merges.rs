use std::borrow::Cow;

use hbase_model::diff::{DifferenceKind, compare_layouts, merge};
use hbase_model::{
    Compression, Encoding, KeyLayout, PartLayout, Salt, SaltLayout, SaltText, Splits, Ttl,
};

use super::{family, of_d1, table};

#[test]
fn what_one_says_beyond_the_other_is_added() {
    let mut one = of_d1(|f| f.ttl = Ttl::from_secs(60));
    let mut other = table(vec![
        family("D1", |f| {
            f.ttl = Ttl::from_secs(60);
            f.compression = Some(Compression::Gz);
        }),
        family("D2", |f| f.versions = Some(2)),
    ]);
    other.owner = Some("me".into());
    other.splits = Splits::HexString { regions: 4 };
    assert_eq!(merge(&mut one, &other).expect("good splits"), []);
    assert_eq!(one, other);
    assert_eq!(merge(&mut one, &of_d1(|_| {})).expect("good splits"), []);
    assert_eq!(one, other);
}

#[test]
fn what_they_say_differently_is_told() {
    let mut one = of_d1(|f| f.metadata = vec![("VERSIONS".into(), "2".into())].into());
    one.splits = Splits::HexString { regions: 4 };
    let mut other = of_d1(|f| f.metadata = vec![("VERSIONS".into(), "3".into())].into());
    other.splits = Splits::HexString { regions: 8 };
    let found = merge(&mut one, &other).expect("good splits");
    assert_eq!(found.len(), 2);
    assert_eq!(
        found[0].kind,
        DifferenceKind::FamilyAttribute("D1".into(), "VERSIONS".into())
    );
    assert_eq!(found[0].declared, ("2".to_owned(), "3".to_owned()));
    assert_eq!(
        found[1].declared,
        ("4 regions".to_owned(), "8 regions".to_owned())
    );
}

fn part(name: &'static str, encoding: Encoding) -> PartLayout {
    PartLayout {
        separator: Some(Cow::Borrowed(b"_")),
        salt: Some(SaltText::Whole),
        ..PartLayout::plain(name.into(), encoding)
    }
}

fn layout(text: bool, parts: Vec<PartLayout>) -> KeyLayout {
    KeyLayout {
        salt: Some(SaltLayout {
            salt: Salt::Buckets { count: 16, text },
            separator: text.then_some(Cow::Borrowed(b"_".as_slice())),
        }),
        parts: parts.into(),
    }
}

fn lines(declared: &KeyLayout, before: &KeyLayout) -> Vec<String> {
    let found = compare_layouts(declared, before);
    found
        .iter()
        .map(|found| format!("{} / {}", found.declared, found.live))
        .collect()
}

#[test]
fn keys_differ_in_what_makes_bytes() {
    let id = |width| part("id", Encoding::Digits { width, max: 9 });
    let now = layout(
        true,
        vec![
            id(8),
            part(
                "at",
                Encoding::Text {
                    width: None,
                    pad: None,
                },
            ),
        ],
    );
    assert_eq!(lines(&now, &now), [""; 0]);
    let renamed = layout(
        true,
        vec![
            part("number", Encoding::Digits { width: 8, max: 99 }),
            part(
                "at",
                Encoding::Text {
                    width: None,
                    pad: None,
                },
            ),
        ],
    );
    assert_eq!(lines(&now, &renamed), [""; 0]);
    let before = layout(false, vec![id(9)]);
    assert_eq!(
        lines(&now, &before),
        [
            "salt buckets(16) as text, before `_` / salt buckets(16)",
            "part 1 `id`: integer in 8 digits, zero-padded, before `_`, feeds the salt / \
             part 1 `id`: integer in 9 digits, zero-padded, before `_`, feeds the salt",
            "part 2 `at`: UTF-8, before `_`, feeds the salt / part 2 `at`: none",
        ]
    );
}
