//! A column's type determines its cells, whatever name the type has in the sources.

use hbase_schema::cell::{DecodeCell, EncodeCell, NativeCodec};
use hbase_schema::codec::CodecError;
use hbase_schema::{CellValue, Columns, HTable, Timestamp};
use hbase_schema_import::{ExportError, ExportPlan, ImportError, Plan, Target};

use crate::kit::{Kit, assert_contains};

type When = Timestamp;
type Maybe = Option<String>;
type Count = u32;
type Json = serde_json::Value;

#[derive(CellValue, Debug, Clone, PartialEq)]
struct Moment(When);

#[derive(CellValue, Debug, Clone, PartialEq)]
struct Remark(Maybe);

#[derive(Columns, Debug, Clone, PartialEq)]
struct Place {
    city: String,
}

type NoPlace = Option<Place>;

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:SPELLED_TYPES")]
#[family("D1")]
struct Spelled {
    #[rowkey]
    id: String,
    #[column(text)]
    at: When,
    #[column(text)]
    moment: Moment,
    note: Maybe,
    remark: Remark,
    #[column(text)]
    count: Count,
    #[column(json)]
    extra: Json,
    #[column(counter)]
    visits: i64,
    #[column(flatten)]
    place: NoPlace,
}

const HEADER: &str = "id,AT,MOMENT,NOTE,REMARK,COUNT,EXTRA,CITY\n";

/// Imports a row, and exports the table; the rejects are the error.
async fn round(row: &str) -> Result<(Spelled, String), String> {
    let mut kit = Kit::new().await;
    kit.db.create_table::<Spelled>().await.unwrap();
    kit.mapping.time_zone = None;
    let table = Spelled::SCHEMA.describe();
    kit.import_all(&table, &format!("{HEADER}{row}\n")).await?;
    let key = SpelledKey { id: "1".into() };
    let found = kit.db.get(&key).await.unwrap().unwrap();
    Ok((found, kit.exported(&table, &[]).await))
}

const NOON: &str = "2015-12-26T12:00:00.000Z";

#[tokio::test]
async fn what_the_struct_reads_as_absent_is_imported_and_exported() {
    let (found, exported) = round(&format!("1,{NOON},{NOON},,,7,,")).await.unwrap();
    let at: Timestamp = NOON.parse().unwrap();
    let expected = Spelled {
        id: "1".into(),
        at,
        moment: Moment(at),
        note: None,
        remark: Remark(None),
        count: 7,
        extra: Json::Null,
        visits: 0,
        place: None,
    };
    assert_eq!(found, expected);
    assert_contains(&exported, &format!("1,{NOON},{NOON},,,7,,,"));
}

#[tokio::test]
async fn what_the_struct_does_not_read_is_rejected() {
    for (row, expected) in [
        (
            format!("1,not a time,{NOON},,,7,,"),
            "a time such as 2015-12-26",
        ),
        (
            format!("1,{NOON},not a time,,,7,,"),
            "a time such as 2015-12-26",
        ),
        (
            format!("1,{NOON},{NOON},,,-7,,"),
            "an unsigned integer of 32 bits",
        ),
        (format!("1,,{NOON},,,7,,"), "found NULL"),
        (format!("1,{NOON},,,,7,,"), "found NULL"),
    ] {
        let error = round(&row).await.unwrap_err();
        assert!(error.contains(expected), "{row}: {error}");
    }
}

/// Its hand-written impl declares nothing.
#[derive(Debug, Clone, PartialEq)]
struct Own(String);

impl EncodeCell<NativeCodec> for Own {
    fn encode_cell(&self, out: &mut Vec<u8>) -> Result<bool, CodecError> {
        out.extend(self.0.bytes().rev());
        Ok(true)
    }
}

impl DecodeCell<'_, NativeCodec> for Own {
    fn decode_cell(bytes: &[u8]) -> Result<Self, CodecError> {
        let bytes = bytes.iter().rev().copied().collect();
        String::from_utf8(bytes).map(Self).map_err(CodecError::new)
    }
}

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:UNKNOWN_TYPES")]
#[family("D1")]
struct Unknown {
    #[rowkey]
    id: String,
    own: Own,
}

#[tokio::test]
async fn an_unknown_column_ends_before_the_first_row() {
    let table = Unknown::SCHEMA.describe();
    let expected = "`Unknown::SCHEMA.to_json()`";
    let error = ExportPlan::new(&table).unwrap_err();
    assert!(matches!(error, ExportError::Plan { .. }), "{error}");
    assert!(error.to_string().contains(expected), "{error}");
    let kit = Kit::new().await;
    let source = kit.source(&kit.file("rows.csv", "id,OWN\n1,a\n")).unwrap();
    let error = Plan::build(&source, &kit.mapping, &Target::Struct(&table)).unwrap_err();
    assert!(matches!(error, ImportError::Plan { .. }), "{error}");
    assert!(error.to_string().contains(expected), "{error}");
}
