//! Encodings of users' types: times in keys, and comparisons of cells.

use std::borrow::Cow;

use hbase_schema::cell::{CompareBytes, DecodeCell, EncodeCell, NativeCodec};
use hbase_schema::key::{
    CodecError, DecodePart, DescPart, KeyPart, LeadingPart, RangePart, SelfDelimiting,
};
use hbase_schema::model::{CustomEncoding, Encoding, KeySink, TimeOrder};
use hbase_schema::query::PrefixPart;
use hbase_schema::{HTable, Timestamp, prefix};

use crate::support::{assert_contains, memory};

/// Marks a time in whole days since 1970, in two bytes.
enum Days {}

const DAY_MS: i64 = 86_400_000;

impl KeyPart<Days> for Timestamp {
    const ENCODING: Encoding = Encoding::Custom(
        CustomEncoding::new("Days")
            .with_width(2)
            .with_time(TimeOrder::Ascending),
    );
    const WIDTH: Option<usize> = Some(2);

    fn encode<S: KeySink>(&self, out: &mut S) -> Result<(), CodecError> {
        let days = u16::try_from(self.as_millis() / DAY_MS).map_err(CodecError::new)?;
        out.put(&days.to_be_bytes());
        Ok(())
    }
}

impl DecodePart<'_, Days> for Timestamp {
    fn decode(bytes: &[u8]) -> Result<Self, CodecError> {
        let days = bytes.try_into().map_err(CodecError::new)?;
        Ok(day(u16::from_be_bytes(days)))
    }
}

impl SelfDelimiting<Days> for Timestamp {}
impl RangePart<Days> for Timestamp {}
impl DescPart<Days> for Timestamp {}

fn day(number: u16) -> Timestamp {
    Timestamp::from_millis(i64::from(number) * DAY_MS)
}

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("OWN_DAYS")]
#[family("D1")]
struct Ascending {
    #[rowkey]
    sensor: u32,
    #[rowkey(encoding = Days)]
    at: Timestamp,
    n: u32,
}

/// The same with the newest day first.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("OWN_DAYS_DESC")]
#[family("D1")]
struct Descending {
    #[rowkey]
    sensor: u32,
    #[rowkey(encoding = Days, desc)]
    at: Timestamp,
    n: u32,
}

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("OWN_DAYS_BEHIND")]
#[family("D1")]
struct Behind {
    #[rowkey]
    sensor: u32,
    #[rowkey]
    kind: u8,
    #[rowkey(encoding = Days)]
    at: Timestamp,
    n: u32,
}

#[tokio::test]
async fn the_newest_rows_are_found_by_a_time_in_an_encoding_of_its_own() {
    let db = memory().await;
    db.create_table::<Ascending>().await.unwrap();
    db.create_table::<Descending>().await.unwrap();
    for n in 0..5 {
        let (sensor, at) = (7, day(n));
        let n = n.into();
        db.put(&Ascending { sensor, at, n }).await.unwrap();
        db.put(&Descending { sensor, at, n }).await.unwrap();
    }
    let ascending = || db.scan(Ascending::scan().sensor(7)).columns(Ascending::N);
    let descending = || db.scan(Descending::scan().sensor(7)).columns(Descending::N);
    let newest = ascending().latest(2).rows().collect().await.unwrap();
    assert_eq!(newest, [4, 3]);
    let newest = descending().latest(2).rows().collect().await.unwrap();
    assert_eq!(newest, [4, 3]);
    let page = ascending().newest_first().page(2).await.unwrap();
    assert_eq!(page.items, [4, 3]);
    let range = Descending::scan().sensor(7).at(day(1)..day(3));
    let of_range = db.scan(range).columns(Descending::N).newest_first();
    assert_eq!(of_range.rows().collect().await.unwrap(), [2, 1]);
}

#[tokio::test]
async fn a_part_before_the_time_needs_a_value() {
    let db = memory().await;
    db.create_table::<Behind>().await.unwrap();
    let error = db.scan(Behind::scan().sensor(7)).latest(1).first().await;
    assert_contains(
        &error.unwrap_err().to_string(),
        "`newest_first` goes by `at`, but rows are ordered by `kind` first: give `kind` a value",
    );
}

/// Marks a text that is in upper case in the key, with `!` written as `%0`.
enum Upper {}

fn upper(text: &[u8]) -> Vec<u8> {
    let upper = text.to_ascii_uppercase().into_iter();
    let escaped = upper.flat_map(|byte| match byte {
        b'!' => b"%0".to_vec(),
        other => vec![other],
    });
    escaped.collect()
}

impl KeyPart<Upper> for String {
    const ENCODING: Encoding = Encoding::Custom(CustomEncoding::new("Upper"));
    const WIDTH: Option<usize> = None;

    fn encode<S: KeySink>(&self, out: &mut S) -> Result<(), CodecError> {
        out.put(&upper(self.as_bytes()));
        Ok(())
    }
}

impl DecodePart<'_, Upper> for String {
    fn decode(bytes: &[u8]) -> Result<Self, CodecError> {
        let text = str::from_utf8(bytes).map_err(CodecError::new)?;
        Ok(text.to_ascii_lowercase().replace("%0", "!"))
    }
}

impl LeadingPart<Upper> for String {}

impl PrefixPart<Upper> for String {
    fn prefix_bytes(prefix: &[u8]) -> Cow<'_, [u8]> {
        upper(prefix).into()
    }
}

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("OWN_UPPER")]
#[rowkey(separator = "!")]
#[family("D1")]
struct Uppercase {
    #[rowkey(encoding = Upper)]
    name: String,
    #[rowkey]
    id: u32,
    n: u32,
}

#[tokio::test]
async fn a_prefix_is_encoded_as_its_part_is() {
    let db = memory().await;
    db.create_table::<Uppercase>().await.unwrap();
    let row = |name: &str| Uppercase {
        name: name.into(),
        id: 1,
        n: 1,
    };
    let rows = [row("ab"), row("ab!c"), row("b")];
    db.put_many(&rows).await.unwrap();
    for (start, expected) in [("a", &rows[..2]), ("ab!", &rows[1..2]), ("c", &[])] {
        let scan = Uppercase::scan().name(prefix(start));
        let found = db.scan(scan).rows().collect().await.unwrap();
        assert_eq!(found, expected, "{start}");
    }
}

/// Marks a part that declares three bytes, and writes as many as its number says.
enum Liar {}

impl KeyPart<Liar> for u8 {
    const ENCODING: Encoding = Encoding::Custom(CustomEncoding::new("Liar").with_width(3));
    const WIDTH: Option<usize> = Some(3);

    fn encode<S: KeySink>(&self, out: &mut S) -> Result<(), CodecError> {
        out.put(&vec![1; (*self).into()]);
        Ok(())
    }
}

impl DecodePart<'_, Liar> for u8 {
    fn decode(bytes: &[u8]) -> Result<Self, CodecError> {
        Self::try_from(bytes.len()).map_err(CodecError::new)
    }
}

impl SelfDelimiting<Liar> for u8 {}

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("OWN_WIDTHS")]
#[rowkey(separator = "\0")]
#[family("D1")]
struct Widths {
    #[rowkey]
    name: String,
    #[rowkey(encoding = Liar, omit_none)]
    number: Option<u8>,
    n: u32,
}

#[tokio::test]
async fn an_encoding_that_writes_another_width_is_an_error() {
    let db = memory().await;
    db.create_table::<Widths>().await.unwrap();
    let row = |number| Widths {
        name: "a".into(),
        number,
        n: 1,
    };
    db.put(&row(Some(3))).await.unwrap();
    db.put(&row(None)).await.unwrap();
    let expected = "its own encoding wrote 4 bytes, and declares a width of 3 in `ENCODING`";
    let error = db.put(&row(Some(4))).await.unwrap_err().to_string();
    assert_contains(&error, expected);
    assert_contains(&error, "number");
    let scan = Widths::scan().name("a").number(Some(4)).ranges();
    assert_contains(&scan.unwrap_err().to_string(), expected);
}

/// Cells of two bytes, in the order of the values or not.
macro_rules! pair {
    ($name:ident, $sorted:literal, $bytes:expr) => {
        #[derive(Debug, Clone, Copy, PartialEq)]
        struct $name(u16);

        impl EncodeCell<NativeCodec> for $name {
            fn encode_cell(&self, out: &mut Vec<u8>) -> Result<bool, CodecError> {
                out.extend($bytes(self.0));
                Ok(true)
            }
        }

        impl DecodeCell<'_, NativeCodec> for $name {
            fn decode_cell(bytes: &[u8]) -> Result<Self, CodecError> {
                let values = 0..=u16::MAX;
                let mut found = values.filter(|value| $bytes(*value) == bytes);
                let found = found.next();
                found
                    .map(Self)
                    .ok_or_else(|| CodecError::new("expected two bytes"))
            }
        }

        impl CompareBytes for $name {
            const SORTED: bool = $sorted;
        }
    };
}

pair!(Sorted, true, u16::to_be_bytes);
pair!(Unsorted, false, u16::to_le_bytes);

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("OWN_CELLS")]
#[family("D1")]
struct Cells {
    #[rowkey]
    id: u32,
    sorted: Sorted,
    optional: Option<Sorted>,
    unsorted: Unsorted,
}

#[tokio::test]
async fn cells_of_a_users_type_are_compared_by_their_bytes() {
    let db = memory().await;
    db.create_table::<Cells>().await.unwrap();
    let row = |id: u32, n: u16| Cells {
        id,
        sorted: Sorted(n),
        optional: (id != 3).then_some(Sorted(n)),
        unsorted: Unsorted(n),
    };
    let rows = [row(1, 255), row(2, 256), row(3, 257)];
    db.put_many(&rows).await.unwrap();
    let matching = |filter| db.scan(Cells::scan().all()).filter(filter).rows().collect();
    let below = matching(Cells::SORTED.lt(Sorted(256))).await.unwrap();
    assert_eq!(below, rows[..1]);
    let from = matching(Cells::OPTIONAL.ge(Sorted(256))).await.unwrap();
    assert_eq!(from, rows[1..2]);
    let absent = matching(Cells::OPTIONAL.eq(None::<Sorted>)).await.unwrap();
    assert_eq!(absent, rows[2..]);
    let equal = matching(Cells::UNSORTED.eq(Unsorted(256))).await.unwrap();
    assert_eq!(equal, rows[1..2]);
    let error = matching(Cells::UNSORTED.lt(Unsorted(256))).await;
    assert_contains(
        &error.unwrap_err().to_string(),
        "the bytes of this type do not sort as its values do: compare them by `eq` and `ne`",
    );
    let checked = db.check(&CellsKey { id: 1 }).ge(Cells::SORTED, Sorted(255));
    assert!(checked.put(&row(1, 300)).await.unwrap());
}
