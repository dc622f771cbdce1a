//! Repairs of a row's index.

use hbase_backend::{CellKind, Condition};

use super::cells::{IndexCell, entry_name};
use super::check::Stored;
use super::found::Found;
use super::load::Loader;
use super::report::StaleReason;
use crate::db::error::Error;
use crate::db::write::row_mutation::RowMutation;
use crate::row_index::IndexColumns;
use crate::table::Table;

impl<R: Table, E, C> Loader<R, E, C> {
    /// Deletes an index column up to the version that was read, if it is still stale; returns the
    /// number of changed columns.
    pub(super) async fn delete_stale(
        &self,
        call: &'static str,
        found: &Found,
        reason: StaleReason,
    ) -> Result<u64, Error> {
        let family = self.of.index().family;
        let (delete, up_to) = (CellKind::DeleteColumn, Some(found.timestamp));
        let mut mutation = self.mutation();
        mutation.add_at(delete, family, &found.name, Vec::new(), up_to);
        let is_changed = match reason {
            StaleReason::NoEntry => {
                let data = self.of.data().family();
                let condition = Condition::unchanged(data, entry_name(self.of, found.id), None);
                self.change_if(call, condition, mutation).await?
            }
            // The bytes of an entry never change.
            StaleReason::OtherValue => {
                let condition = self.still_names(found);
                self.change_if(call, condition, mutation).await?
            }
        };
        Ok(u64::from(is_changed))
    }

    /// The condition that an index column still names its entry.
    fn still_names(&self, found: &Found) -> Condition {
        let family = self.of.index().family;
        let value = match self.of.index_columns() {
            IndexColumns::Plain(..) => Some(found.id.as_bytes().to_vec()),
            // In a condition, an empty value means no value.
            IndexColumns::Tagged(_) => None,
        };
        Condition::unchanged(family, found.name.as_slice(), value)
    }

    /// Puts index columns, if the entry still exists, with the entry's version if versions are not the server's times;
    /// returns the number of changed columns.
    pub(super) async fn put_missing(
        &self,
        call: &'static str,
        stored: &Stored,
        missing: &[IndexCell],
    ) -> Result<u64, Error> {
        let mut mutation = self.mutation();
        let version = R::VERSIONED.then_some(stored.timestamp);
        for IndexCell { name, value } in missing {
            let family = self.of.index().family;
            mutation.add_at(CellKind::Put, family, name, value.clone(), version);
        }
        let name = entry_name(self.of, stored.id);
        let condition =
            Condition::unchanged(self.of.data().family(), name, Some(stored.bytes.clone()));
        let is_changed = self.change_if(call, condition, mutation).await?;
        Ok(if is_changed { missing.len() as u64 } else { 0 })
    }

    pub(super) fn mutation(&self) -> RowMutation<R> {
        RowMutation::of_row(self.connection.clone(), Ok(self.row.clone()))
    }
}
