//! Mutations, conditions, increments, appends. Every field is named.

use hbase_model::{
    Append, CellBlock, CellKind, CellRef, CheckAndMutate, Condition, Durability, Increment,
    Mutation,
};

use super::Extremes;

/// Each of them.
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

/// A cell on its own.
type Piece = (CellKind, Vec<u8>, Vec<u8>, i64, Vec<u8>);

impl Extremes {
    fn durability(&mut self) -> Durability {
        if self.is_odd() {
            return *self.one_of(DURABILITIES);
        }
        Durability::UseDefault
    }

    fn ttl_ms(&mut self) -> Option<u64> {
        if self.is_odd() {
            Some(self.number())
        } else {
            None
        }
    }

    fn piece(&mut self) -> Piece {
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

    /// A mutation, or `None` where the model itself refuses a cell of it.
    pub(super) fn mutation(&mut self) -> Option<Mutation> {
        let row = self.row();
        let mut cells = CellBlock::new();
        for (kind, family, qualifier, timestamp, value) in self.list(Self::piece) {
            let other = if self.is_odd() {
                Some(self.row())
            } else {
                None
            };
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

    pub(super) fn check(&mut self) -> Option<CheckAndMutate> {
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
