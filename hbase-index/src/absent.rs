//! Rows without an indexed cell: they have no entry.
//!
//! The struct may declare the column as required, and then no read of a whole row decodes them. A scan of the indexed
//! columns does not return rows that have none of these, so the server selects them.

use std::time::Duration;

use hbase_backend::{Comparator, CompareOp, Deadline, Filter, RowBound, Scan};

use crate::definition::Column;
use crate::error::Result;
use crate::sweep::count;
use crate::table::IndexedTable;
use crate::verify::Findings;

impl IndexedTable {
    /// Counts the rows that lack a column of an index.
    pub(crate) async fn count_absent(
        &self,
        index: usize,
        timeout: Duration,
        findings: &mut Findings,
    ) -> Result<()> {
        let mut start = RowBound::Unbounded;
        loop {
            let scan = self.scan_of_absent(index, start);
            let table = &self.definition.table;
            let rows = self.scan_all(table, scan, Deadline::after(timeout)).await?;
            let (Some(first), Some(last)) = (rows.first(), rows.last()) else {
                return Ok(());
            };
            findings.absent += count(rows.len());
            let example = &mut findings.absent_example;
            example.get_or_insert_with(|| first.key().to_vec());
            start = RowBound::Excluded(last.key().to_vec());
        }
    }

    /// A page of rows that have a cell of the table, but lack a column of the index.
    fn scan_of_absent(&self, index: usize, start: RowBound) -> Scan {
        let mut scan = Scan {
            start,
            limit: Some(self.settings.page.into()),
            ..Scan::new()
        };
        // Without the stamps: a row may be gone, and have left its stamp.
        for family in &self.definition.families {
            scan.read.add_family(family);
        }
        let columns = self.index(index).depends_on.iter();
        let lacks_one = Filter::Or(columns.map(lacks).collect());
        let without_values = Filter::KeyOnly(false);
        scan.read.filter = Some(Filter::And(vec![lacks_one, without_values]));
        scan
    }
}

fn lacks((family, qualifier): &Column) -> Filter {
    Filter::ColumnValue {
        family: family.clone(),
        qualifier: qualifier.clone(),
        // No value sorts below the empty one: only rows without the column pass.
        op: CompareOp::Less,
        comparator: Comparator::Binary(Vec::new()),
        filter_if_missing: false,
        latest_version_only: true,
    }
}
