//! Batches of gets. Gets of named columns request whole families if that is cheaper. Rows that are too long for this are
//! read again, by the names of their columns.

use hbase_backend::{Deadline, Get, Result, Row};
use hbase_model::TableName;

use super::Done;
use super::item::Item;
use crate::client::Client;
use crate::convert::read;
use crate::failure::Operation;
use crate::families::{Reading, WholeFamilies};

/// Gets of the same columns, which are adjacent in the batch.
struct Group<'a> {
    gets: &'a [Get],
    /// The columns to keep of rows whose families are read whole.
    whole: Option<WholeFamilies>,
    /// The number of gets that read whole families; the others name their columns.
    whole_gets: usize,
}

impl Client {
    pub(crate) async fn get_rows(
        &self,
        table: &TableName,
        gets: &[Get],
        deadline: Deadline,
    ) -> Result<Vec<Option<Row>>> {
        for get in gets {
            get.validate()?;
        }
        let same = gets.chunk_by(|a, b| a.read == b.read && a.existence_only == b.existence_only);
        let mut groups: Vec<Group<'_>> = same.map(|gets| self.group(table, gets)).collect();
        let mut items = Vec::with_capacity(gets.len());
        for group in &groups {
            group.add_items(&mut items)?;
        }
        let mut done = self.read_rows(table, items, deadline).await?.into_iter();
        let mut rows = Vec::with_capacity(gets.len());
        let mut long = Vec::new();
        for group in &mut groups {
            for (index, done) in (0..group.gets.len()).zip(&mut done) {
                let row = if let Done::Read(row) = group.keep(index, done) {
                    row
                } else {
                    long.push(rows.len());
                    None
                };
                rows.push(row);
            }
            if let Some(whole) = &mut group.whole {
                whole.note(&self.known_families);
            }
        }
        self.read_long(table, gets, &mut rows, &long, deadline)
            .await?;
        Ok(rows)
    }

    fn group<'a>(&self, table: &TableName, gets: &'a [Get]) -> Group<'a> {
        let whole = WholeFamilies::of_gets(&gets[0], table, &self.known_families);
        let most = u32::try_from(gets.len()).unwrap_or(u32::MAX);
        let whole_gets = whole.as_ref().map_or(0, |whole| whole.rows(most) as usize);
        Group {
            gets,
            whole,
            whole_gets,
        }
    }

    /// Reads the rows at these indexes, which were too long for gets of whole families.
    async fn read_long(
        &self,
        table: &TableName,
        gets: &[Get],
        rows: &mut [Option<Row>],
        long: &[usize],
        deadline: Deadline,
    ) -> Result<()> {
        if long.is_empty() {
            return Ok(());
        }
        let mut items = Vec::with_capacity(long.len());
        for index in long {
            items.push(named(&gets[*index])?);
        }
        let read = self.read_rows(table, items, deadline).await?;
        for (index, done) in long.iter().zip(read) {
            if let Done::Read(row) = done {
                rows[*index] = row;
            }
        }
        Ok(())
    }

    /// One outcome per item.
    async fn read_rows(
        &self,
        table: &TableName,
        items: Vec<Item<'_>>,
        deadline: Deadline,
    ) -> Result<Vec<Done>> {
        let operation = Operation::on("reading rows", table, deadline);
        let outcomes = self.batch(operation, table, items).await;
        outcomes.into_iter().collect()
    }
}

impl<'a> Group<'a> {
    fn add_items(&self, items: &mut Vec<Item<'a>>) -> Result<()> {
        let (whole, others) = self.gets.split_at(self.whole_gets);
        if let (Some(families), [first, ..]) = (&self.whole, whole) {
            let message = read::get_of_whole_families(first, families.cells_of_get())?;
            for get in whole {
                let message = read::get_of_row(&message, get);
                items.push(Item::Get(get, Box::new(message), Reading::Whole));
            }
        }
        for get in others {
            items.push(named(get)?);
        }
        Ok(())
    }

    /// Keeps the cells of the named columns.
    fn keep(&mut self, index: usize, done: Done) -> Done {
        let whole = self.whole.as_mut().filter(|_| index < self.whole_gets);
        let Some(whole) = whole else { return done };
        match &done {
            Done::Read(Some(row)) => match whole.keep_of_get(row) {
                Some(kept) => Done::Read((!kept.is_empty()).then(|| Row::from_trusted(kept))),
                None => Done::TooLong,
            },
            Done::TooLong => {
                whole.note_too_long();
                done
            }
            _ => done,
        }
    }
}

fn named(get: &Get) -> Result<Item<'_>> {
    let message = read::get(get)?;
    Ok(Item::Get(get, Box::new(message), Reading::Named))
}
