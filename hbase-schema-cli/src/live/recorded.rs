//! The changes of a table since the layouts that are recorded in its attributes.

use hbase_backend::{Capability, Deadline};
use hbase_model::diff::{Difference, Help, compare_record};
use hbase_model::{DescribedTable, TableDescriptor, TableName};
use hbase_schema::Connection;
use hbase_schema_build::DeclaredTable;

use super::args::CompareArgs;
use crate::error::CliError;

const ADOPT: &str =
    ". If all rows fit the struct, record its layout by `hbase-schema lock --adopt`";

/// Compares each struct of a table with the layout that is recorded for it. A store that does not report the attributes of tables has no
/// records.
pub(super) async fn changes(
    db: &Connection,
    args: &CompareArgs,
    table: &DeclaredTable,
    structs: &[DescribedTable],
) -> Result<Vec<Difference>, CliError> {
    let structs = structs
        .iter()
        .filter(|described| is_of(described, table.name()));
    let structs: Vec<&DescribedTable> = structs.collect();
    if structs.is_empty() || !db.backend().capabilities().has(Capability::AllAttributes) {
        return Ok(Vec::new());
    }
    let deadline = Deadline::after(args.timeout);
    let live = db.backend().describe_table(table.name(), deadline).await;
    let live = live.map_err(|error| {
        let error = CliError::unreachable(format_args!(
            "cannot read the layout of {}: {error}",
            table.name()
        ));
        error.at(&args.url)
    })?;
    Ok(structs
        .iter()
        .flat_map(|described| of_struct(described, &live))
        .collect())
}

/// Whether it describes the table, or the tables of all dates, of which it is one.
fn is_of(described: &DescribedTable, table: &TableName) -> bool {
    match described.dated_name() {
        Some(dated) => dated.period_of(table).is_some(),
        None => described.descriptor.name == *table,
    }
}

fn of_struct(described: &DescribedTable, live: &TableDescriptor) -> Vec<Difference> {
    let facts = described.facts();
    let records = live.records(&facts.table).into_iter();
    let own = records
        .filter(|(row, _)| *row == described.row)
        .filter_map(|(_, record)| record);
    let mut found: Vec<Difference> = own
        .flat_map(|record| compare_record(&facts, &record))
        .collect();
    for difference in &mut found {
        if let Help::NoStep(help) = &mut difference.help {
            help.push_str(ADOPT);
        }
    }
    found
}
