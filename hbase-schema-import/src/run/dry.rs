//! An import that writes nothing.

use std::collections::BTreeMap;

use hbase_model::printable::Printable;
use hbase_model::splits::region_of;
use serde::Serialize;

use super::admit::{Admission, Admitted};
use super::encode::{Batch, BatchEnd, Encoder};
use super::options::DryOptions;
use super::report::Counts;
use super::stages::Batches;
use crate::error::Result;
use crate::plan::Plan;
use crate::reject::Reject;
use crate::source::Source;

/// Maximum rows and rejects to show.
const SHOWN: usize = 5;

/// The result of a dry run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct DryReport {
    /// The source.
    pub source: String,
    /// The table.
    pub table: String,
    /// The counts. One in a million duplicates within the source may be an error of the filter.
    #[serde(flatten)]
    pub counts: Counts,
    /// The first rows.
    pub samples: Vec<Sample>,
    /// The first rejected rows.
    pub rejects: Vec<Reject>,
    /// The lengths of the keys.
    pub key_lengths: KeyLengths,
    /// The rows in each region of the table, in order.
    pub regions: Vec<u64>,
    /// The source columns that are not imported.
    pub skipped: Vec<String>,
}

/// Lengths of keys in bytes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct KeyLengths {
    /// The rows by the length of their keys.
    pub rows: BTreeMap<usize, u64>,
}

/// A row as it would be written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Sample {
    /// The row key as `HBase`'s shell prints it.
    pub key: String,
    /// The cells.
    pub cells: Vec<SampleCell>,
}

/// A cell as it would be written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SampleCell {
    /// `FAMILY:QUALIFIER`.
    pub column: String,
    /// The value as `HBase`'s shell prints it, cut to 200 bytes.
    pub value: String,
}

impl KeyLengths {
    /// The shortest and the longest.
    pub fn range(&self) -> Option<(usize, usize)> {
        let (first, _) = self.rows.first_key_value()?;
        let (last, _) = self.rows.last_key_value()?;
        Some((*first, *last))
    }
}

pub(super) async fn run(
    mut source: Box<dyn Source>,
    plan: Plan,
    options: &DryOptions,
) -> Result<DryReport> {
    let mut report = DryReport::new(&*source, &plan, options);
    source.use_columns(&plan.used_columns());
    let order = source.order().to_vec();
    let mut admission = Admission::of_dry_run(&plan, options);
    let encoder = Encoder::new(plan, order, 0, 0, BatchEnd::default())
        .with_max_cell_bytes(options.max_cell_bytes);
    let mut batches = Batches::start(source, encoder)?;
    loop {
        let batch = batches.next().await?;
        let is_last = batch.is_last;
        report.counts.rows = batch.end.position.rows;
        let mut lookup = admission.look_up(&batch);
        lookup.trust_filter();
        if let Some(backend) = &options.check_table {
            admission
                .read_table(&**backend, &batch, &mut lookup)
                .await?;
        }
        report.add_rows(&batch, &options.splits, |at| {
            admission.is_written(&lookup, at)
        });
        report.add_counts(admission.admit(batch, &lookup)?);
        if is_last {
            report.counts.check()?;
            return Ok(report);
        }
    }
}

impl DryReport {
    fn new(source: &dyn Source, plan: &Plan, options: &DryOptions) -> Self {
        Self {
            source: source.name().to_owned(),
            table: plan.table.to_string(),
            regions: vec![0; options.splits.len() + 1],
            skipped: plan.skipped.clone(),
            ..Self::default()
        }
    }

    /// Adds the rows whose keys are new.
    fn add_rows(&mut self, batch: &Batch, splits: &[Vec<u8>], is_written: impl Fn(usize) -> bool) {
        let rows = batch.rows.iter().enumerate();
        for (_, row) in rows.filter(|(at, _)| is_written(*at)) {
            let key = row.mutation.row();
            *self.key_lengths.rows.entry(key.len()).or_default() += 1;
            self.regions[region_of(splits, key)] += 1;
            if self.samples.len() < SHOWN {
                self.samples.push(Sample::of(&row.mutation));
            }
        }
    }

    fn add_counts(&mut self, admitted: Admitted) {
        admitted.add_to(&mut self.counts);
        let room = SHOWN.saturating_sub(self.rejects.len());
        self.rejects.extend(admitted.rejects.into_iter().take(room));
    }
}

impl Sample {
    fn of(mutation: &hbase_backend::Mutation) -> Self {
        let cells = mutation.cells().iter().map(|cell| {
            let value = &cell.value[..cell.value.len().min(200)];
            SampleCell {
                column: format!("{}:{}", Printable(cell.family), Printable(cell.qualifier)),
                value: Printable(value).to_string(),
            }
        });
        Self {
            key: Printable(mutation.row()).to_string(),
            cells: cells.collect(),
        }
    }
}
