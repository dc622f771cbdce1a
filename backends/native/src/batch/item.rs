//! The rows of a batch.

use hbase_backend::{CheckAndMutate, Comparator, Condition, Get, Mutation, Result};
use hbase_rpc::{BlockMutation, message};

use crate::convert::write;
use crate::families::Reading;
use crate::retry::Idempotency;

/// One row of a batch.
pub(super) enum Item<'a> {
    Get(&'a Get, Box<message::Get>, Reading),
    /// Cells of one kind.
    Block(&'a Mutation, BlockMutation<'a>),
    /// Puts and deletes, which are one region action.
    Row(&'a Mutation, Vec<write::Encoded<'a>>),
    /// The same under a condition.
    Check(&'a CheckAndMutate, Box<Checked<'a>>),
}

/// A conditional mutation.
pub(super) struct Checked<'a> {
    pub(super) condition: message::Condition,
    pub(super) parts: Vec<write::Encoded<'a>>,
}

impl<'a> Item<'a> {
    pub(super) fn write(mutation: &'a Mutation) -> Result<Self> {
        mutation.validate()?;
        Ok(match write::block_mutation(mutation)? {
            Some(block) => Self::Block(mutation, block),
            None => Self::Row(mutation, write::mutation(mutation)?),
        })
    }

    pub(super) fn check(check: &'a CheckAndMutate) -> Result<Self> {
        check.validate()?;
        let checked = Checked {
            condition: write::condition(check)?,
            parts: write::mutation(&check.mutation)?,
        };
        Ok(Self::Check(check, Box::new(checked)))
    }

    pub(super) fn row(&self) -> &[u8] {
        match self {
            Self::Get(get, ..) => &get.row,
            Self::Block(mutation, _) | Self::Row(mutation, _) => mutation.row(),
            Self::Check(check, _) => check.mutation.row(),
        }
    }

    /// Its mutation and condition, if it is a region action of its own.
    pub(super) fn own_action(
        &self,
    ) -> Option<(&[write::Encoded<'a>], Option<&message::Condition>)> {
        match self {
            Self::Row(_, parts) if parts.len() > 1 => Some((parts, None)),
            Self::Check(_, checked) => Some((&checked.parts, Some(&checked.condition))),
            _ => None,
        }
    }

    /// Whether it has a request of its own. If a server cannot decode a condition, it does not consume the
    /// cells of its mutation, so that later actions get the wrong cells. Only comparisons with bytes are
    /// certain to be decoded.
    pub(super) fn is_alone(&self) -> bool {
        match self {
            Self::Check(check, _) => !matches!(
                &check.condition,
                Condition::Absent { .. }
                    | Condition::Compare {
                        comparator: Comparator::Binary(_) | Comparator::Null,
                        ..
                    }
            ),
            _ => false,
        }
    }

    pub(super) fn reads_whole_families(&self) -> bool {
        matches!(self, Self::Get(_, _, Reading::Whole))
    }

    /// Bytes of its cells.
    pub(super) fn bytes(&self) -> usize {
        let of_parts =
            |parts: &[write::Encoded<'_>]| parts.iter().map(|part| part.cells.len()).sum();
        match self {
            Self::Get(..) => 0,
            Self::Block(mutation, _) => mutation.cells().as_bytes().len(),
            Self::Row(_, parts) => of_parts(parts),
            Self::Check(_, checked) => of_parts(&checked.parts),
        }
    }

    pub(super) fn idempotency(&self) -> Idempotency {
        match self {
            Self::Get(..) => Idempotency::Read,
            Self::Block(mutation, _) | Self::Row(mutation, _) => write::idempotency(mutation),
            // It may have written the column that its condition checks.
            Self::Check(..) => Idempotency::Once,
        }
    }
}
