//! Mutations, conditions, increments, appends. Every field is named.

use hbase_backend::{
    Append, CellBlock, CellKind, CellRef, CheckAndMutate, Condition, Durability, Increment,
    Mutation,
};

use super::Extremes;

/// All durabilities.
const DURABILITIES: &[Durability] = &[
    Durability::UseDefault,
    Durability::SkipWal,
    Durability::AsyncWal,
    Durability::SyncWal,
    Durability::FsyncWal,
];

const KINDS: &[CellKind] = &[
    CellKind::Put,
    CellKind::Delete,
    CellKind::DeleteFamilyVersion,
    CellKind::DeleteColumn,
    CellKind::DeleteFamily,
];

/// Type, family, qualifier, timestamp and value of a cell.
type CellParts = (CellKind, Vec<u8>, Vec<u8>, i64, Vec<u8>);

impl Extremes {
    fn durability(&mut self) -> Durability {
        if self.is_odd() {
            return *self.one_of(DURABILITIES);
        }
        Durability::UseDefault
    }

    fn ttl_ms(&mut self) -> Option<u64> {
        self.odd(Self::number)
    }

    fn cell_parts(&mut self) -> CellParts {
        let kind = if self.is_odd() {
            *self.one_of(KINDS)
        } else {
            CellKind::Put
        };
        let timestamp = if self.yes() {
            i64::MAX
        } else {
            self.timestamp()
        };
        (
            kind,
            self.family(),
            self.qualifier(),
            timestamp,
            self.value(),
        )
    }

    /// A mutation, or `None` if the model itself rejects a cell of it.
    pub(super) fn mutation(&mut self) -> Option<Mutation> {
        let row = self.row();
        let mut cells = CellBlock::new();
        for (kind, family, qualifier, timestamp, value) in self.list(Self::cell_parts) {
            let other = self.odd(Self::row);
            let cell = CellRef {
                row: other.as_ref().unwrap_or(&row),
                family: &family,
                qualifier: &qualifier,
                timestamp,
                kind,
                value: &value,
            };
            cells.push(cell).ok()?;
        }
        let mut mutation = Mutation::from_block(row, cells);
        if self.is_odd() {
            let timestamp = self.maybe(Self::timestamp);
            mutation.delete_row(timestamp);
        }
        mutation.durability = self.durability();
        mutation.ttl_ms = self.ttl_ms();
        Some(mutation)
    }

    fn condition(&mut self) -> Condition {
        match self.rng.u8(..3) {
            0 => Condition::Absent {
                family: self.family(),
                qualifier: self.qualifier(),
            },
            1 => Condition::Compare {
                family: self.family(),
                qualifier: self.qualifier(),
                op: self.op(),
                comparator: self.comparator(),
            },
            _ => Condition::Filter(self.filter()),
        }
    }

    pub(super) fn check_and_mutate(&mut self) -> Option<CheckAndMutate> {
        let mutation = self.mutation()?;
        Some(CheckAndMutate {
            condition: self.condition(),
            time_range: self.time_range(),
            mutation,
        })
    }

    pub(super) fn increment(&mut self) -> Increment {
        Increment {
            row: self.row(),
            columns: self.list(|x| {
                let qualifier = if x.is_odd() {
                    x.qualifier()
                } else {
                    b"n".to_vec()
                };
                (x.family(), qualifier, x.amount())
            }),
            durability: self.durability(),
            ttl_ms: self.ttl_ms(),
        }
    }

    pub(super) fn append(&mut self) -> Append {
        Append {
            row: self.row(),
            columns: self.list(|x| (x.family(), x.qualifier(), x.value())),
            durability: self.durability(),
            ttl_ms: self.ttl_ms(),
        }
    }
}
