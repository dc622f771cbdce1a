//! The machines' types in the driver: bytes, milliseconds, durations since the machine's start.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;
use std::time::Duration;

use hbase_backend::Mutation;

use crate::content::Content;
use crate::definition::TableDefinition;
use crate::entry::{Entries, EntryKey, RowKeys, check_length};
use crate::intent::Intent;
use crate::overlay::{determines, overlay};
use crate::protocol::{AllRules, Domain, Plan};
use crate::wanted::Wanted;

/// The cells of a write, without timestamps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Change(pub(crate) Arc<Mutation>);

impl Hash for Change {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.cells().as_bytes().hash(state);
    }
}

/// A table's definition, and which of its indexes are written.
#[derive(Clone)]
pub(crate) struct Bytes {
    pub(crate) definition: Arc<TableDefinition>,
    pub(crate) is_written: Vec<bool>,
    pub(crate) query_limit: Duration,
}

impl fmt::Debug for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Bytes").field(&self.is_written).finish()
    }
}

impl PartialEq for Bytes {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.definition, &other.definition) && self.is_written == other.is_written
    }
}

impl Eq for Bytes {}

impl Hash for Bytes {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.is_written.hash(state);
    }
}

impl Bytes {
    /// The values of one index of a row.
    pub(crate) fn values_of(
        &self,
        index: usize,
        content: &Content,
    ) -> Result<Vec<Vec<u8>>, String> {
        let (Some(row), Some(index)) = (&content.0, self.definition.indexes.get(index)) else {
            return Ok(Vec::new());
        };
        let mut columns = index.depends_on.iter();
        if !columns.any(|(family, qualifier)| row.cell(family, qualifier).is_some()) {
            return Ok(Vec::new());
        }
        let values = (index.values)(row)?;
        for value in &values {
            check_length(&index.table, value, row.key())?;
        }
        Ok(values)
    }
}

impl Bytes {
    fn written(&self) -> impl Iterator<Item = usize> + '_ {
        let indexes = self.is_written.iter().enumerate();
        indexes.filter_map(|(index, is_written)| is_written.then_some(index))
    }

    fn plan_of(&self, content: &Content, mutation: Mutation) -> Result<Plan<Self>, String> {
        let (change, after) = overlay(&self.definition, content, mutation)?;
        let entries = self.entries(&after)?;
        let change = Change(Arc::new(change));
        Ok(Plan { change, entries })
    }

    /// Adds the entries of one index, if the values can be computed.
    fn add_entries(
        &self,
        index: usize,
        content: &Content,
        entries: &mut Entries,
    ) -> Result<(), String> {
        let Some(row) = &content.0 else {
            return Ok(());
        };
        for value in self.values_of(index, content)? {
            let row = row.key().to_vec();
            entries.insert(EntryKey { index, value, row });
        }
        Ok(())
    }
}

impl Domain for Bytes {
    type Row = Vec<u8>;
    type Content = Content;
    type Intent = Intent;
    type Change = Change;
    type Entry = EntryKey;
    type Entries = Entries;
    type Rows = RowKeys;
    type Wanted = Wanted;
    type Moment = Duration;
    type Id = u128;
    type Rejected = String;
    type Rules = AllRules;

    fn rules(&self) -> AllRules {
        AllRules
    }

    fn plan(&self, intent: &Intent, content: &Content) -> Result<Option<Plan<Self>>, String> {
        let mutation = intent.mutation(content.0.as_ref())?;
        mutation
            .map(|mutation| self.plan_of(content, mutation))
            .transpose()
    }

    fn foresee(&self, intent: &Intent) -> Option<Plan<Self>> {
        let certain = intent.certain();
        let mutation = certain.filter(|mutation| determines(&self.definition, mutation))?;
        // A rejected mutation is rejected after the read too.
        self.plan_of(&self.no_content(), mutation.clone()).ok()
    }

    fn renewal(&self, intent: &Intent, content: &Content) -> Option<Plan<Self>> {
        self.plan_of(content, Mutation::new(intent.row())).ok()
    }

    fn no_content(&self) -> Content {
        Content(None)
    }

    fn entries(&self, content: &Content) -> Result<Entries, String> {
        let mut entries = Entries::default();
        for index in self.written() {
            self.add_entries(index, content, &mut entries)?;
        }
        Ok(entries)
    }

    fn known_entries(&self, content: &Content) -> Entries {
        let mut entries = Entries::default();
        for index in self.written() {
            // An index whose values cannot be computed adds no entries.
            let _ = self.add_entries(index, content, &mut entries);
        }
        entries
    }

    fn row_of(&self, entry: &EntryKey) -> Vec<u8> {
        entry.row.clone()
    }

    fn matches(&self, wanted: &Wanted, content: &Content) -> bool {
        let Some(row) = &content.0 else {
            return false;
        };
        let values = self.values_of(wanted.index(), content).unwrap_or_default();
        values.iter().any(|value| wanted.has(value)) && wanted.accepts(row)
    }

    fn is_late(&self, since: Duration, now: Duration) -> bool {
        now.saturating_sub(since) > self.query_limit
    }
}
