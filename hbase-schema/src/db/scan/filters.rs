//! The filters of scans.

use hbase_backend::{Filter, ReadOptions};

/// A filter that passes what both pass.
pub(super) fn both(a: Option<Filter>, b: Option<Filter>) -> Option<Filter> {
    match (a, b) {
        (Some(a), Some(b)) => Some(Filter::And(vec![a, b])),
        (a, b) => a.or(b),
    }
}

/// Adds the columns that `filter` compares: they must be read even if they are not selected.
pub(in crate::db) fn add_filtered(filter: &Filter, read: &mut ReadOptions) {
    match filter {
        Filter::And(all) | Filter::Or(all) => {
            for filter in all {
                add_filtered(filter, read);
            }
        }
        Filter::Not(filter) | Filter::Skip(filter) | Filter::WhileMatch(filter) => {
            add_filtered(filter, read);
        }
        Filter::ColumnValue {
            family, qualifier, ..
        } => read.add_column(family, qualifier),
        _ => {}
    }
}
