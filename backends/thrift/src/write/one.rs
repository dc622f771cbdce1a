//! One mutation: what the gateway can say of it, and its call.

use hbase_model::{
    Capability, CellKind, Deadline, Durability, Error, LATEST_TIMESTAMP, Mutation, Result,
    TableName,
};

use super::send;
use crate::call::{Again, Link, Trouble};
use crate::check;
use crate::explain::explain;
use crate::refuse::{cannot, cannot_say};

/// What a mutation does, as the gateway takes it: one kind, one timestamp.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Manner {
    pub(super) kind: Kind,
    /// [`LATEST_TIMESTAMP`] for the server's clock.
    pub(super) timestamp: i64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Kind {
    Put,
    Delete,
    DeleteRow,
}

impl Manner {
    /// With timestamps of its own it has the same effect twice.
    pub(super) fn again(self) -> Again {
        if self.timestamp == LATEST_TIMESTAMP {
            Again::Never
        } else {
            Again::SameTwice
        }
    }
}

/// Checks a mutation.
///
/// # Errors
/// What `HBase` refuses, and [`Error::Unsupported`] for what the gateway would make something else
/// of: puts beside deletes, several timestamps, single versions.
pub(super) fn manner(mutation: &Mutation) -> Result<Manner> {
    mutation.validate()?;
    check::logged(mutation.durability)?;
    if mutation.ttl_ms.is_some() {
        return Err(cannot(Capability::CellTtl));
    }
    let mut found = row_deletion(mutation)?;
    for cell in mutation.cells() {
        check::family(cell.family)?;
        let manner = Manner {
            kind: kind(cell.kind)?,
            timestamp: cell.timestamp,
        };
        match found {
            Some(found) => same(found, manner)?,
            None => found = Some(manner),
        }
    }
    found.ok_or_else(|| Error::invalid("a mutation that does nothing"))
}

/// The deletion of the whole row, if there is one; the gateway's call takes no durability.
fn row_deletion(mutation: &Mutation) -> Result<Option<Manner>> {
    let Some(timestamp) = mutation.row_deletion() else {
        return Ok(None);
    };
    if mutation.durability != Durability::UseDefault {
        let what = format!("the deletion of a row with {:?}", mutation.durability);
        return Err(cannot_say(Capability::Durability, &what));
    }
    Ok(Some(Manner {
        kind: Kind::DeleteRow,
        timestamp,
    }))
}

fn kind(kind: CellKind) -> Result<Kind> {
    match kind {
        CellKind::Put => Ok(Kind::Put),
        CellKind::DeleteColumn | CellKind::DeleteFamily => Ok(Kind::Delete),
        CellKind::Delete | CellKind::DeleteFamilyVersion => Err(cannot(Capability::DeleteVersion)),
    }
}

fn same(a: Manner, b: Manner) -> Result<()> {
    if a.kind != b.kind {
        let both_delete = a.kind != Kind::Put && b.kind != Kind::Put;
        return Err(if both_delete {
            let what = "the deletion of a row beside that of a family or column";
            cannot_say(Capability::AtomicRowMutation, what)
        } else {
            cannot(Capability::AtomicRowMutation)
        });
    }
    if a.timestamp != b.timestamp {
        return Err(cannot(Capability::CellTimestamps));
    }
    Ok(())
}

/// The families that a mutation names, for errors.
pub(super) fn families(mutation: &Mutation) -> Vec<Vec<u8>> {
    mutation
        .cells()
        .iter()
        .map(|cell| cell.family.to_vec())
        .collect()
}

/// Applies one mutation.
pub(crate) async fn mutate(
    link: &Link,
    table: &TableName,
    mutation: &Mutation,
    deadline: Deadline,
) -> Result<()> {
    let manner = manner(mutation)?;
    match apply(link, table, mutation, manner, deadline).await {
        Ok(()) => Ok(()),
        Err(trouble) => Err(explain(link, trouble, table, &families(mutation), deadline).await),
    }
}

pub(super) async fn apply(
    link: &Link,
    table: &TableName,
    mutation: &Mutation,
    manner: Manner,
    deadline: Deadline,
) -> Result<(), Trouble> {
    match manner.kind {
        Kind::DeleteRow => send::delete_row(link, table, mutation, manner, deadline).await,
        Kind::Put | Kind::Delete => send::row(link, table, mutation, manner, deadline).await,
    }
}
