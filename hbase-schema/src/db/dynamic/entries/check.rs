//! Compares a row's entries with its index, in both directions.

use std::collections::HashSet;

use hbase_backend::{CellRef, Deadline};

use super::cells::{IndexCell, index_cells};
use super::found::Found;
use super::load::{LOOK_UP, Loaded, Loader, LookedUp, Pace};
use super::report::{IndexReport, MissingColumn, StaleColumn};
use super::request::EntriesRequest;
use super::stream::some_of;
use crate::cell::DecodeCell;
use crate::codec::CodecError;
use crate::db::batches::call::out_of_time;
use crate::db::connection::link::operation;
use crate::db::dynamic::chunks::Chunks;
use crate::db::dynamic::decode;
use crate::db::dynamic::source::{STREAM_CELLS, Source};
use crate::db::dynamic::span::Span;
use crate::db::error::{CallContext, Error};
use crate::db::paging::stream::ItemStream;
use crate::dynamic::values::decode_qualifier;
use crate::row_index::{EntryId, IndexedEntries, IndexedEntry};
use crate::table::{Table, WithoutIndex};

/// The bytes of entries that are compared at once.
const BYTES: usize = 4 << 20;

/// An entry as it was read.
pub(super) struct Stored {
    pub(super) id: EntryId,
    pub(super) timestamp: i64,
    pub(super) bytes: Vec<u8>,
    /// The index columns that it should have, or the reason why these are not known.
    index: Result<Vec<IndexCell>, CodecError>,
}

impl<R, E, C> EntriesRequest<R, E, C>
where
    R: Table + 'static,
    E: IndexedEntry + for<'r> DecodeCell<'r, C> + Send + 'static,
    C: 'static,
{
    /// Compares the row's entries with its index: index columns without their entry, and entries that
    /// lack index columns. The whole row is read, in parts.
    ///
    /// Changes meanwhile may be reported as differences. In a plain index, an entry lacks its column
    /// only if no other entry has it.
    ///
    /// # Errors
    /// [`Error::Key`], [`Error::Row`] for qualifiers that cannot be decoded, and [`Error::Backend`], also
    /// if the whole call takes longer than
    /// [`Limits::operation_timeout`](crate::Limits::operation_timeout). Entries that cannot be decoded or
    /// indexed are in the report.
    pub async fn verify(self) -> Result<IndexReport, Error> {
        self.compare("verify_entries", false).await
    }

    /// Deletes index columns without their entry, and puts those that entries lack, including the index of entries that
    /// are older than the index. If a field holds the cells' timestamp (`#[timestamp]`), index columns get their
    /// entry's timestamp. Each change is atomic, and takes effect only if
    /// the entry is still as it was read
    /// ([`Capability::CheckAndMutate`](hbase_backend::Capability::CheckAndMutate)). The call is
    /// idempotent.
    ///
    /// # Errors
    /// Same as [`verify`](Self::verify). After the operation's timeout, a running change is waited for.
    pub async fn repair(self) -> Result<IndexReport, Error>
    where
        R: WithoutIndex,
    {
        self.compare("repair_entries", true).await
    }

    async fn compare(self, call: &'static str, repairs: bool) -> Result<IndexReport, Error> {
        let timeout = self.connection.options.operation_timeout;
        let comparison = Comparison {
            call,
            repairs,
            end: Deadline::after(timeout),
            loader: self.loader()?,
            pace: Pace::new(),
            report: IndexReport::default(),
        };
        if repairs {
            // No running write is dropped: the time is checked before each.
            return comparison.run().await;
        }
        operation(CallContext::of::<R>(call), timeout, comparison.run()).await
    }
}

/// A comparison of a row's entries with its index.
struct Comparison<R, E, C> {
    call: &'static str,
    repairs: bool,
    /// The deadline of all calls together.
    end: Deadline,
    loader: Loader<R, E, C>,
    pace: Pace,
    report: IndexReport,
}

impl<R, E, C> Comparison<R, E, C>
where
    R: Table + 'static,
    E: IndexedEntry + for<'r> DecodeCell<'r, C> + Send + 'static,
    C: 'static,
{
    async fn run(mut self) -> Result<IndexReport, Error> {
        self.check_columns().await?;
        self.check_entries().await?;
        Ok(self.report)
    }

    fn check_time(&self) -> Result<(), Error> {
        if self.end.is_over() {
            let about = CallContext::of::<R>(self.call);
            return Err(out_of_time(about.row(&self.loader.row.row)));
        }
        Ok(())
    }

    /// Finds index columns without their entry.
    async fn check_columns(&mut self) -> Result<(), Error> {
        let loader = self.loader.clone();
        let all = Span::with_prefix(loader.of.index().prefix.as_bytes());
        let about = CallContext::of::<R>(self.call);
        let mut columns = loader.index_stream(about, all, STREAM_CELLS);
        loop {
            self.check_time()?;
            let mut found = some_of(&mut columns, LOOK_UP).await?;
            if found.is_empty() {
                return Ok(());
            }
            self.report.columns += found.len() as u64;
            while !found.is_empty() {
                let looked_up = loader.load(self.call, &mut found, &mut self.pace);
                for LookedUp { found, loaded } in looked_up.await? {
                    // It is unknown which columns other entries have.
                    if let Ok(Loaded::Stale(column)) = loaded {
                        self.add_stale(&found, column).await?;
                    }
                }
            }
        }
    }

    async fn add_stale(&mut self, found: &Found, column: StaleColumn) -> Result<(), Error> {
        if self.repairs {
            self.check_time()?;
            let deleted = self.loader.delete_stale(self.call, found, column.reason);
            self.report.repaired += deleted.await?;
        }
        self.report.add_stale(column);
        Ok(())
    }

    /// Finds entries that lack index columns.
    async fn check_entries(&mut self) -> Result<(), Error> {
        let mut stored = self.loader.stored(self.call);
        loop {
            self.check_time()?;
            let entries = some_entries(&mut stored).await?;
            if entries.is_empty() {
                return Ok(());
            }
            self.report.entries += entries.len() as u64;
            let indexable = self.indexable(entries);
            for (stored, missing) in self.loader.lacking(self.call, indexable).await? {
                self.add_missing(&stored, missing).await?;
            }
        }
    }

    /// The entries with their index columns; reports those whose columns are not known.
    fn indexable(&mut self, entries: Vec<Stored>) -> Vec<(Stored, Vec<IndexCell>)> {
        let mut indexable = Vec::with_capacity(entries.len());
        for mut stored in entries {
            match std::mem::replace(&mut stored.index, Ok(Vec::new())) {
                Ok(cells) => indexable.push((stored, cells)),
                Err(error) => self.report.add_undecodable(stored.id, error),
            }
        }
        indexable
    }

    async fn add_missing(&mut self, stored: &Stored, missing: Vec<IndexCell>) -> Result<(), Error> {
        if self.repairs {
            self.check_time()?;
            let put = self.loader.put_missing(self.call, stored, &missing);
            self.report.repaired += put.await?;
        }
        let id = stored.id;
        for IndexCell { name, .. } in missing {
            let qualifier = name;
            self.report.add_missing(MissingColumn { qualifier, id });
        }
        Ok(())
    }
}

/// The next entries, a limited number of bytes.
async fn some_entries(entries: &mut ItemStream<Stored>) -> Result<Vec<Stored>, Error> {
    let (mut some, mut bytes) = (Vec::new(), 0);
    while some.len() < LOOK_UP && bytes < BYTES {
        let Some(stored) = entries.next().await else {
            break;
        };
        let stored = stored?;
        bytes += stored.bytes.len();
        some.push(stored);
    }
    Ok(some)
}

impl<R, E, C> Loader<R, E, C>
where
    R: Table + 'static,
    E: IndexedEntry + for<'r> DecodeCell<'r, C> + Send + 'static,
    C: 'static,
{
    /// The entries that lack index columns, each with these.
    async fn lacking(
        &self,
        call: &'static str,
        mut expected: Vec<(Stored, Vec<IndexCell>)>,
    ) -> Result<Vec<(Stored, Vec<IndexCell>)>, Error> {
        let names = expected.iter().flat_map(|(_, cells)| cells);
        let names: Vec<Vec<u8>> = names.map(|cell| cell.name.clone()).collect();
        let found = self
            .read_columns(call, self.of.index().family, &names)
            .await?;
        let cells = found.iter().flat_map(hbase_backend::Row::cells);
        let present: HashSet<&[u8]> = cells.map(|cell| cell.qualifier).collect();
        for (_, cells) in &mut expected {
            cells.retain(|cell| !present.contains(cell.name.as_slice()));
        }
        expected.retain(|(_, missing)| !missing.is_empty());
        Ok(expected)
    }

    /// All entries of the row.
    fn stored(&self, call: &'static str) -> ItemStream<Stored> {
        let (of, about) = (self.of, CallContext::of::<R>(call));
        let schema = of.data().schema();
        let read = self.family_read(call, schema.family, false);
        let all = Span::with_prefix(schema.prefix.as_bytes());
        let source = Source::of_row(read, self.row.row.clone(), all);
        let entries = Chunks::new(source, None, move |row, _, each| {
            let decode = |name: &[u8], cell: &CellRef<'_>| stored_of(of, name, cell);
            decode::columns::<R, _>(schema, row, about, decode, each);
        });
        ItemStream::new(about, &self.connection, Ok(entries))
    }
}

/// An entry as it was read, with the index columns that it should have.
fn stored_of<R, E, C>(
    of: IndexedEntries<R, E, C>,
    name: &[u8],
    cell: &CellRef<'_>,
) -> Result<Stored, CodecError>
where
    E: IndexedEntry + for<'r> DecodeCell<'r, C>,
{
    let id: EntryId = decode_qualifier(of.data().schema(), name)?;
    let index = E::decode_cell(cell.value).and_then(|entry| index_cells(of, id, &entry));
    Ok(Stored {
        id,
        timestamp: cell.timestamp,
        bytes: cell.value.to_vec(),
        index,
    })
}
