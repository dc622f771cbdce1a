//! The indexes of a table in a page of documentation.

use hbase_model::ddl::{Ddl, create_if_missing};
use hbase_model::index::STATES_TABLE;
use hbase_model::splits::SplitError;
use hbase_model::{DescribedIndex, DescribedTable, Ttl};

use super::markdown::{code, line, row};

/// The section of the indexes, with the statements of their tables; empty without indexes.
pub(super) fn indexes(table: &DescribedTable) -> Result<String, SplitError> {
    if table.indexes.is_empty() {
        return Ok(String::new());
    }
    let mut text = String::from(
        "\n### Indexes\n\n| table | fields, in the order of an entry's key | entries expire after |\n|---|---|---|\n",
    );
    for index in &table.indexes {
        let table = code(&index.table.to_string());
        row(&mut text, [table, fields(index), ttl(index.ttl)]);
    }
    text.push_str("\n```ruby\n");
    for needed in table.index_tables() {
        let statement = if needed.name.qualifier() == STATES_TABLE {
            create_if_missing(&needed)?
        } else {
            Ddl::of(&needed)?.create
        };
        line(&mut text, &statement);
    }
    text.push_str("```\n");
    Ok(text)
}

fn fields(index: &DescribedIndex) -> String {
    let fields = index.fields.iter();
    let fields =
        fields.map(|field| format!("{} ({})", code(&field.field), field.written_encoding()));
    let buckets = index
        .buckets
        .map(|of| format!("one of {} buckets", of.count()));
    let all: Vec<_> = buckets.into_iter().chain(fields).collect();
    all.join(", ")
}

fn ttl(ttl: Option<Ttl>) -> String {
    ttl.map_or_else(|| "never".to_owned(), |ttl| format!("{} s", ttl.as_secs()))
}
