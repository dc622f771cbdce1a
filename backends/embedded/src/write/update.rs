//! Increments and appends (`HRegion.reckonDeltas`).

use hbase_backend::{
    Append, CellBlock, CellKind, CellRef, Error, Increment, LATEST_TIMESTAMP, ReadOptions, Result,
    Row,
};
use hbase_model::printable::Printable;

use super::stage::{Stage, ttl};
use crate::point::{self, Found};
use crate::work::Work;

/// Stages an increment; returns the row of new values.
///
/// # Errors
/// [`Error::InvalidRequest`] if a cell is not a number of 8 bytes, or without columns.
pub(crate) fn stage_increment(
    stage: &mut Stage<'_>,
    increment: &Increment,
    work: &mut Work,
) -> Result<Row> {
    let mut columns: Vec<_> = increment.columns.iter().collect();
    columns.sort_by(|a, b| (&a.0, &a.1).cmp(&(&b.0, &b.1)));
    for (family, _, _) in &columns {
        stage.table.family(family)?;
    }
    let mut update = Update::new(stage, &increment.row, increment.ttl_ms, work)?;
    for (family, qualifier, amount) in columns {
        update.column(family, qualifier, |old| {
            let old = old.map_or(Ok(0), counter)?;
            Ok(old.wrapping_add(*amount).to_be_bytes().to_vec())
        })?;
    }
    Ok(update.finish())
}

/// Stages an append; returns the row of new values.
///
/// # Errors
/// [`Error::InvalidRequest`] without columns.
pub(crate) fn stage_append(stage: &mut Stage<'_>, append: &Append, work: &mut Work) -> Result<Row> {
    let mut columns: Vec<_> = append.columns.iter().collect();
    columns.sort_by(|a, b| (&a.0, &a.1).cmp(&(&b.0, &b.1)));
    let mut update = Update::new(stage, &append.row, append.ttl_ms, work)?;
    for (family, qualifier, addition) in columns {
        update.column(family, qualifier, |old| {
            Ok([old.unwrap_or_default(), addition].concat())
        })?;
    }
    Ok(update.finish())
}

fn counter(value: &[u8]) -> Result<i64> {
    let number = <[u8; 8]>::try_from(value).map_err(|_| {
        Error::invalid(format!(
            "a counter is a number of 8 bytes, and this cell has {}",
            value.len()
        ))
    })?;
    Ok(i64::from_be_bytes(number))
}

/// An update of one row in progress.
struct Update<'s, 'a> {
    stage: &'s mut Stage<'a>,
    row: &'s [u8],
    now: i64,
    ttl_ms: Option<i64>,
    work: &'s mut Work,
    answer: CellBlock,
}

impl<'s, 'a> Update<'s, 'a> {
    fn new(
        stage: &'s mut Stage<'a>,
        row: &'s [u8],
        ttl_ms: Option<u64>,
        work: &'s mut Work,
    ) -> Result<Self> {
        Ok(Self {
            now: stage.now(row)?,
            stage,
            row,
            ttl_ms: ttl(ttl_ms),
            work,
            answer: CellBlock::new(),
        })
    }

    /// Puts a new version. `change` computes it from the newest one, and it is never older than that one.
    fn column(
        &mut self,
        family: &[u8],
        qualifier: &[u8],
        change: impl FnOnce(Option<&[u8]>) -> Result<Vec<u8>>,
    ) -> Result<()> {
        let table = self.stage.table;
        let known = table.family(family)?;
        let old = self.newest(family, qualifier)?;
        let next = self.behind(old.as_ref()).and_then(|timestamp| {
            let value = change(old.as_ref().map(|old| old.value.as_slice()))?;
            Ok((timestamp, value))
        });
        let (timestamp, value) = next.map_err(|error| {
            Error::invalid(format!(
                "table {}, row {}, column {}:{}: {error}",
                table.name(),
                Printable(self.row),
                Printable(family),
                Printable(qualifier)
            ))
        })?;
        let cell = CellRef {
            row: self.row,
            family,
            qualifier,
            timestamp,
            kind: CellKind::Put,
            value: &value,
        };
        // The new version keeps the time to live, unless the update sets one.
        let ttl_ms = self.ttl_ms.or(old.and_then(|old| old.ttl_ms));
        self.stage.cell(known, &cell, ttl_ms)?;
        self.answer.push(cell)
    }

    /// Now, or the first millisecond after the replaced version if that is later.
    fn behind(&self, old: Option<&Found>) -> Result<i64> {
        let Some(old) = old else {
            return Ok(self.now);
        };
        let next = old.timestamp.saturating_add(1);
        if next == LATEST_TIMESTAMP {
            return Err(Error::invalid(format!(
                "the newest version has the timestamp {}, expected one that a later one can \
                 follow: delete that version first",
                old.timestamp
            )));
        }
        Ok(self.now.max(next))
    }

    fn newest(&mut self, family: &[u8], qualifier: &[u8]) -> Result<Option<Found>> {
        let mut read = ReadOptions::default();
        read.add_column(family, qualifier);
        point::newest_cell(
            self.stage.store,
            self.stage.table,
            self.row,
            &read,
            self.work,
        )
    }

    fn finish(mut self) -> Row {
        Row::from_trusted(self.answer.take())
    }
}
