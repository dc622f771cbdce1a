//! General data: two loaders, each with a part of the file, number their rows at the same time.

use hbase_schema::{Connection, Sequence, Timestamp};
use hbase_schema_examples::{Outcome, expect};

use crate::input::{date, lines};
use crate::tables::{General, GeneralKey, LoadCounter, LoadCounterKey};

/// Numbers that a loader takes at once.
const BLOCK: u32 = 50;

/// One program that loads data.
struct Loader {
    name: &'static str,
    /// Its own factor, part of the keys of its rows.
    factor: u32,
    lines: Vec<String>,
}

pub(crate) async fn run(db: &Connection) -> Outcome {
    let day = date("2015-12-31")?;
    let key = LoadCounterKey {
        table: "GENERAL_20151231".to_owned(),
    };
    // The day's table is new, and so is its sequence.
    db.delete(&key).await?;
    let first = Loader {
        name: "LOADER01",
        factor: 9,
        lines: lines("Seattle,2015")?,
    };
    let second = Loader {
        name: "LOADER02",
        factor: 4,
        lines: lines("New York,2015")?,
    };
    tokio::try_join!(load(db, &key, day, &first), load(db, &key, day, &second))?;
    check(db, day, &[first, second]).await
}

/// Each block of numbers is one increment of the counter, whichever loader takes it, so that no number
/// is given twice. `insert` writes a row only if no row has its key.
async fn load(db: &Connection, key: &LoadCounterKey, day: Timestamp, loader: &Loader) -> Outcome {
    let numbers = db.number_blocks(key, LoadCounter::NEXT);
    let numbers = numbers.block_size(BLOCK).last(u32::MAX);
    for line in &loader.lines {
        let row = |number| General {
            day,
            number: Sequence(u32::try_from(number).expect("at most the `last` number")),
            loader: loader.name.to_owned(),
            factor: loader.factor,
            line: line.clone(),
        };
        numbers.insert(3, row).await?;
    }
    Ok(())
}

async fn check(db: &Connection, day: Timestamp, loaders: &[Loader]) -> Outcome {
    let tables = db.dated::<General>();
    let rows = tables.scan(day, General::scan().all()).rows();
    let rows = rows.collect().await?;
    let mut numbers: Vec<_> = rows.iter().map(|row| row.number).collect();
    expect("order of the sequence", numbers.is_sorted(), true)?;
    numbers.dedup();
    println!(
        "\nGeneral data of 2015-12-31: {} rows of {} loaders, {} numbers",
        rows.len(),
        loaders.len(),
        numbers.len()
    );
    expect("numbers", numbers.len(), rows.len())?;
    for loader in loaders {
        let of_loader = rows.iter().filter(|row| row.loader == loader.name);
        let of_loader: Vec<_> = of_loader.collect();
        let has_factor = of_loader.iter().all(|row| row.factor == loader.factor);
        expect("factor of a loader", has_factor, true)?;
        let lines = of_loader.iter().map(|row| &row.line);
        println!(
            "  {} with factor {}: {} lines",
            loader.name,
            loader.factor,
            of_loader.len()
        );
        expect("lines of a loader, in order", lines.eq(&loader.lines), true)?;
    }

    let range = Sequence(100)..Sequence(200);
    let query = || General::scan().number(range.clone());
    let one = query().ranges()?.most();
    let found = tables.scan(day, query()).rows().collect().await?;
    let right = rows.iter().filter(|row| range.contains(&row.number));
    println!("numbers 100 to 199: {} rows, by {one:?} scan", found.len());
    expect("a range of the sequence", found.iter().eq(right), true)?;
    let some = found.first().ok_or("a row")?;
    let key: GeneralKey = some.key();
    expect("a row by its key", db.get(&key).await?.as_ref(), Some(some))
}
