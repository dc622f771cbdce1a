//! Querying rows by their indexed values.

use std::collections::BTreeMap;
use std::ops::Deref;
use std::sync::{Arc, OnceLock};

use hbase_backend::{ColumnSelection, Deadline, Filter, Get, Row};
use hbase_model::TableName;

use crate::bucket_pages::BucketPages;
use crate::content::Content;
use crate::domain::Bytes;
use crate::entry::{Computed, EntryKey};
use crate::error::{IndexError, Result};
use crate::protocol::{Query, QueryFailure, QueryRequest, QueryResponse};
use crate::table::IndexedTable;
use crate::wanted::{Accepts, ValueRange, Wanted};

/// The rows of a query, by batch. `T` is a reference to the table, or shares it.
#[derive(Debug)]
pub struct Rows<T> {
    pub(crate) table: T,
    pub(crate) domain: Bytes,
    pub(crate) wanted: Wanted,
    /// `None` after the end and an error. If a batch's future was dropped, the next one continues the same
    /// batch.
    query: Option<Query<Bytes>>,
    /// Of an index with buckets.
    pub(crate) bucket_pages: BucketPages,
    /// Maximum entries of the first scan.
    pub(crate) first_page: u64,
    columns: Vec<ColumnSelection>,
    filter: Option<Filter>,
    whole_families: bool,
    position: Option<Vec<u8>>,
    /// Rows that old entries led to, by the positions of their values, which the query has not reached yet.
    ahead: BTreeMap<Vec<u8>, Row>,
    /// The entries of the rows, if the index is not readable yet.
    pub(crate) computed: OnceLock<Computed>,
}

impl IndexedTable {
    /// The rows that have a value in one of `ranges` and pass `accepts`, in the order of the values. A row with
    /// several such values is returned once, at any of them. Ranges do not contain the bytes of buckets: a query reads
    /// all buckets, and merges their entries.
    ///
    /// Rows have the `columns`, or all families but the stamp's if `columns` is empty. They also have the
    /// columns that the index depends on, which `accepts` sees too.
    ///
    /// # Errors
    /// [`IndexError::UnknownIndex`].
    pub fn query(
        &self,
        index: &TableName,
        ranges: Vec<ValueRange>,
        columns: Vec<ColumnSelection>,
        accepts: impl Fn(&Row) -> bool + Send + Sync + 'static,
    ) -> Result<Rows<&Self>> {
        self.rows(self, index, ranges, columns, Arc::new(accepts))
    }

    /// The same for rows that keep the table.
    ///
    /// # Errors
    /// [`IndexError::UnknownIndex`].
    pub fn into_query(
        self: Arc<Self>,
        index: &TableName,
        ranges: Vec<ValueRange>,
        columns: Vec<ColumnSelection>,
    ) -> Result<Rows<Arc<Self>>> {
        self.rows(
            Arc::clone(&self),
            index,
            ranges,
            columns,
            Arc::new(|_| true),
        )
    }

    fn rows<T>(
        &self,
        table: T,
        index: &TableName,
        ranges: Vec<ValueRange>,
        columns: Vec<ColumnSelection>,
        accepts: Arc<Accepts>,
    ) -> Result<Rows<T>> {
        let position = self.position(index)?;
        let buckets = self.index(position).buckets;
        let wanted = Wanted::new(position, buckets, ranges, accepts);
        Ok(Rows {
            table,
            domain: self.domain_of(position),
            query: Some(Query::new(wanted.clone(), wanted.is_several())),
            bucket_pages: BucketPages::default(),
            first_page: self.settings.page.into(),
            columns: self.columns_of(position, columns),
            filter: None,
            whole_families: false,
            wanted,
            position: None,
            ahead: BTreeMap::new(),
            computed: OnceLock::new(),
        })
    }

    /// The columns to read; those that the index depends on are among them.
    fn columns_of(&self, index: usize, columns: Vec<ColumnSelection>) -> Vec<ColumnSelection> {
        let mut get = Get::default();
        get.read.columns = columns;
        if get.read.columns.is_empty() {
            for family in &self.definition.families {
                get.read.add_family(family);
            }
        }
        for (family, qualifier) in &self.index(index).depends_on {
            get.read.add_column(family, qualifier);
        }
        get.read.columns
    }
}

impl<T: Deref<Target = IndexedTable>> Rows<T> {
    /// Limits the first scan to this many entries, for a caller that needs this many rows.
    pub fn expecting(mut self, rows: u64) -> Self {
        self.first_page = rows.clamp(1, self.table.settings.page.into());
        self
    }

    /// The position after a row of a batch, as [`position`](Self::position); `None` if it does not have exactly
    /// one value that the query matches.
    pub fn position_after(&self, row: &Row) -> Option<Vec<u8>> {
        let content = Content(Some(row.clone()));
        let mut positions = self.value_positions(&content);
        let position = positions.next()?;
        positions.next().is_none().then_some(position)
    }

    /// The positions of the values of a row that the query matches.
    fn value_positions(&self, content: &Content) -> impl Iterator<Item = Vec<u8>> {
        let row = content.0.as_ref().map_or(&[][..], Row::key);
        let values = self.domain.values_of(self.wanted.index(), content);
        let values = values.unwrap_or_default().into_iter();
        let matching = values.filter(|value| self.wanted.has(value));
        matching.map(move |value| self.wanted.position_of(&value, row))
    }

    /// Returns only rows that pass a filter on the server. The filter must keep the cells of the columns that
    /// the index depends on.
    pub fn filtered(mut self, filter: Option<Filter>) -> Self {
        self.filter = filter;
        self
    }

    /// The columns that are read: those of the query, and those that the index depends on.
    pub fn columns(&self) -> &[ColumnSelection] {
        &self.columns
    }

    /// Sets whether the backend may read the columns' families whole if that is faster (default false); see
    /// [`ReadOptions::whole_families`](hbase_backend::ReadOptions::whole_families).
    pub fn reading_whole_families(mut self, is_allowed: bool) -> Self {
        self.whole_families = is_allowed;
        self
    }

    /// Continues a query at the [`position`](Self::position) of another one with the same condition.
    ///
    /// The result is complete only within one query. A row whose value changed between the start of the first
    /// query and the end of the second may be in both or in neither, although each of its values matched; any
    /// other row is in one of them. The reason is that entries of changed rows are deleted after the query
    /// limit, while a position may be used at any time and on any host, and hosts have no common clock. Within
    /// one query, [`next_batch`](Self::next_batch) reports that it took too long.
    pub fn after(mut self, position: Vec<u8>) -> Self {
        let entry = self.entry_at(position);
        self.query = self.query.map(|query| query.after(entry));
        self
    }

    /// The position of the query: after the last batch.
    pub fn position(&self) -> Option<&[u8]> {
        self.position.as_deref()
    }

    pub(crate) fn entry_at(&self, key: Vec<u8>) -> EntryKey {
        EntryKey {
            index: self.wanted.index(),
            value: key,
            row: Vec::new(),
        }
    }

    /// The next rows, about [`page`](crate::Settings::page) at most, maybe an empty batch; `None` at the end. A
    /// returned batch is complete, even if a later call fails. Its rows are current, except that a row found
    /// through an old entry was read when the query reached that entry. A dropped future loses nothing: the next
    /// call reads the same batch.
    ///
    /// # Errors
    /// [`IndexError::NotReadable`], [`IndexError::OtherDefinition`], [`IndexError::StateChanged`],
    /// [`IndexError::Late`] and [`IndexError::TooManyRows`] for a query of several values, and
    /// [`IndexError::Backend`]; the query has then ended.
    pub async fn next_batch(&mut self, deadline: Deadline) -> Result<Option<Vec<Row>>> {
        while let Some(request) = self.query.as_ref().and_then(Query::request) {
            // The query stays in its place, so that nothing is lost if this future is dropped here.
            let response = self.execute(request, deadline).await;
            let query = self.query.take();
            let now = self.table.clocks.moment();
            let response = response?;
            self.query = query.map(|query| query.respond(&self.domain, response, now));
        }
        let Some(mut query) = self.query.take() else {
            return Ok(None);
        };
        if let Some(failure) = query.failure() {
            return Err(self.error(failure));
        }
        let Some(batch) = query.take_batch() else {
            return Ok(None);
        };
        self.check_size(&query)?;
        self.position = batch.next.as_ref().map(EntryKey::key);
        let found = batch.found.into_iter();
        let rows = self.in_order(found.map(|(_, content)| content));
        if batch.is_last {
            return Ok((!rows.is_empty()).then_some(rows));
        }
        self.first_page = self.table.settings.page.into();
        self.query = Some(query);
        Ok(Some(rows))
    }

    /// The rows up to the query's position, in the order of their values. An old entry may lead to a row whose value
    /// comes later: the row waits until the query reaches that value.
    fn in_order(&mut self, found: impl Iterator<Item = Content>) -> Vec<Row> {
        if !self.wanted.is_several() {
            return found.filter_map(|content| content.0).collect();
        }
        let mut rows = Vec::new();
        for content in found {
            let first = self.value_positions(&content).min();
            let Some(row) = content.0 else { continue };
            match first {
                Some(at) => drop(self.ahead.insert(at, row)),
                None => rows.push(row),
            }
        }
        let after = self.position.as_ref().map(|last| [last, &[0][..]].concat());
        let later = after.map(|after| self.ahead.split_off(&after));
        let reached = std::mem::replace(&mut self.ahead, later.unwrap_or_default());
        rows.extend(reached.into_values());
        rows
    }

    /// All rows, in memory.
    ///
    /// # Errors
    /// As [`next_batch`](Self::next_batch).
    pub async fn all(mut self, deadline: Deadline) -> Result<Vec<Row>> {
        let mut all = Vec::new();
        while let Some(rows) = self.next_batch(deadline).await? {
            all.extend(rows);
        }
        Ok(all)
    }

    /// The rows as a stream; each batch has `timeout`.
    pub fn into_stream(
        self,
        timeout: std::time::Duration,
    ) -> impl futures_util::Stream<Item = Result<Row>> {
        use futures_util::{StreamExt, TryStreamExt, stream};
        let batches = stream::try_unfold(self, move |mut rows| async move {
            let batch = rows.next_batch(Deadline::after(timeout)).await?;
            Ok::<_, IndexError>(batch.map(|batch| (batch, rows)))
        });
        batches
            .map_ok(|batch| stream::iter(batch).map(Ok))
            .try_flatten()
    }

    async fn execute(
        &mut self,
        request: QueryRequest<Bytes>,
        deadline: Deadline,
    ) -> Result<QueryResponse<Bytes>> {
        match request {
            QueryRequest::ReadState if !self.is_running() => self.read_first_state(deadline).await,
            QueryRequest::ComputeEntries { after } => self.compute_entries(after, deadline).await,
            QueryRequest::ReadState => {
                let index = self.wanted.index();
                let state = self.table.read_state(index, deadline).await;
                let state = state.map_err(|error| match error {
                    IndexError::Backend(error) => self.table.of_states(error),
                    other => other,
                });
                Ok(QueryResponse::Current(state?))
            }
            QueryRequest::Scan { after } => self.scan(after, deadline).await,
            QueryRequest::GetRows { entries } => self.get_rows(entries, deadline).await,
        }
    }

    fn is_running(&self) -> bool {
        self.query.as_ref().is_some_and(Query::is_running)
    }

    async fn get_rows(
        &self,
        entries: Vec<EntryKey>,
        deadline: Deadline,
    ) -> Result<QueryResponse<Bytes>> {
        let gets: Vec<Get> = entries
            .iter()
            .map(|entry| {
                let mut get = Get::new(entry.row.as_slice());
                get.read.columns.clone_from(&self.columns);
                get.read.filter.clone_from(&self.filter);
                get.read.whole_families = self.whole_families;
                get
            })
            .collect();
        let table = &self.table.definition.table;
        let rows = self.table.backend.get_many(table, &gets, deadline).await?;
        let rows = entries.into_iter().zip(rows);
        let rows = rows.filter_map(|(entry, row)| Some((entry, Content(Some(row?)))));
        Ok(QueryResponse::Rows(rows.collect()))
    }

    fn check_size(&self, query: &Query<Bytes>) -> Result<()> {
        let most = self.table.settings.max_rows;
        if query.returned().len() <= most {
            return Ok(());
        }
        Err(IndexError::TooManyRows {
            index: self.table.index(self.wanted.index()).table.clone(),
            most,
        })
    }

    fn error(&self, failure: QueryFailure) -> IndexError {
        let index = self.table.index(self.wanted.index()).table.clone();
        match failure {
            QueryFailure::NotReadable(state) => IndexError::NotReadable { index, state },
            QueryFailure::StateChanged | QueryFailure::Request => {
                IndexError::StateChanged { index }
            }
            QueryFailure::Late => IndexError::Late {
                index,
                limit: self.table.settings.query_limit,
            },
        }
    }
}
