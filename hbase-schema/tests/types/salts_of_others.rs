//! Tables of other systems, whose salts Java computed.

use std::fmt::Debug;

use hbase_schema::HTable;
use hbase_schema::key::{
    CodecError, DecodeKey, DecodePart, KeyPart, LeadingPart, RowKey, SelfDelimiting,
};
use hbase_schema::model::{CustomEncoding, Encoding, KeySink, TableDescriptor};
use hbase_schema::query::{FanOut, KeyRanges, One};

use crate::support::unhex;

/// `Math.floorMod(id, 10)`.
#[derive(HTable, Debug)]
#[table("default:ORDERS", naming = hbase, splits = per_bucket)]
#[rowkey(salt = modulo(10))]
#[family("D1")]
struct Order {
    #[rowkey(salt, java)]
    id: i64,
    #[column(rename = "T")]
    total: u32,
}

/// A number that is below 300, unless the name starts with `?`.
fn length(name: &[u8]) -> u32 {
    if name.starts_with(b"?") {
        return 300;
    }
    u32::try_from(name.len() * 100).unwrap_or(0) % 300
}

/// A number of two bytes, computed by a function.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("default:NAMES", naming = hbase, splits = per_bucket)]
#[rowkey(salt = with(length, values = 300))]
#[family("D1")]
struct Name {
    #[rowkey(salt)]
    name: String,
    age: u8,
}

/// The same in three digits.
#[derive(HTable, Debug)]
#[table("default:NAMES_IN_DIGITS", naming = hbase, splits = per_bucket)]
#[rowkey(salt = with(length, values = 300), separator = "_")]
#[family("D1")]
struct NameInDigits {
    #[rowkey(salt)]
    name: String,
    age: u8,
}

/// A key is written as these bytes, and read back from them; another salt is an error.
#[track_caller]
fn assert_key<K>(key: &K, hex: &str)
where
    K: RowKey + PartialEq + Debug + for<'k> DecodeKey<'k>,
{
    let expected = unhex(hex);
    assert_eq!(key.encode().expect("the key fits").as_ref(), expected);
    assert_eq!(&K::decode(&expected).expect("a key"), key);
    let values = K::LAYOUT.decode(&expected).expect("a key").parts;
    assert_eq!(K::LAYOUT.encode(&values), Ok(expected.clone()));
    let mut wrong = expected;
    wrong[0] ^= 1;
    let error = K::decode(&wrong).expect_err("a wrong salt").to_string();
    assert!(error.contains("salt"), "{error}");
}

#[test]
fn remainders_are_never_negative() {
    for (id, hex) in [
        (-17, "03ffffffffffffffef"),
        (16, "060000000000000010"),
        (i64::MIN, "028000000000000000"),
    ] {
        assert_key(&OrderKey { id }, hex);
    }
}

/// Text after its length, which only this type can read.
#[derive(Debug, Clone, PartialEq)]
struct Tag(String);

struct Tagged;

impl KeyPart<Tagged> for Tag {
    const ENCODING: Encoding = Encoding::Custom(CustomEncoding::new("Tagged"));
    const WIDTH: Option<usize> = None;

    fn encode<S: KeySink>(&self, out: &mut S) -> Result<(), CodecError> {
        out.put(&[u8::try_from(self.0.len()).map_err(CodecError::new)?]);
        out.put(self.0.as_bytes());
        Ok(())
    }

    fn measure(bytes: &[u8]) -> Result<usize, CodecError> {
        let len = bytes.first().ok_or_else(|| CodecError::new("no length"))?;
        Ok(usize::from(*len) + 1)
    }
}

impl DecodePart<'_, Tagged> for Tag {
    fn decode(bytes: &[u8]) -> Result<Self, CodecError> {
        let text = std::str::from_utf8(&bytes[1..]).map_err(CodecError::new)?;
        Ok(Self(text.into()))
    }
}

impl SelfDelimiting<Tagged> for Tag {}
impl LeadingPart<Tagged> for Tag {}

#[derive(HTable, Debug)]
#[table("default:TAGGED", naming = hbase)]
#[rowkey(salt = modulo(16))]
#[family("D1")]
struct TaggedRow {
    #[rowkey(encoding = Tagged)]
    tag: Tag,
    #[rowkey(salt)]
    id: u64,
    #[rowkey]
    name: String,
    v: u8,
}

#[test]
fn the_part_of_modulo_is_found_after_a_type_with_an_encoding_of_its_own() {
    let key = TaggedRowKey {
        tag: Tag("ab".into()),
        id: 35,
        name: "x".into(),
    };
    let bytes = RowKey::encode(&key).expect("the key fits");
    assert_eq!(bytes.as_ref(), b"\x03\x02ab\0\0\0\0\0\0\0\x23x");
    assert_eq!(TaggedRowKey::decode(&bytes).expect("a key"), key);
}

#[test]
fn a_range_reaches_all_salts() {
    let any: KeyRanges<Order, FanOut<10>> = Order::scan().id(..).ranges().expect("ranges");
    assert_eq!(any.as_slice().len(), 10);
}

#[test]
fn split_points() {
    let splits = |table: &TableDescriptor| table.splits.keys().expect("split points");
    let bytes = |last: u8| (1..=last).map(|salt| vec![salt]).collect::<Vec<_>>();
    assert_eq!(splits(OrderKey::TABLE), bytes(9));
}

/// All rows would fail the check of `id`.
#[test]
fn a_scan_cannot_check_a_part_after_a_type_with_an_encoding_of_its_own() {
    let tag = || Tag("ab".into());
    let error = TaggedRow::scan().salted_by(35).tag(tag()).ranges();
    let error = error.expect_err("a part that is not found").to_string();
    assert!(error.contains("must check part `id`"), "{error}");
    assert!(error.contains("finds the end of `tag`"), "{error}");
    // Each range starts with the value of `id`.
    let given: KeyRanges<TaggedRow, One> = TaggedRow::scan()
        .tag(tag())
        .id(35)
        .ranges()
        .expect("ranges");
    assert_eq!(given.as_slice().len(), 1);
}

#[test]
fn a_function_computes_bytes_or_digits() {
    assert_key(&NameKey { name: "Jo".into() }, "00c84a6f");
    assert_key(&NameKey { name: "Ann".into() }, "0000416e6e");
    let digits = NameInDigitsKey { name: "Jo".into() };
    let encoded = RowKey::encode(&digits).expect("the key fits");
    assert_eq!(encoded.as_ref(), b"200_Jo");
    let splits = NameKey::TABLE.splits.keys().expect("keys");
    assert_eq!(splits.len(), 299);
    assert_eq!(splits[255], [1, 0]);
}

/// A number of one or two digits, before a NUL byte, of characters of the part.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("default:NUL_AFTER_SALT", naming = hbase)]
#[rowkey(salt = java_hash(12, width = 1), separator = "\0")]
#[family("D1")]
struct NulAfterSalt {
    #[rowkey(salt = first(2))]
    name: String,
    age: u8,
}

#[test]
fn a_separator_of_nul_is_found_after_a_salt_that_varies_in_length() {
    for (name, key) in [("Jo", &b"5\0Jo"[..]), ("Jt", b"10\0Jt")] {
        let written = RowKey::encode(&NulAfterSaltKey { name: name.into() });
        let written = written.expect("a key").as_ref().to_vec();
        assert_eq!(
            String::from_utf8_lossy(&written),
            String::from_utf8_lossy(key)
        );
        let read = NulAfterSaltKey::decode(&written).expect("a key");
        assert_eq!(read.name, name);
    }
}

#[tokio::test]
async fn a_number_that_is_too_large_is_an_error() {
    let db = hbase_schema::connect("memory:").await.expect("a store");
    db.create_table::<Name>().await.expect("a new table");
    let name = |name: &str| Name {
        name: name.into(),
        age: 7,
    };
    let error = db.put(&name("?")).await.expect_err("300 is too large");
    let expected = "the salt's function returned 300, expected a number below 300";
    assert!(error.to_string().contains(expected), "{error}");

    db.put(&name("Jo")).await.expect("a row");
    let found = db.get(&NameKey { name: "Jo".into() }).await;
    assert_eq!(found.expect("a response"), Some(name("Jo")));
    let found = db.scan(Name::scan().name("Jo")).rows().collect().await;
    assert_eq!(found.expect("rows"), [name("Jo")]);
    let open = db.scan(Name::scan().any_salt().name("Jo")).rows();
    assert_eq!(open.collect().await.expect("rows"), [name("Jo")]);
    let error = db.get(&NameKey { name: "?".into() }).await;
    assert!(error.is_err());
}
