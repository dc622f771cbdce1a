//! A single mutation.

use hbase_backend::{Mutation, Result};

use super::kind::{WriteKind, WriteOperation, families};
use super::send;
use crate::call::Target;
use crate::diagnose::diagnose;

/// Applies a mutation.
pub(crate) async fn mutate(on: Target<'_>, mutation: &Mutation) -> Result<()> {
    let kind = WriteKind::of(mutation)?;
    apply(on, mutation, kind).await
}

/// Applies a mutation, whose kind was checked.
pub(super) async fn apply(on: Target<'_>, mutation: &Mutation, kind: WriteKind) -> Result<()> {
    let applied = match kind.operation {
        WriteOperation::DeleteRow => send::delete_row(on, mutation, kind).await,
        WriteOperation::Put | WriteOperation::Delete => send::row(on, mutation, kind).await,
    };
    match applied {
        Ok(()) => Ok(()),
        Err(error) => Err(diagnose(on, error, &families(mutation)).await),
    }
}
