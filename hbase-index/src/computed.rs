//! Queries by an index that is not readable yet: the entries are computed from the rows.

use std::ops::{Bound, Deref};

use hbase_backend::{Deadline, Scan};

use crate::content::Content;
use crate::domain::Bytes;
use crate::entry::{Computed, EntryKey};
use crate::error::{IndexError, Result};
use crate::execute::printable;
use crate::protocol::{IndexState, QueryResponse};
use crate::query::Rows;
use crate::table::IndexedTable;

impl<T: Deref<Target = IndexedTable>> Rows<T> {
    /// The state of the index. One that is not readable yet is finished before, if that is possible.
    pub(crate) async fn read_first_state(
        &self,
        deadline: Deadline,
    ) -> Result<QueryResponse<Bytes>> {
        let index = self.wanted.index();
        let (state, was_empty) = self.table.read_for_query(index, deadline).await?;
        if !was_empty {
            return Ok(QueryResponse::Current(state));
        }
        self.table.finish_build(index, deadline).await;
        let (state, was_empty) = self.table.read_for_query(index, deadline).await?;
        if was_empty {
            Ok(QueryResponse::Unfinished(state))
        } else {
            Ok(QueryResponse::Current(state))
        }
    }

    /// A page of entries that are computed from the rows.
    pub(crate) async fn compute_entries(
        &self,
        after: Option<EntryKey>,
        deadline: Deadline,
    ) -> Result<QueryResponse<Bytes>> {
        // From one scan: a row may move to a position that a query has passed.
        let computed = if let Some(computed) = self.computed.get() {
            computed
        } else {
            let computed = self.entries_of_rows(deadline).await?;
            self.computed.get_or_init(|| computed)
        };
        let after = after.map(|entry| entry.key());
        let start = after.map_or(Bound::Unbounded, Bound::Excluded);
        let mut rest = computed.range((start, Bound::Unbounded));
        let most = usize::try_from(self.first_page).unwrap_or(usize::MAX);
        let page: Vec<_> = rest.by_ref().take(most).collect();
        let last = page.last().filter(|_| rest.next().is_some());
        Ok(QueryResponse::Page {
            next: last.map(|(at, _)| self.entry_at((*at).clone())),
            entries: page.into_iter().map(|(_, entry)| entry.clone()).collect(),
        })
    }

    async fn entries_of_rows(&self, deadline: Deadline) -> Result<Computed> {
        let (table, index) = (&*self.table, self.wanted.index());
        let most = table.settings.max_rows_before_index;
        let mut scan = Scan {
            limit: Some(u64::try_from(most).unwrap_or(u64::MAX).saturating_add(1)),
            ..Scan::new()
        };
        for (family, qualifier) in &table.index(index).depends_on {
            scan.read.add_column(family, qualifier);
        }
        let rows = table
            .scan_all(&table.definition.table, scan, deadline)
            .await?;
        if rows.len() > most {
            return Err(self.too_many(deadline).await);
        }
        let mut computed = Computed::new();
        for row in rows {
            let key = row.key().to_vec();
            let values = self.domain.values_of(index, &Content(Some(row)));
            let values = values.map_err(|why| self.undecodable(&key, why))?;
            for value in values.into_iter().filter(|value| self.wanted.has(value)) {
                let (at, row) = (self.wanted.position_of(&value, &key), key.clone());
                computed.insert(at, EntryKey { index, value, row });
            }
        }
        Ok(computed)
    }

    async fn too_many(&self, deadline: Deadline) -> IndexError {
        let (table, index) = (&*self.table, self.wanted.index());
        match table.read_state(index, deadline).await {
            Ok(state) => self.too_many_at(state),
            Err(error) => error,
        }
    }

    fn too_many_at(&self, state: IndexState) -> IndexError {
        let table = &*self.table;
        IndexError::TooManyRowsBeforeIndex {
            index: table.index(self.wanted.index()).table.clone(),
            state,
            most: table.settings.max_rows_before_index,
        }
    }

    /// The index does not become readable either.
    fn undecodable(&self, row: &[u8], why: String) -> IndexError {
        IndexError::Undecodable {
            index: self.table.index(self.wanted.index()).table.clone(),
            rows: 1,
            row: printable(row),
            why,
        }
    }
}
