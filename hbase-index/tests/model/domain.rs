//! The machines' types in the model: one row, whose content is a number, 0 for none.

use hbase_index::protocol::{Domain, EntrySet, Plan, RowSet};

use crate::switches::Switches;

/// The intent that has nothing to write.
pub(crate) const NOTHING: u8 = 7;

/// The intent that writes `value` if the row has none.
pub(crate) const fn insert(value: u8) -> u8 {
    INSERT | value
}

const INSERT: u8 = 8;

/// The types of the model, and the rules of a case; a writer that knows no index puts no entries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Small {
    pub(crate) is_indexed: bool,
    pub(crate) rules: Switches,
}

/// A set of values, as bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub(crate) struct Values(pub(crate) u8);

impl Values {
    pub(crate) fn of(value: u8) -> Self {
        Self(if value == 0 { 0 } else { 1 << value })
    }

    pub(crate) fn has(self, value: u8) -> bool {
        value != 0 && self.0 & (1 << value) != 0
    }
}

impl EntrySet<u8> for Values {
    fn minus(&self, other: &Self) -> Self {
        Self(self.0 & !other.0)
    }

    fn is_empty(&self) -> bool {
        self.0 == 0
    }

    fn contains(&self, entry: &u8) -> bool {
        self.has(*entry)
    }

    fn one(entry: u8) -> Self {
        Self::of(entry)
    }
}

/// Whether the only row is in the set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub(crate) struct OneRow(bool);

impl RowSet<()> for OneRow {
    fn insert(&mut self, (): ()) -> bool {
        !std::mem::replace(&mut self.0, true)
    }

    fn contains(&self, (): &()) -> bool {
        self.0
    }
}

/// The moment at which a query has taken too long.
pub(crate) const LATE: Running = 0x8000;

/// The running queries, writes and removals, as bits: a wait that starts now has to outlast them.
pub(crate) type Running = u16;

impl Small {
    fn plan_of(&self, new: u8) -> Plan<Self> {
        Plan {
            change: new,
            entries: Values::of(if self.is_indexed { new } else { 0 }),
        }
    }
}

impl Domain for Small {
    type Row = ();
    type Content = u8;
    type Intent = u8;
    type Change = u8;
    type Entry = u8;
    type Entries = Values;
    type Rows = OneRow;
    type Wanted = Values;
    type Moment = Running;
    type Id = u8;
    type Rejected = ();
    type Rules = Switches;

    fn rules(&self) -> Switches {
        self.rules
    }

    fn plan(&self, intent: &u8, content: &u8) -> Result<Option<Plan<Self>>, ()> {
        let new = *intent & !INSERT;
        let is_void = match *intent {
            NOTHING => true,
            0 => *content == 0,
            _ => new != *intent && *content != 0,
        };
        Ok((!is_void).then(|| self.plan_of(new)))
    }

    fn renewal(&self, _: &u8, content: &u8) -> Option<Plan<Self>> {
        Some(self.plan_of(*content))
    }

    fn foresee(&self, intent: &u8) -> Option<Plan<Self>> {
        let is_put = *intent != 0 && *intent < NOTHING;
        is_put
            .then(|| self.plan(intent, &0).ok().flatten())
            .flatten()
    }

    fn no_content(&self) -> u8 {
        0
    }

    fn entries(&self, content: &u8) -> Result<Values, ()> {
        Ok(Values::of(if self.is_indexed { *content } else { 0 }))
    }

    fn known_entries(&self, content: &u8) -> Values {
        self.entries(content).unwrap_or_default()
    }

    fn row_of(&self, _: &u8) {}

    fn matches(&self, wanted: &Values, content: &u8) -> bool {
        wanted.has(*content)
    }

    fn is_late(&self, _: Running, now: Running) -> bool {
        now & LATE != 0
    }
}
