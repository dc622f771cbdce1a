//! Replaced rows of runs whose process is killed between a write and its checkpoint.

use std::fmt::Write as _;
use std::path::Path;

use hbase_schema::HTable;
use hbase_schema_import::{ImportError, OnDuplicate, Plan, Progress, Report, Target, import};

use crate::kit::Kit;

/// A row that may have only one of the two columns.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:PAIR_ROW")]
#[family("D1")]
struct Pair {
    #[rowkey]
    id: String,
    a: Option<String>,
    b: Option<String>,
}

const FILES: [&str; 2] = ["checkpoint.json", "checkpoint.json.keys"];

impl Kit {
    async fn of_pairs() -> Self {
        let mut kit = Self::new().await;
        kit.db.create_table::<Pair>().await.unwrap();
        kit.options.on_duplicate = OnDuplicate::Replace;
        kit.options.checkpoint = Some(kit.path(FILES[0]));
        kit
    }

    /// An import; whenever writes are acknowledged, a copy of its checkpoint is kept, as a process that is
    /// killed then would leave it.
    async fn import_pairs(&self, path: &Path) -> Result<Report, ImportError> {
        let table = Pair::SCHEMA.describe();
        let source = self.source(path)?;
        let plan = Plan::build(&source, &self.mapping, &Target::Struct(&table))?;
        let backend = self.db.backend();
        let mut keep = |_: &Progress| {
            for name in FILES {
                std::fs::copy(self.path(name), self.path(&format!("{name}.killed"))).unwrap();
            }
        };
        import(Box::new(source), plan, backend, &self.options, &mut keep).await
    }

    fn kill(&mut self) {
        for name in FILES {
            std::fs::copy(self.path(&format!("{name}.killed")), self.path(name)).unwrap();
        }
        self.options.resume = true;
    }
}

/// The first batch, then a row that replaces one of its rows, and a new row.
fn csv() -> String {
    let mut csv = "id,a,b\n".to_owned();
    for number in 0..1000 {
        let _ = writeln!(csv, "{number:03},x,");
    }
    csv + "007,,y\nnew,,y\n"
}

/// The row of the second batch has deleted the cells that showed that it replaces another one.
#[tokio::test]
async fn a_replacing_row_that_is_written_once_more_counts_as_before() {
    let mut kit = Kit::of_pairs().await;
    let path = kit.file("pairs.csv", csv());
    let expected = kit.import_pairs(&path).await.unwrap().counts;
    assert_eq!((expected.written, expected.duplicates), (1001, 1));
    for _ in 0..2 {
        kit.kill();
        let counts = kit.import_pairs(&path).await.unwrap().counts;
        assert_eq!(counts, expected);
    }
    let key = PairKey {
        id: "007".to_owned(),
    };
    let row = kit.db.get(&key).await.unwrap().unwrap();
    assert_eq!((row.a, row.b.as_deref()), (None, Some("y")));
}
