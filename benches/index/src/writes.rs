//! Puts of new and of changed rows, one at a time and in bulk.

use hbase_schema::Error;

use crate::bench::Bench;
use crate::report::{Compared, Line};
use crate::tables::{With, Without, WithoutKey, with, without};

/// The users whose rows are put one at a time, and in bulk.
const SINGLE: &str = "single";
pub(crate) const BULK: &str = "bulk";

/// The senders of new and of changed rows.
const NEW: &str = "ada";
pub(crate) const CHANGED: &str = "bob";

/// The rows of a pair: all have one user and one sender, which no other pair has.
pub(crate) struct PairRows {
    pub(crate) user: String,
    pub(crate) sender: String,
}

impl PairRows {
    pub(crate) fn new(user: &str, sender: &str, pair: u32) -> Self {
        Self {
            user: format!("{user}{pair:04}"),
            sender: format!("{sender}{pair:04}@{user}.example.org"),
        }
    }

    /// The keys of the pair's rows without an index.
    pub(crate) fn keys(&self, rows: u32) -> Vec<WithoutKey> {
        let key = |id| WithoutKey::from((self.user.clone(), id));
        (0..rows).map(key).collect()
    }

    fn without(&self, id: u32) -> Without {
        without(self.user.clone(), id, self.sender.clone())
    }

    fn with(&self, id: u32) -> With {
        with(self.user.clone(), id, self.sender.clone())
    }
}

pub(crate) async fn run(bench: &Bench) -> Result<Vec<Line>, Error> {
    let targets = &bench.targets;
    let rows = f64::from(bench.arguments.rows);
    // `put_many` divides its rows into calls of the backend; a table without an index may need no others.
    let batches = rows / bench.db.limits().batch_rows as f64;
    let mut lines = Vec::new();
    for (what, sender, target) in [
        ("put of a new row", NEW, targets.put_new),
        ("put of a changed row", CHANGED, targets.put_changed),
    ] {
        let compared = Compared {
            what,
            target,
            units: rows,
            per: "put",
            plain_calls: rows,
        };
        lines.extend(single(bench, sender, compared).await?);
    }
    for (what, sender, target) in [
        ("put_many of new rows", NEW, targets.put_many_new),
        (
            "put_many of changed rows",
            CHANGED,
            targets.put_many_changed,
        ),
    ] {
        let compared = Compared {
            what,
            target,
            units: 1.0,
            per: "put_many",
            plain_calls: batches.ceil(),
        };
        lines.extend(bulk(bench, sender, compared).await?);
    }
    Ok(lines)
}

async fn single(bench: &Bench, sender: &str, compared: Compared) -> Result<[Line; 2], Error> {
    let (db, rows) = (&bench.db, bench.arguments.rows);
    let put_without = async |pair| {
        let of_pair = PairRows::new(SINGLE, sender, pair);
        for id in 0..rows {
            db.put(&of_pair.without(id)).await?;
        }
        Ok(())
    };
    let put_with = async |pair| {
        let of_pair = PairRows::new(SINGLE, sender, pair);
        for id in 0..rows {
            db.put(&of_pair.with(id)).await?;
        }
        Ok(())
    };
    let pairs = bench.pairs(put_without, put_with).await?;
    Ok(compared.lines(rows, &pairs))
}

async fn bulk(bench: &Bench, sender: &str, compared: Compared) -> Result<[Line; 2], Error> {
    let (db, rows) = (&bench.db, bench.arguments.rows);
    let put_without = async |pair| {
        let of_pair = PairRows::new(BULK, sender, pair);
        db.put_many((0..rows).map(|id| of_pair.without(id))).await?;
        Ok(())
    };
    let put_with = async |pair| {
        let of_pair = PairRows::new(BULK, sender, pair);
        db.put_many((0..rows).map(|id| of_pair.with(id))).await?;
        Ok(())
    };
    let pairs = bench.pairs(put_without, put_with).await?;
    Ok(compared.lines(rows, &pairs))
}
