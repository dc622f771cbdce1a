//! Cells of JSON from JSON lines: a value keeps its type.

use hbase_schema::HTable;
use hbase_schema_import::{
    ExportOptions, ExportPlan, Input, JsonLinesSource, JsonLinesWriter, Report, Target, export,
};
use serde_json::Value;

use crate::kit::Kit;

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:JSON_CELLS")]
#[family("D1")]
struct JsonRow {
    #[rowkey]
    id: u32,
    #[column(json)]
    extra: Option<Value>,
    #[column(json)]
    words: Vec<String>,
}

/// The JSON of each row's cell.
const CELLS: [&str; 12] = [
    r#""123""#,
    "123",
    r#""null""#,
    r#""text""#,
    r#""a\"\u4e2d\n""#,
    "1.0",
    "1e2",
    "-0",
    "true",
    r#"{"a":"1"}"#,
    r#"["1",1]"#,
    r#""""#,
];

fn file(kit: &Kit, cells: &[&str]) -> std::path::PathBuf {
    let line = |(id, json)| format!("{{\"id\":{id},\"extra\":{json},\"words\":[]}}\n");
    let lines: String = cells.iter().enumerate().map(line).collect();
    kit.file("rows.jsonl", lines)
}

async fn imported(kit: &Kit, path: &std::path::Path) -> Report {
    let table = JsonRow::SCHEMA.describe();
    let input = Input::File(path.to_owned());
    let source = JsonLinesSource::open(input, None, &[]).unwrap();
    kit.import_to(&Target::Struct(&table), source)
        .await
        .unwrap()
}

async fn cells(kit: &Kit) -> Vec<String> {
    let rows = kit.db.scan(JsonRow::scan().all()).rows().collect().await;
    let text = |row: JsonRow| row.extra.map_or("none".to_owned(), |json| json.to_string());
    rows.unwrap().into_iter().map(text).collect()
}

async fn with_table() -> Kit {
    let kit = Kit::new().await;
    kit.db.create_table::<JsonRow>().await.unwrap();
    kit
}

#[tokio::test]
async fn values_keep_their_types() {
    let kit = with_table().await;
    let path = file(&kit, &CELLS);
    assert_eq!(imported(&kit, &path).await.counts.written, 12);
    let expected = CELLS.map(|json| serde_json::from_str::<Value>(json).unwrap().to_string());
    assert_eq!(cells(&kit).await, expected);
    // An export has the same lines.
    let plan = ExportPlan::new(&JsonRow::SCHEMA.describe()).unwrap();
    let out = kit.path("again.jsonl");
    let mut writer = JsonLinesWriter::new(std::fs::File::create(&out).unwrap());
    let query = plan.query(&[]).unwrap();
    let options = ExportOptions::default();
    let exported = export(&plan, &*kit.db.backend(), &query, &options, &mut writer).await;
    assert_eq!(exported.unwrap().rows, 12);
    let lines = std::fs::read_to_string(&out).unwrap();
    let upper = |text: String| text.replace("extra", "EXTRA").replace("words", "WORDS");
    assert_eq!(lines, upper(std::fs::read_to_string(&path).unwrap()));
}

/// It would be read as `None`, which has no cell.
#[tokio::test]
async fn null_is_no_cell() {
    let kit = with_table().await;
    let path = file(&kit, &["null"]);
    assert_eq!(imported(&kit, &path).await.counts.written, 1);
    assert_eq!(cells(&kit).await, ["none"]);
}

#[tokio::test]
async fn what_programs_do_not_read_is_rejected() {
    let deep = ["[".repeat(200), "]".repeat(200)].concat();
    for json in [r#""\ud800""#, "1e400", &deep] {
        let kit = with_table().await;
        let path = file(&kit, &[json]);
        let counts = imported(&kit, &path).await.counts;
        assert_eq!((counts.written, counts.rejected), (0, 1), "{json}");
    }
}
