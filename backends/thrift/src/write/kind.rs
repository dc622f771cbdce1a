//! The kind of a mutation, and whether the gateway can express it.

use hbase_backend::retry::Idempotency;
use hbase_backend::{Capability, CellKind, Durability, Error, LATEST_TIMESTAMP, Mutation, Result};

use crate::check::{check_family, writes_to_wal};
use crate::unsupported::{unsupported, unsupported_use};

/// The common properties of a mutation's cells: a call of the gateway has one operation and one
/// timestamp, for one row or for several.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct WriteKind {
    pub(super) operation: WriteOperation,
    /// [`LATEST_TIMESTAMP`] for the server's clock.
    pub(super) timestamp: i64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum WriteOperation {
    Put,
    /// A delete of columns and families.
    Delete,
    DeleteRow,
}

impl WriteKind {
    /// The kind of a mutation.
    ///
    /// # Errors
    /// The errors of `validate`, and [`Error::Unsupported`] for mutations that the gateway cannot apply in one
    /// call: puts and deletes, several timestamps, single versions.
    pub(super) fn of(mutation: &Mutation) -> Result<Self> {
        mutation.validate()?;
        writes_to_wal(mutation.durability)?;
        if mutation.ttl_ms.is_some() {
            return Err(unsupported(Capability::CellTtl));
        }
        let mut common = row_deletion(mutation)?;
        for cell in mutation.cells() {
            check_family(cell.family)?;
            let kind = Self {
                operation: operation(cell.kind)?,
                timestamp: cell.timestamp,
            };
            match common {
                Some(common) => expect_same(common, kind)?,
                None => common = Some(kind),
            }
        }
        common.ok_or_else(|| Error::invalid("a mutation that does nothing"))
    }

    /// A write with an explicit timestamp has the same effect if it is sent twice.
    pub(super) fn idempotency(self) -> Idempotency {
        if self.timestamp == LATEST_TIMESTAMP {
            Idempotency::Once
        } else {
            Idempotency::Idempotent
        }
    }
}

/// The deletion of the whole row, if there is one; the gateway's method has no durability.
fn row_deletion(mutation: &Mutation) -> Result<Option<WriteKind>> {
    let Some(timestamp) = mutation.row_deletion() else {
        return Ok(None);
    };
    if mutation.durability != Durability::UseDefault {
        let what = format!("the deletion of a row with {:?}", mutation.durability);
        return Err(unsupported_use(Capability::Durability, &what));
    }
    Ok(Some(WriteKind {
        operation: WriteOperation::DeleteRow,
        timestamp,
    }))
}

fn operation(kind: CellKind) -> Result<WriteOperation> {
    match kind {
        CellKind::Put => Ok(WriteOperation::Put),
        CellKind::DeleteColumn | CellKind::DeleteFamily => Ok(WriteOperation::Delete),
        CellKind::Delete | CellKind::DeleteFamilyVersion => {
            Err(unsupported(Capability::DeleteVersion))
        }
    }
}

fn expect_same(a: WriteKind, b: WriteKind) -> Result<()> {
    if a.operation != b.operation {
        let both_delete = ![a.operation, b.operation].contains(&WriteOperation::Put);
        return Err(if both_delete {
            let what = "the deletion of a row beside that of a family or column";
            unsupported_use(Capability::AtomicRowMutation, what)
        } else {
            unsupported(Capability::AtomicRowMutation)
        });
    }
    if a.timestamp != b.timestamp {
        return Err(unsupported(Capability::CellTimestamps));
    }
    Ok(())
}

/// The families of a mutation.
pub(super) fn families(mutation: &Mutation) -> Vec<Vec<u8>> {
    let cells = mutation.cells().iter();
    cells.map(|cell| cell.family.to_vec()).collect()
}
