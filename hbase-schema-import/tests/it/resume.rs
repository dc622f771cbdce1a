//! Imports that end early and are resumed.

use std::fmt::Write as _;
use std::path::Path;

use hbase_backend::BoxFuture;
use hbase_schema_import::{
    Amount, Chunk, CsvSource, ImportError, OnDuplicate, Position, Report, Source, SourceColumn,
    SourceIdentity, Target,
};

use crate::kit::{Call, Kit, assert_contains};

/// A source that fails after a number of chunks.
pub(crate) struct Failing {
    pub(crate) inner: CsvSource,
    pub(crate) chunks: u32,
}

impl Source for Failing {
    fn name(&self) -> &str {
        self.inner.name()
    }

    fn columns(&self) -> &[SourceColumn] {
        self.inner.columns()
    }

    fn identity(&self) -> Result<SourceIdentity, String> {
        self.inner.identity()
    }

    fn total(&self) -> Option<Amount> {
        self.inner.total()
    }

    fn progress(&self) -> u64 {
        self.inner.progress()
    }

    fn seek<'a>(
        &'a mut self,
        position: &'a Position,
    ) -> BoxFuture<'a, hbase_schema_import::Result<()>> {
        self.inner.seek(position)
    }

    fn read<'a>(
        &'a mut self,
        chunk: &'a mut Chunk,
    ) -> BoxFuture<'a, hbase_schema_import::Result<()>> {
        if self.chunks == 0 {
            let error = ImportError::source("test", None, "fault injection");
            return Box::pin(std::future::ready(Err(error)));
        }
        self.chunks -= 1;
        self.inner.read(chunk)
    }
}

impl Kit {
    /// Options for imports with any number of rejected rows, and a checkpoint.
    async fn resumable(on_duplicate: OnDuplicate) -> Self {
        let mut kit = Self::new().await;
        kit.options.max_errors = u64::MAX;
        kit.options.on_duplicate = on_duplicate;
        kit.options.checkpoint = Some(kit.path("checkpoint.json"));
        kit
    }

    /// An import whose source fails after a number of chunks.
    async fn import_some(&mut self, path: &Path, chunks: u32) -> Result<Report, ImportError> {
        let table = Call::SCHEMA.describe();
        let inner = self.source(path)?;
        let source = Failing { inner, chunks };
        let report = self.import_to(&Target::Struct(&table), source).await;
        self.options.resume = true;
        report
    }

    async fn assert_not_resumed(&mut self, path: &Path, expected: &str) {
        assert_contains(self.import_some(path, 9).await.unwrap_err(), expected);
    }
}

/// Rows of which every seventh is rejected, and every thousandth has the key of an earlier one.
fn csv(rows: u32) -> String {
    let mut csv = "phone,at,duration_s,peer\r\n".to_owned();
    for number in 0..rows {
        let phone = match number {
            number if number % 1000 == 999 => number - 500,
            number => number,
        };
        let seconds = if number % 7 == 3 { "x" } else { "1" };
        let _ = write!(csv, "138{phone:08},2015-12-26,{seconds},\"a\r\nb\"\r\n");
    }
    csv
}

#[tokio::test]
async fn a_resumed_import_has_the_rows_and_counts_of_a_whole_one() {
    let mut whole = Kit::new().await;
    whole.options.max_errors = u64::MAX;
    whole.options.on_duplicate = OnDuplicate::Keep;
    let text = csv(40_000);
    let expected = whole.import_text(&text).await.unwrap().counts;
    assert_eq!(expected.rows, 40_000);
    assert!(expected.duplicates > 20 && expected.rejected > 5000);

    let mut kit = Kit::resumable(OnDuplicate::Keep).await;
    let path = kit.file("calls.csv", text);
    let mut report = None;
    for _ in 0..20 {
        match kit.import_some(&path, 1).await {
            Ok(done) => {
                report = Some(done);
                break;
            }
            Err(error) => assert!(error.to_string().contains("fault injection"), "{error}"),
        }
    }
    let report = report.unwrap();
    assert_eq!(report.counts, expected);
    assert!(report.resumed_after.is_some_and(|rows| rows > 30_000));
    assert_eq!(kit.calls().await, whole.calls().await);
    assert_eq!(kit.rejects(), whole.rejects());
    assert!(!kit.path("checkpoint.json").exists());
    assert!(!kit.path("checkpoint.json.keys").exists());
}

#[tokio::test]
async fn another_import_is_not_resumed() {
    let mut kit = Kit::resumable(OnDuplicate::Error).await;
    let path = kit.file("calls.csv", csv(20_000));
    kit.import_some(&path, 1).await.unwrap_err();

    kit.options.resume = false;
    kit.assert_not_resumed(&path, "a run that did not end")
        .await;

    kit.mapping.truncate_times = true;
    kit.assert_not_resumed(&path, "mapping and key").await;
    kit.mapping.truncate_times = false;

    kit.options.on_duplicate = OnDuplicate::Replace;
    kit.assert_not_resumed(&path, "rule for duplicates").await;
    kit.options.on_duplicate = OnDuplicate::Error;

    kit.options.check_table = true;
    kit.assert_not_resumed(&path, "rows of the table").await;
    kit.options.check_table = false;

    let old = std::fs::read(&path).unwrap();
    std::fs::write(&path, [&old[..], b"more"].concat()).unwrap();
    kit.assert_not_resumed(&path, "the source's content").await;

    std::fs::remove_file(kit.path("checkpoint.json")).unwrap();
    kit.assert_not_resumed(&path, "the file does not exist")
        .await;
}

/// The next run allows more errors: it continues, and each rejected row is in the file once.
#[tokio::test]
async fn an_import_with_too_many_rejects_can_be_resumed() {
    let mut kit = Kit::resumable(OnDuplicate::Keep).await;
    kit.options.max_errors = 500;
    let path = kit.file("calls.csv", csv(7000));
    let error = kit.import_some(&path, 9).await.unwrap_err();
    assert!(
        matches!(error, ImportError::TooManyRejects { .. }),
        "{error}"
    );
    kit.options.max_errors = u64::MAX;
    let report = kit.import_some(&path, 9).await.unwrap();
    assert_eq!(report.counts.rows, 7000);
    assert_eq!(kit.rejects().len() as u64, report.counts.rejected);
    assert_eq!(kit.calls().await.len() as u64, report.counts.written);
}

/// The checkpoint as earlier versions wrote it.
fn without_checksums(text: &str) -> String {
    let (kept, _) = text.split_once(",\"keys_checksum\"").unwrap();
    kept.to_owned() + "}"
}

/// Checkpoints of earlier versions say nothing about the table's rows, and have no checksums.
#[tokio::test]
async fn an_older_checkpoint_is_resumed() {
    let mut kit = Kit::resumable(OnDuplicate::Keep).await;
    let path = kit.file("calls.csv", csv(20_000));
    kit.import_some(&path, 1).await.unwrap_err();
    let now = std::fs::read_to_string(kit.path("checkpoint.json")).unwrap();
    let before = without_checksums(&now.replace(",\"check_table\":false", ""));
    assert_ne!(before, now);
    std::fs::write(kit.path("checkpoint.json"), before).unwrap();
    let report = kit.import_some(&path, 99).await.unwrap();
    assert_eq!(report.counts.rows, 20_000);
}

#[tokio::test]
async fn a_checkpoint_of_another_format_is_rejected_by_its_name() {
    let mut kit = Kit::resumable(OnDuplicate::Error).await;
    let path = kit.file("calls.csv", csv(20_000));
    kit.import_some(&path, 1).await.unwrap_err();
    let now = std::fs::read_to_string(kit.path("checkpoint.json")).unwrap();
    let newer = now.replace(
        "hbase-schema-import/1\"",
        "hbase-schema-import/2\",\"more\":1",
    );
    assert_ne!(newer, now);
    std::fs::write(kit.path("checkpoint.json"), newer).unwrap();
    let error = kit.import_some(&path, 99).await.unwrap_err().to_string();
    assert_contains(
        &error,
        "found the format `hbase-schema-import/2`, expected `hbase-schema-import/1`",
    );
}
