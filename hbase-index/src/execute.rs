//! Requests of the machines, carried out by a backend.

use hbase_backend::{CheckAndMutate, Condition, Deadline, Error, ExceptionKind, Filter, Mutation};

use crate::domain::{Bytes, Change};
use crate::entry::Entries;
use crate::error::Result;
use crate::intent::Reading;
use crate::protocol::{Check, Request, Response, Stamp};
use crate::table::IndexedTable;

/// A response, and the error that caused it if it has no result.
pub(crate) struct Executed {
    pub(crate) response: Response<Bytes>,
    pub(crate) error: Option<Error>,
}

impl Executed {
    pub(crate) fn of(response: Response<Bytes>) -> Self {
        Self {
            response,
            error: None,
        }
    }

    pub(crate) fn from_result<T>(
        result: Result<T, Error>,
        response: impl FnOnce(T) -> Response<Bytes>,
    ) -> Self {
        match result {
            Ok(result) => Self::of(response(result)),
            Err(error) => Self {
                response: if is_rejected(&error) {
                    Response::NotApplied
                } else {
                    Response::Lost
                },
                error: Some(error),
            },
        }
    }
}

/// Whether a request certainly had no effect, because the server rejected it before it read the row.
fn is_rejected(error: &Error) -> bool {
    use ExceptionKind::{AccessDenied, FamilyNotFound, TableDisabled, TableNotFound};
    error.is_without_effect()
        || match error {
            Error::FamilyNotFound { .. } => true,
            Error::Server { class, .. } => matches!(
                ExceptionKind::of_class(class),
                Some(AccessDenied | FamilyNotFound | TableDisabled | TableNotFound)
            ),
            _ => false,
        }
}

impl IndexedTable {
    /// Carries out a request on one row, other than a wait.
    pub(crate) async fn execute(
        &self,
        reading: Reading<'_>,
        request: Request<Bytes>,
        deadline: Deadline,
    ) -> Result<Executed> {
        Ok(match request {
            Request::ReadRow => {
                let read = self.read_row(reading, deadline).await;
                return read.map(|read| Executed::of(Response::Row(read)));
            }
            Request::PutEntries { entries, at } => {
                let puts = self.puts_of(&entries, at);
                self.change_entries(puts, deadline).await
            }
            Request::DeleteEntries { entries, up_to } => {
                let deletions = self.deletions_of(&entries, up_to);
                self.change_entries(deletions, deadline).await
            }
            Request::WriteRow {
                check,
                stamp,
                change,
            } => {
                let mutation = self.stamped(&change, stamp)?;
                self.write_row(check, mutation, deadline).await
            }
            Request::RaiseStamp { check, stamp } => {
                let mutation = self.stamp_put(reading.row, stamp)?;
                self.write_row(check, mutation, deadline).await
            }
            Request::RemoveStamp { stamp } => {
                let removal = self.stamp_removal(reading.row, stamp)?;
                self.write_row(Check::Equals(stamp), removal, deadline)
                    .await
            }
            Request::Wait { .. } => Executed::of(Response::Done),
        })
    }

    /// The puts of entries, each with its index.
    pub(crate) fn puts_of(
        &self,
        entries: &Entries,
        at: i64,
    ) -> Result<Vec<(usize, Mutation)>, Error> {
        let puts = entries.iter().map(|entry| {
            let put = entry.put(self.index(entry.index), at)?;
            Ok((entry.index, put))
        });
        puts.collect()
    }

    /// The deletions of entries up to a timestamp, each with its index.
    pub(crate) fn deletions_of(
        &self,
        entries: &Entries,
        up_to: i64,
    ) -> Result<Vec<(usize, Mutation)>, Error> {
        let deletions = entries.iter().map(|entry| {
            let deletion = entry.deletion(self.index(entry.index).column(), up_to)?;
            Ok((entry.index, deletion))
        });
        deletions.collect()
    }

    /// Changes entries of several indexes, each with the index's position.
    pub(crate) async fn mutate_entries(
        &self,
        mutations: Vec<(usize, Mutation)>,
        deadline: Deadline,
    ) -> Result<(), Error> {
        let mut by_index: Vec<Vec<Mutation>> = vec![Vec::new(); self.definition.indexes.len()];
        for (index, mutation) in mutations {
            by_index[index].push(mutation);
        }
        for (index, mut mutations) in by_index.into_iter().enumerate() {
            let table = &self.index(index).table;
            match mutations.len() {
                0 => {}
                1 => {
                    let mutation = mutations.remove(0);
                    self.backend.mutate(table, mutation, deadline).await?;
                }
                _ => {
                    let results = self.backend.mutate_many(table, mutations, deadline).await?;
                    results.into_iter().collect::<Result<(), Error>>()?;
                }
            }
        }
        Ok(())
    }

    async fn change_entries(
        &self,
        changes: Result<Vec<(usize, Mutation)>, Error>,
        deadline: Deadline,
    ) -> Executed {
        let done = match changes {
            Ok(changes) => self.mutate_entries(changes, deadline).await,
            Err(error) => Err(error),
        };
        Executed::from_result(done, |()| Response::Done)
    }

    async fn write_row(
        &self,
        check: Check<u128>,
        mutation: Mutation,
        deadline: Deadline,
    ) -> Executed {
        let check = self.checked(check, mutation);
        let table = &self.definition.table;
        let checked = self.backend.check_and_mutate(table, check, deadline).await;
        Executed::from_result(checked, Response::Checked)
    }

    /// The mutation under its condition.
    pub(crate) fn checked(&self, check: Check<u128>, mutation: Mutation) -> CheckAndMutate {
        let (family, qualifier) = self.definition.stamp.clone();
        let condition = match check {
            Check::Equals(stamp) => {
                Condition::unchanged(family, qualifier, Some(stamp.encode().to_vec()))
            }
            Check::Absent => Condition::unchanged(family, qualifier, None),
            // Weakened rules, which only the model checker uses.
            Check::AnyAt(_) | Check::Always => Condition::Filter(Filter::Page(0)),
        };
        CheckAndMutate::new(condition, mutation)
    }

    pub(crate) fn stamp_removal(&self, row: &[u8], stamp: Stamp<u128>) -> Result<Mutation> {
        let (family, qualifier) = &self.definition.stamp;
        let mut removal = Mutation::new(row);
        removal.delete_column(family, qualifier, Some(stamp.at))?;
        Ok(removal)
    }

    fn stamp_put(&self, row: &[u8], stamp: Stamp<u128>) -> Result<Mutation> {
        let (family, qualifier) = &self.definition.stamp;
        let mut put = Mutation::new(row);
        put.put_at(family, qualifier, stamp.at, &stamp.encode())?;
        Ok(put)
    }

    /// The mutation at the stamp's timestamp, with the stamp. Deletions are one below it, so that they hide
    /// every cell that was read, and no cell that is put.
    pub(crate) fn stamped(&self, change: &Change, stamp: Stamp<u128>) -> Result<Mutation> {
        let mutation = &*change.0;
        let mut stamped = self.stamp_put(mutation.row(), stamp)?;
        stamped.durability = mutation.durability;
        // HBase rejects negative timestamps.
        let below = Some((stamp.at - 1).max(0));
        if mutation.row_deletion().is_some() {
            // The stamp's family is not among them. Without the stamp, an insert by a slower clock would be
            // accepted below this delete marker, and nobody would see it.
            for family in &self.definition.families {
                stamped.delete_family(family, below)?;
            }
        }
        for cell in mutation.cells() {
            use hbase_backend::CellKind::{DeleteColumn, DeleteFamily};
            match cell.kind {
                DeleteFamily => stamped.delete_family(cell.family, below)?,
                DeleteColumn => stamped.delete_column(cell.family, cell.qualifier, below)?,
                _ => stamped.put_at(cell.family, cell.qualifier, stamp.at, cell.value)?,
            };
        }
        Ok(stamped)
    }
}

/// A row key in messages.
pub(crate) fn printable(row: &[u8]) -> String {
    hbase_model::printable::Printable(row).to_string()
}
