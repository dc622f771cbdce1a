//! Stores, files and imports of the tests.

use std::fmt::Display;
use std::path::{Path, PathBuf};

use hbase_model::DescribedTable;
use hbase_schema::{Connection, HTable, Timestamp};
use hbase_schema_import::{
    CsvSource, CsvWriter, ExportOptions, ExportPlan, ImportError, ImportOptions, Input, Mapping,
    Plan, Report, Source, Target, export, import,
};
use tempfile::TempDir;

/// A call: a salted text key, a time, a number, an optional text.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:CALL_RECORD", splits = number_pipe)]
#[rowkey(salt = region_number(6), separator = "_")]
#[family("D1")]
pub(crate) struct Call {
    #[rowkey(salt = last(4), fixed = 11)]
    pub(crate) phone: String,
    #[rowkey(salt = format("yyyyMM"), fixed = 14)]
    pub(crate) at: Timestamp,
    pub(crate) duration_s: u32,
    pub(crate) peer: Option<String>,
}

/// A store in memory with the table, and a folder for files.
pub(crate) struct Kit {
    pub(crate) db: Connection,
    pub(crate) folder: TempDir,
    pub(crate) mapping: Mapping,
    pub(crate) options: ImportOptions,
}

impl Kit {
    pub(crate) async fn new() -> Self {
        let db = hbase_schema::connect("memory:").await.unwrap();
        db.create_table::<Call>().await.unwrap();
        let folder = tempfile::tempdir().unwrap();
        let options = ImportOptions::new("memory:", folder.path().join("rejects.csv"));
        let mapping = Mapping {
            time_zone: Some("UTC".to_owned()),
            ..Mapping::default()
        };
        Self {
            db,
            folder,
            mapping,
            options,
        }
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(crate) fn file(&self, name: &str, bytes: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path(name);
        std::fs::write(&path, bytes).unwrap();
        path
    }

    pub(crate) fn source(&self, path: &Path) -> Result<CsvSource, ImportError> {
        CsvSource::open(Input::File(path.to_owned()), self.mapping.csv.clone())
    }

    /// Imports a source.
    pub(crate) async fn import_to(
        &self,
        target: &Target<'_>,
        source: impl Source + 'static,
    ) -> Result<Report, ImportError> {
        let plan = Plan::build(&source, &self.mapping, target)?;
        let backend = self.db.backend();
        import(Box::new(source), plan, backend, &self.options, &mut |_| ()).await
    }

    /// Imports a text into the table of a struct. The rejects, if there are any, are the error.
    pub(crate) async fn import_all(&self, table: &DescribedTable, csv: &str) -> Result<(), String> {
        let source = self.source(&self.file("rows.csv", csv)).unwrap();
        let report = self.import_to(&Target::Struct(table), source).await;
        match report.unwrap().counts.rejected {
            0 => Ok(()),
            _ => Err(self.rejects().join("\n")),
        }
    }

    /// The rows of a table that meet conditions, as CSV.
    pub(crate) async fn exported(&self, table: &DescribedTable, conditions: &[&str]) -> String {
        let plan = ExportPlan::new(table).unwrap();
        let conditions = conditions.iter().map(|text| text.parse().unwrap());
        let query = plan.query(&conditions.collect::<Vec<_>>()).unwrap();
        let mut out = Vec::new();
        let (mut writer, options) = (CsvWriter::new(&mut out), ExportOptions::default());
        let exported = export(&plan, &*self.db.backend(), &query, &options, &mut writer).await;
        exported.unwrap();
        drop(writer);
        String::from_utf8(out).unwrap()
    }

    /// Imports a file of calls.
    pub(crate) async fn import(&self, path: &Path) -> Result<Report, ImportError> {
        let table = Call::SCHEMA.describe();
        self.import_to(&Target::Struct(&table), self.source(path)?)
            .await
    }

    /// Imports a text.
    pub(crate) async fn import_text(&self, csv: &str) -> Result<Report, ImportError> {
        self.import(&self.file("calls.csv", csv)).await
    }

    pub(crate) async fn calls(&self) -> Vec<Call> {
        let scan = self.db.scan(Call::scan().phone(..));
        let mut calls = scan.rows().collect().await.unwrap();
        calls.sort_by_key(|call| (call.phone.clone(), call.at));
        calls
    }

    /// The lines of the rejects file without its header, as `line,column,value,reason`.
    pub(crate) fn rejects(&self) -> Vec<String> {
        let Ok(text) = std::fs::read_to_string(&self.options.rejects) else {
            return Vec::new();
        };
        let mut lines = text.lines().map(ToOwned::to_owned);
        assert_eq!(
            lines.next().as_deref(),
            Some("row,line,column,value,reason,order_key")
        );
        lines.collect()
    }
}

/// Checks that a text or an error contains another text.
#[track_caller]
pub(crate) fn assert_contains(text: impl Display, expected: &str) {
    let text = text.to_string();
    assert!(text.contains(expected), "{expected} in:\n{text}");
}

/// A call at a time in UTC.
pub(crate) fn call(phone: &str, at: &str, duration_s: u32, peer: Option<&str>) -> Call {
    Call {
        phone: phone.to_owned(),
        at: at.parse().unwrap(),
        duration_s,
        peer: peer.map(ToOwned::to_owned),
    }
}
