//! Writes: puts, deletes, increments, appends, conditions.

use std::borrow::Cow;

use bytes::Bytes;
use hbase_backend::{
    Append, CellBlock, CheckAndMutate, Comparator, CompareOp, Condition, Durability, Error,
    Increment, LATEST_TIMESTAMP, Mutation, Result, TimeRange,
};
use hbase_rpc::BlockMutation;
use hbase_rpc::message::{
    self, ColumnValue, MutationProto, MutationType, NameBytesPair, QualifierValue,
};

use super::comparator::{comparator, operator};
use super::filter::filter;
use super::read::time_range;
use super::unknown;
use crate::retry::Idempotency;

/// The attribute of a mutation with a time to live (`Mutation.OP_ATTRIBUTE_TTL`): ms as 8 bytes.
const TTL: &str = "_ttl";

/// A message and the cells that belong to it.
#[derive(Clone, Debug)]
pub(crate) struct Encoded<'a> {
    pub(crate) message: MutationProto,
    pub(crate) cells: Cow<'a, [u8]>,
}

/// The cells of parts as one block, in their order.
pub(crate) fn block_of(parts: &[Encoded<'_>]) -> Bytes {
    let cells: Vec<&[u8]> = parts.iter().map(|part| &*part.cells).collect();
    Bytes::from(cells.concat())
}

/// The puts and deletes of a row: one of each kind at most, puts last, as Java's client orders row
/// mutations.
pub(crate) fn mutation(mutation: &Mutation) -> Result<Vec<Encoded<'_>>> {
    let mut parts = Vec::with_capacity(1);
    if let Some(timestamp) = mutation.row_deletion() {
        parts.push(row_deletion(mutation, timestamp)?);
    }
    let cells = mutation.cells();
    let deletes = cells.iter().filter(|cell| cell.kind.is_delete()).count();
    for (kind, count) in [
        (MutationType::Delete, deletes),
        (MutationType::Put, cells.len() - deletes),
    ] {
        if count == 0 {
            continue;
        }
        let block = if count == cells.len() {
            Cow::Borrowed(cells.as_bytes())
        } else {
            only(cells, kind)?
        };
        let message = MutationProto {
            row: Some(Bytes::copy_from_slice(mutation.row())),
            mutate_type: Some(kind.into()),
            // A delete marker with a time to live would itself expire: Java's client rejects it.
            attribute: ttl(mutation.ttl_ms.filter(|_| kind == MutationType::Put)),
            durability: durability(mutation.durability)?.map(i32::from),
            associated_cell_count: Some(narrow(count)?),
            ..MutationProto::default()
        };
        let cells = block;
        parts.push(Encoded { message, cells });
    }
    Ok(parts)
}

/// A row of cells of one kind, which needs no message of its own; `None` for others.
pub(crate) fn block_mutation(mutation: &Mutation) -> Result<Option<BlockMutation<'_>>> {
    let cells = mutation.cells();
    let deletes = cells.iter().filter(|cell| cell.kind.is_delete()).count();
    let kind = match deletes {
        0 => MutationType::Put,
        _ => MutationType::Delete,
    };
    if mutation.row_deletion().is_some() || (deletes > 0 && deletes < cells.len()) {
        return Ok(None);
    }
    Ok(Some(BlockMutation {
        row: mutation.row(),
        kind,
        attributes: ttl(mutation.ttl_ms.filter(|_| kind == MutationType::Put)),
        durability: durability(mutation.durability)?,
        cells: narrow(cells.len())?,
    }))
}

/// A delete without columns: the server adds the families.
fn row_deletion(mutation: &Mutation, timestamp: i64) -> Result<Encoded<'static>> {
    let message = MutationProto {
        row: Some(Bytes::copy_from_slice(mutation.row())),
        mutate_type: Some(MutationType::Delete.into()),
        timestamp: Some(timestamp.cast_unsigned()),
        durability: durability(mutation.durability)?.map(i32::from),
        associated_cell_count: Some(0),
        ..MutationProto::default()
    };
    let cells = Cow::Borrowed(&[][..]);
    Ok(Encoded { message, cells })
}

fn only(cells: &CellBlock, kind: MutationType) -> Result<Cow<'static, [u8]>> {
    let mut block = CellBlock::new();
    let is_delete = kind == MutationType::Delete;
    for cell in cells
        .iter()
        .filter(|cell| cell.kind.is_delete() == is_delete)
    {
        block.push(cell)?;
    }
    Ok(Cow::Owned(block.take().into()))
}

/// An increment, with its cells in the message: `HBase` frees a request's cell block before it writes the response, and
/// the result of a new column is the cell of the request (`CallRunner.run`, `ServerCall.cleanup`). Java's client sends
/// single increments and appends in the same way.
pub(crate) fn increment(increment: &Increment, nonce: u64) -> Result<MutationProto> {
    let columns = increment.columns.iter().map(|(family, qualifier, amount)| {
        let amount = Bytes::copy_from_slice(&amount.to_be_bytes());
        (family.as_slice(), qualifier.as_slice(), amount)
    });
    Ok(MutationProto {
        row: Some(Bytes::copy_from_slice(&increment.row)),
        mutate_type: Some(MutationType::Increment.into()),
        column_value: column_values(columns),
        attribute: ttl(increment.ttl_ms),
        durability: durability(increment.durability)?.map(i32::from),
        nonce: Some(nonce),
        time_range: Some(time_range(TimeRange::ALL)),
        ..MutationProto::default()
    })
}

/// An append, with its cells in the message, as [`increment`].
pub(crate) fn append(append: &Append, nonce: u64) -> Result<MutationProto> {
    let columns = append.columns.iter().map(|(family, qualifier, value)| {
        let value = Bytes::copy_from_slice(value);
        (family.as_slice(), qualifier.as_slice(), value)
    });
    Ok(MutationProto {
        row: Some(Bytes::copy_from_slice(&append.row)),
        mutate_type: Some(MutationType::Append.into()),
        column_value: column_values(columns),
        attribute: ttl(append.ttl_ms),
        durability: durability(append.durability)?.map(i32::from),
        nonce: Some(nonce),
        ..MutationProto::default()
    })
}

/// Columns by family, in the store's order, which the server expects within a family.
fn column_values<'a>(
    columns: impl Iterator<Item = (&'a [u8], &'a [u8], Bytes)>,
) -> Vec<ColumnValue> {
    let mut columns: Vec<_> = columns.collect();
    columns.sort_by_key(|(family, qualifier, _)| (*family, *qualifier));
    let families = columns.chunk_by(|(a, ..), (b, ..)| a == b);
    families
        .map(|of_family| ColumnValue {
            family: Bytes::copy_from_slice(of_family[0].0),
            qualifier_value: of_family.iter().map(qualifier_value).collect(),
        })
        .collect()
}

fn qualifier_value((_, qualifier, value): &(&[u8], &[u8], Bytes)) -> QualifierValue {
    QualifierValue {
        qualifier: Some(Bytes::copy_from_slice(qualifier)),
        value: Some(value.clone()),
        ..QualifierValue::default()
    }
}

pub(crate) fn condition(check: &CheckAndMutate) -> Result<message::Condition> {
    let row = Bytes::copy_from_slice(check.mutation.row());
    let time_range = Some(time_range(check.time_range));
    let of_column = |family: &[u8], qualifier: &[u8], op: CompareOp, with: &Comparator| {
        Ok(message::Condition {
            row: row.clone(),
            family: Some(Bytes::copy_from_slice(family)),
            qualifier: Some(Bytes::copy_from_slice(qualifier)),
            compare_type: Some(operator(op).into()),
            comparator: Some(comparator(with)?),
            time_range: time_range.clone(),
            filter: None,
        })
    };
    match &check.condition {
        Condition::Absent { family, qualifier } => {
            // Java's client sends `ifNotExists` the same way.
            of_column(
                family,
                qualifier,
                CompareOp::Equal,
                &Comparator::Binary(Vec::new()),
            )
        }
        Condition::Compare {
            family,
            qualifier,
            op,
            comparator,
        } => of_column(family, qualifier, *op, comparator),
        Condition::Filter(given) => Ok(message::Condition {
            row: row.clone(),
            filter: Some(filter(given, false)?),
            time_range,
            ..message::Condition::default()
        }),
        other => Err(unknown(&format!("the condition {other:?}"))),
    }
}

fn ttl(ttl_ms: Option<u64>) -> Vec<NameBytesPair> {
    let pair = ttl_ms.map(|ms| NameBytesPair {
        name: TTL.to_owned(),
        value: Some(Bytes::copy_from_slice(&ms.to_be_bytes())),
    });
    pair.into_iter().collect()
}

fn durability(durability: Durability) -> Result<Option<message::Durability>> {
    let sent = match durability {
        Durability::UseDefault => return Ok(None),
        Durability::SkipWal => message::Durability::SkipWal,
        Durability::AsyncWal => message::Durability::AsyncWal,
        Durability::SyncWal => message::Durability::SyncWal,
        Durability::FsyncWal => message::Durability::FsyncWal,
        other => return Err(unknown(&format!("the durability {other:?}"))),
    };
    Ok(Some(sent))
}

fn narrow(count: usize) -> Result<i32> {
    let most = i32::MAX as usize;
    i32::try_from(count).map_err(|_| Error::too_large("cells of a mutation", count, most))
}

/// Whether a mutation is idempotent: each cell has an explicit timestamp, and no delete selects the newest version.
pub(crate) fn idempotency(mutation: &Mutation) -> Idempotency {
    let is_timed = |timestamp: i64| timestamp != LATEST_TIMESTAMP;
    let row = mutation.row_deletion().is_none_or(is_timed);
    if row && mutation.cells().iter().all(|cell| is_timed(cell.timestamp)) {
        Idempotency::Idempotent
    } else {
        Idempotency::Once
    }
}
