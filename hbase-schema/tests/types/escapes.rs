//! Text in which characters are replaced, so that it may contain the separator.

use std::ops::Bound;

use hbase_schema::dynamic::Qualifier as _;
use hbase_schema::model::KeyLayout;
use hbase_schema::query::KeyQuery;
use hbase_schema::{Connection, HTable, KeyPart, Qualifier, RowKey, is_in, prefix, ranges};

use crate::support::assert_key;

/// As YARN does it.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:ESCAPED")]
#[rowkey(separator = "!")]
#[family("D1")]
struct Flow {
    #[rowkey(escape("%" = "%9$", " " = "%2$", "\t" = "%3$", "!" = "%0$"))]
    user: String,
    #[rowkey(escape("%" = "%9$", "!" = "%0$"), max = 12)]
    name: Name,
    #[rowkey]
    number: u8,
    cents: u32,
}

#[derive(KeyPart, Debug, Clone, PartialEq)]
struct Name(String);

/// The replacements keep the order of texts with NUL bytes.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:ESCAPED_NUL")]
#[rowkey(salt = buckets(3), separator = "\0")]
#[family("D1")]
struct Ordered {
    #[rowkey(salt)]
    kind: u8,
    #[rowkey(escape("\u{1}" = "\u{1}\u{2}", "\0" = "\u{1}\u{1}"))]
    name: String,
    #[rowkey]
    number: u8,
    cents: u32,
}

/// The last part, also after one that may be left out.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:ESCAPED_LAST")]
#[rowkey(separator = "\0")]
#[family("D1")]
struct Last<'a> {
    #[rowkey(escape("%" = "%9$", "\0" = "%0$"))]
    first: Box<str>,
    #[rowkey(omit_none, escape("%" = "%9$", "\0" = "%0$"), terminator = b"\0")]
    second: Option<String>,
    #[rowkey(omit_none, escape("\u{1}" = "\u{1}\u{2}", "\0" = "\u{1}\u{1}"))]
    third: Option<String>,
    note: &'a str,
}

/// A qualifier.
#[derive(Qualifier, Debug, Clone, PartialEq)]
#[qualifier(separator = "=")]
struct Event {
    #[qualifier(escape("%" = "%9$", "=" = "%1$"))]
    name: String,
    #[qualifier]
    key: String,
}

const NAMES: [&str; 14] = [
    "",
    "\0",
    "\0\0",
    "\u{1}",
    "\u{1}\u{1}",
    "\u{2}",
    "!",
    "%",
    "%0$",
    "%9$",
    "a",
    "a!",
    "a!b",
    "é",
];

#[test]
fn keys_have_these_bytes() {
    let key = FlowKey {
        user: "a b!\tc%".into(),
        name: Name("50%!".into()),
        number: 1,
    };
    assert_key(&key, b"a%2$b%0$%3$c%9$!50%9$%0$!\x01");
    let key = LastKey {
        first: "%\0".into(),
        second: None,
        third: Some("\0".into()),
    };
    assert_key(&key, b"%9$%0$\0\0\x01\x01");
    let key = LastKey {
        first: "".into(),
        second: Some("%".into()),
        third: None,
    };
    assert_key(&key, b"\0%9$\0");
}

#[test]
fn bytes_that_are_no_escaped_text_are_errors() {
    for key in [
        &b"a%!b!\x01"[..],
        b"a!b %!\x01",
        b"a!50%1$!\x01",
        b"\xff!b!\x01",
    ] {
        let error = FlowKey::decode(key).expect_err("not escaped").to_string();
        assert!(FlowKey::LAYOUT.decode(key).is_err(), "{error}");
        assert!(error.contains("part `"), "{error}");
    }
    // A space needs no replacement in a name, and has one in a user.
    assert!(FlowKey::decode(b"a b!c!\x01").is_err());
    assert!(FlowKey::decode(b"ab!c d!\x01").is_ok());
}

#[test]
fn the_maximum_counts_replacements() {
    let key = |name: &str| FlowKey {
        user: "a".into(),
        name: Name(name.into()),
        number: 1,
    };
    assert!(key("!!!!").encode().is_ok());
    let error = key("!!!!!").encode().expect_err("15 bytes").to_string();
    assert!(
        error.contains("found 15 bytes, expected at most 12"),
        "{error}"
    );
    assert!(
        FlowKey::LAYOUT
            .encode(&["a".into(), "!!!!!".into(), 1_u8.into()])
            .is_err()
    );
}

#[test]
fn a_qualifier_is_escaped() {
    let event = Event {
        name: "a=b".into(),
        key: "c=d".into(),
    };
    let mut bytes = Vec::new();
    event.encode_qualifier(&mut bytes).expect("a qualifier");
    assert_eq!(bytes, b"a%1$b=c=d");
    assert_eq!(Event::decode_qualifier(&bytes).expect("a qualifier"), event);
}

#[test]
fn the_layout_says_what_scans_take() {
    let part = |layout: &'static KeyLayout, at: usize| {
        let part = &layout.parts[at];
        (part.check_range().is_ok(), part.takes_prefix())
    };
    assert_eq!(part(FlowKey::LAYOUT, 0), (false, true));
    assert_eq!(part(OrderedKey::LAYOUT, 1), (true, true));
    assert_eq!(part(LastKey::LAYOUT, 0), (false, true));
    assert_eq!(part(LastKey::LAYOUT, 1), (false, false));
    assert_eq!(part(LastKey::LAYOUT, 2), (true, false));
    let words = FlowKey::LAYOUT.parts[1].to_string();
    assert_eq!(words, r#"UTF-8 with "%" as "%9$", "!" as "%0$""#);
}

async fn flows() -> (Connection, Vec<Flow>) {
    let db = hbase_schema::connect("memory:").await.expect("a store");
    db.create_table::<Flow>().await.expect("a new table");
    let users = NAMES
        .iter()
        .flat_map(|user| NAMES.map(|name| (*user, name)));
    let flows = users.map(|(user, name)| Flow {
        user: user.into(),
        name: Name(name.into()),
        number: 33,
        cents: 1,
    });
    let flows: Vec<_> = flows.collect();
    db.put_many(&flows).await.expect("rows");
    (db, flows)
}

async fn found<T>(db: &Connection, scan: impl KeyQuery<Row = T>) -> Vec<T>
where
    T: hbase_schema::table::FixedName + hbase_schema::table::FromRowOwned + Sync + 'static,
{
    db.scan(scan).rows().collect().await.expect("rows")
}

#[tokio::test]
async fn values_and_prefixes_find_their_texts() {
    let (db, flows) = flows().await;
    let count = |is: &dyn Fn(&Flow) -> bool| flows.iter().filter(|flow| is(flow)).count();
    for text in NAMES {
        let rows = found(&db, Flow::scan().user(text)).await;
        assert!(rows.iter().all(|flow| flow.user == text));
        assert_eq!(rows.len(), NAMES.len(), "{text:?}");
        let name = Name(text.into());
        let rows = found(&db, Flow::scan().user("a!").name(name)).await;
        assert_eq!(rows.len(), 1, "{text:?}");
        let rows = found(&db, Flow::scan().user(prefix(text))).await;
        assert!(rows.iter().all(|flow| flow.user.starts_with(text)));
        assert_eq!(
            rows.len(),
            count(&|flow| flow.user.starts_with(text)),
            "{text:?}"
        );
        let rows = found(&db, Flow::scan().user("%").name(prefix(text))).await;
        let expected = count(&|flow| flow.user == "%" && flow.name.0.starts_with(text));
        assert_eq!(rows.len(), expected, "{text:?}");
    }
    let rows = found(&db, Flow::scan().user(is_in(["a!", "é", "%"]))).await;
    assert_eq!(rows.len(), 3 * NAMES.len());
    let rows = found(&db, Flow::scan().user(..)).await;
    assert_eq!(rows.len(), flows.len());
}

#[tokio::test]
async fn conditions_compare_the_texts() {
    let (db, flows) = flows().await;
    for text in NAMES {
        let scan = Flow::scan().user(..).matching(Flow::NAME.starts_with(text));
        let count = flows
            .iter()
            .filter(|flow| flow.name.0.starts_with(text))
            .count();
        assert_eq!(found(&db, scan).await.len(), count, "{text:?}");
        let scan = Flow::scan()
            .user(..)
            .matching(Flow::NAME.ne(Name(text.into())));
        let count = flows.iter().filter(|flow| flow.name.0 != text).count();
        assert_eq!(found(&db, scan).await.len(), count, "{text:?}");
    }
}

fn bounds() -> Vec<Bound<&'static str>> {
    let included = NAMES.map(Bound::Included);
    let excluded = NAMES.map(Bound::Excluded);
    let mut bounds = [included, excluded].concat();
    bounds.push(Bound::Unbounded);
    bounds
}

fn is_within(text: &str, low: Bound<&str>, high: Bound<&str>) -> bool {
    let above = match low {
        Bound::Included(low) => text >= low,
        Bound::Excluded(low) => text > low,
        Bound::Unbounded => true,
    };
    let below = match high {
        Bound::Included(high) => text <= high,
        Bound::Excluded(high) => text < high,
        Bound::Unbounded => true,
    };
    above && below
}

/// The texts within the bounds, in order.
fn within(low: Bound<&str>, high: Bound<&str>) -> Vec<String> {
    let mut texts = NAMES.to_vec();
    texts.sort_unstable();
    let inside = texts.into_iter().filter(|text| is_within(text, low, high));
    inside.map(str::to_owned).collect()
}

#[tokio::test]
async fn ranges_are_those_of_the_texts() {
    let db = hbase_schema::connect("memory:").await.expect("a store");
    db.create_table::<Ordered>().await.expect("a new table");
    let rows = NAMES.map(|name| Ordered {
        kind: 7,
        name: name.into(),
        number: 255,
        cents: 1,
    });
    db.put_many(&rows).await.expect("rows");
    let text = |bound: Bound<&str>| bound.map(str::to_owned);
    for low in bounds() {
        for high in bounds() {
            let scan = Ordered::scan().kind(7).name((text(low), text(high)));
            let names: Vec<_> = found(&db, scan)
                .await
                .into_iter()
                .map(|row| row.name)
                .collect();
            assert_eq!(names, within(low, high), "{low:?} {high:?}");
        }
    }
    let several = ranges([
        "\0".to_owned().."\u{1}".to_owned(),
        "%".to_owned().."b".to_owned(),
    ]);
    let rows = found(&db, Ordered::scan().kind(7).name(several)).await;
    assert_eq!(rows.len(), 2 + 6);
    for text in NAMES {
        let rows = found(&db, Ordered::scan().kind(7).name(prefix(text))).await;
        let expected = NAMES.iter().filter(|name| name.starts_with(text)).count();
        assert_eq!(rows.len(), expected, "{text:?}");
    }
}

#[tokio::test]
async fn the_last_parts_have_ranges() {
    let db = hbase_schema::connect("memory:").await.expect("a store");
    db.create_table::<Last<'static>>()
        .await
        .expect("a new table");
    for name in &NAMES[1..] {
        let row = Last {
            first: "%".into(),
            second: None,
            third: Some((*name).to_owned()),
            note: "",
        };
        db.put(&row).await.expect("a row");
    }
    let scan = || Last::scan().first("%").second(None::<&str>);
    for low in &NAMES[1..] {
        for high in &NAMES[1..] {
            let bounds = Some((*low).to_owned())..=Some((*high).to_owned());
            let count = db
                .scan(scan().third(bounds))
                .count()
                .await
                .expect("a count");
            let expected = within(Bound::Included(low), Bound::Included(high));
            assert_eq!(count, expected.len() as u64, "{low:?} {high:?}");
        }
    }
    // Without the part, the key ends before it.
    assert_eq!(
        db.scan(scan().third(None::<&str>))
            .count()
            .await
            .expect("a count"),
        0
    );
}
