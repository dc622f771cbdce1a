//! `OpenTSDB` 2, table `tsdb`: data points, compacted columns and annotations in one family, told apart by the bytes of
//! their qualifiers. The flags of a point's qualifier say what its value is.
//!
//! Sources: `OpenTSDB/opentsdb`, `test/core/TestInternal.java` (points), `test/meta/TestAnnotation.java` (annotations),
//! `src/core/Internal.java` and `src/core/Const.java` (the forms of qualifiers).

use std::collections::BTreeMap;

use hbase_schema::dynamic::Qualifier as _;
use hbase_schema::{HTable, Qualifier, Timestamp};

use crate::support::{assert_row, store};

/// The column of a point: seconds within the hour.
#[derive(Qualifier, Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Seconds {
    #[qualifier(bits = 12)]
    offset: u16,
    #[qualifier(bits = 1)]
    is_float: bool,
    #[qualifier(bits = 3)]
    length_minus_1: u8,
}

/// The same in milliseconds.
#[derive(Qualifier, Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Millis {
    #[qualifier(bits = 4, always = 0xF)]
    mark: (),
    #[qualifier(bits = 22)]
    offset: u32,
    #[qualifier(bits = 2, always = 0)]
    unused: (),
    #[qualifier(bits = 1)]
    is_float: bool,
    #[qualifier(bits = 3)]
    length_minus_1: u8,
}

/// The column of an annotation, by seconds.
#[derive(Qualifier, Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Note {
    #[qualifier(bits = 8, always = 1)]
    mark: (),
    offset: u16,
}

/// The same by milliseconds.
#[derive(Qualifier, Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct MillisNote {
    #[qualifier(bits = 8, always = 1)]
    mark: (),
    offset: u32,
}

#[derive(Qualifier, Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Column {
    Seconds(Seconds),
    Millis(Millis),
    Note(Note),
    MillisNote(MillisNote),
    /// Several points in one column, and columns of other forms.
    Compacted(Vec<u8>),
}

#[derive(Debug, Clone, PartialEq)]
enum Value {
    Integer(i64),
    Float(f32),
    Double(f64),
    /// JSON, or several points.
    Bytes(Vec<u8>),
}

/// The values by their columns.
mod values {
    use super::{Column, Value};

    pub(super) fn encode(column: &Column, value: &Value, out: &mut Vec<u8>) -> Result<(), String> {
        let from = out.len();
        match (flags(column), value) {
            (None, Value::Bytes(bytes)) => out.extend_from_slice(bytes),
            (Some((true, 4)), Value::Float(value)) => out.extend(value.to_be_bytes()),
            (Some((true, 8)), Value::Double(value)) => out.extend(value.to_be_bytes()),
            (Some((false, width)), Value::Integer(value)) => {
                let bytes = value.to_be_bytes();
                out.extend_from_slice(&bytes[bytes.len() - width..]);
                if decode(column, &out[from..]).as_ref() != Ok(&Value::Integer(*value)) {
                    return Err(format!("found {value}, expected at most {width} bytes"));
                }
            }
            _ => return Err(format!("found {value:?}, expected the type of its column")),
        }
        Ok(())
    }

    pub(super) fn decode(column: &Column, bytes: &[u8]) -> Result<Value, String> {
        let wrong = || format!("found {} bytes", bytes.len());
        let Some((is_float, _)) = flags(column) else {
            return Ok(Value::Bytes(bytes.to_vec()));
        };
        // Early versions wrote wrong lengths in the flags, so the project reads as many bytes as there are.
        if is_float {
            return match bytes.len() {
                4 => Ok(Value::Float(f32::from_be_bytes(
                    bytes.try_into().map_err(|_| wrong())?,
                ))),
                8 => Ok(Value::Double(f64::from_be_bytes(
                    bytes.try_into().map_err(|_| wrong())?,
                ))),
                _ => Err(wrong()),
            };
        }
        let first = *bytes
            .first()
            .filter(|_| bytes.len() <= 8)
            .ok_or_else(wrong)?;
        let sign = if first < 128 { 0 } else { -1 };
        let number = bytes
            .iter()
            .fold(sign, |sum, byte| sum << 8 | i64::from(*byte));
        Ok(Value::Integer(number))
    }

    /// Whether a point is a float, and the number of its bytes.
    pub(super) fn flags(column: &Column) -> Option<(bool, usize)> {
        let (is_float, length) = match column {
            Column::Seconds(of) => (of.is_float, of.length_minus_1),
            Column::Millis(of) => (of.is_float, of.length_minus_1),
            Column::Note(_) | Column::MillisNote(_) | Column::Compacted(_) => return None,
        };
        Some((is_float, usize::from(length) + 1))
    }
}

type Tag = ([u8; 3], [u8; 3]);

/// An hour of a series.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("tsdb", naming = hbase)]
#[family("t")]
struct Points {
    #[rowkey]
    metric: [u8; 3],
    #[rowkey(seconds, align = "1h")]
    hour: Timestamp,
    #[rowkey(repeat, sorted)]
    tags: Vec<Tag>,
    #[column(dynamic, with_name = values)]
    values: BTreeMap<Column, Value>,
}

const fn seconds(offset: u16, is_float: bool, length_minus_1: u8) -> Column {
    Column::Seconds(Seconds {
        offset,
        is_float,
        length_minus_1,
    })
}

const fn millis(offset: u32, is_float: bool, length_minus_1: u8) -> Column {
    Column::Millis(Millis {
        mark: (),
        offset,
        unused: (),
        is_float,
        length_minus_1,
    })
}

fn row(hour: i64, value: u8, points: impl IntoIterator<Item = (Column, Value)>) -> Points {
    Points {
        metric: [0, 0, 1],
        hour: Timestamp::from_millis(hour * 1000),
        tags: vec![([0, 0, 1], [0, 0, value])],
        values: points.into_iter().collect(),
    }
}

#[test]
fn points_have_the_bytes_of_the_tests() {
    let points = [
        (seconds(0, false, 7), Value::Integer(4)),
        (seconds(4, true, 3), Value::Float(f32::from_bits(1))),
        (millis(8, false, 7), Value::Integer(5)),
        (millis(500, true, 3), Value::Float(1.5)),
    ];
    let key = b"\0\0\x01\x50\xE2\x27\0\0\0\x01\0\0\x02";
    let cells: [(&str, &[u8], &[u8]); 4] = [
        ("t", &[0x00, 0x07], &[0, 0, 0, 0, 0, 0, 0, 4]),
        ("t", &[0x00, 0x4B], &[0, 0, 0, 1]),
        ("t", &[0xF0, 0x00, 0x02, 0x07], &[0, 0, 0, 0, 0, 0, 0, 5]),
        ("t", &[0xF0, 0x00, 0x7D, 0x0B], &[0x3F, 0xC0, 0, 0]),
    ];
    assert_row(&row(0x50e2_2700, 2, points), key, &cells);
}

#[test]
fn annotations_have_the_bytes_of_the_tests() {
    let text = || Value::Bytes(br#"{"description":"Hello!"}"#.to_vec());
    let note = Column::Note(Note {
        mark: (),
        offset: 0x0A02,
    });
    let millis = Column::MillisNote(MillisNote {
        mark: (),
        offset: 0x0027_19C4,
    });
    let points = [
        (note, text()),
        (millis, text()),
        (seconds(0x501, false, 0), Value::Integer(1)),
        (seconds(0x501, true, 7), Value::Double(2.0)),
    ];
    let key = b"\0\0\x01\x52\xC2\x09\0\0\0\x01\0\0\x01";
    let cells: [(&str, &[u8], &[u8]); 4] = [
        (
            "t",
            &[1, 0x00, 0x27, 0x19, 0xC4],
            br#"{"description":"Hello!"}"#,
        ),
        ("t", &[1, 0x0A, 0x02], br#"{"description":"Hello!"}"#),
        ("t", &[0x50, 0x10], &[1]),
        ("t", &[0x50, 0x1F], &[0x40, 0, 0, 0, 0, 0, 0, 0]),
    ];
    assert_row(&row(0x52c2_0900, 1, points), key, &cells);
}

/// The points of a compacted column: their qualifiers one after the other, and their values too.
fn points_of(mut name: &[u8], mut value: &[u8]) -> Vec<(Column, Value)> {
    let mut points = Vec::new();
    while let Some(first) = name.first() {
        let width = if first >> 4 == 0xF { 4 } else { 2 };
        let (one, rest) = name.split_at(width);
        let column = Column::decode_qualifier(one).unwrap();
        let (_, length) = values::flags(&column).unwrap();
        let (bytes, behind) = value.split_at(length);
        points.push((column.clone(), values::decode(&column, bytes).unwrap()));
        (name, value) = (rest, behind);
    }
    points
}

/// Three points, of seconds and of milliseconds, after a compaction.
#[test]
fn compacted_columns_are_all_others() {
    let name = [0x00, 0x07, 0xF0, 0x00, 0x02, 0x07, 0x00, 0x47];
    let mut value: Vec<u8> = [4_i64, 5, 6].iter().flat_map(|n| n.to_be_bytes()).collect();
    value.push(0);
    let column = Column::Compacted(name.to_vec());
    let points = [(column, Value::Bytes(value.clone()))];
    let key = b"\0\0\x01\x50\xE2\x27\0\0\0\x01\0\0\x02";
    assert_row(&row(0x50e2_2700, 2, points), key, &[("t", &name, &value)]);
    let expected = [
        (seconds(0, false, 7), Value::Integer(4)),
        (millis(8, false, 7), Value::Integer(5)),
        (seconds(4, false, 7), Value::Integer(6)),
    ];
    assert_eq!(points_of(&name, &value), expected);
    let two_points = Column::decode_qualifier(&[0x00, 0x07, 0x00, 0x27]).unwrap();
    assert_eq!(two_points, Column::Compacted(vec![0x00, 0x07, 0x00, 0x27]));
    let millis = Column::Compacted(vec![0xF0, 0x00, 0x02, 0x07]);
    let error = millis.encode_qualifier(&mut Vec::new()).unwrap_err();
    assert!(error.to_string().contains("those of the kind `Millis`"));
}

/// The project corrects the flags of `00 27`, whose value has 4 bytes instead of 8.
#[tokio::test]
async fn values_are_read_even_if_their_flags_are_wrong() {
    let db = store::<Points>().await;
    let row = row(0x50e2_2700, 2, []);
    db.mutate(&row.key())
        .put_raw("t", &[0x00, 0x27], &[0, 0, 0, 5])
        .await
        .unwrap();
    let points = || db.dynamic(&row.key(), Points::VALUES);
    assert_eq!(
        points().get(seconds(2, false, 7)).await.unwrap(),
        Some(Value::Integer(5))
    );
    let wrong = points()
        .put(seconds(3, false, 0), Value::Integer(128))
        .await;
    assert!(
        wrong
            .unwrap_err()
            .to_string()
            .contains("found 128, expected at most 1 bytes")
    );
    let wrong = points().put(seconds(3, true, 3), Value::Double(1.0)).await;
    assert!(
        wrong
            .unwrap_err()
            .to_string()
            .contains("expected the type of its column")
    );
}

/// The project's main query: a metric, a range of hours, and a value of a tag.
#[tokio::test]
async fn a_query_returns_typed_points() {
    let db = store::<Points>().await;
    let hour = |n: i64| 0x50e2_2700 + n * 3600;
    let point = |n: u16| (seconds(n, false, 1), Value::Integer(-300));
    let rows = (0..4).flat_map(|n| (1..4).map(move |of| row(hour(n), of, (0..60).map(point))));
    db.put_many(rows).await.unwrap();
    let at = |n| Timestamp::from_millis(hour(n) * 1000);
    let scan = Points::scan().metric([0, 0, 1]).hour(at(1)..at(3));
    let found = db.scan(scan.matching(Points::TAGS.contains(([0, 0, 1], [0, 0, 2]))));
    let found = found.rows().collect().await.unwrap();
    let expected = [1, 2].map(|n| row(hour(n), 2, (0..60).map(point)));
    assert_eq!(found, expected);
}
