//! A leading time, salted: `cargo run --bin sensors [URL]`.
//!
//! The table `DLQX:SENSOR_DATA` has one row per measurement. Most queries are by time, for all
//! sensors, so the time comes first; and so that concurrent writes do not all go to one region, a
//! byte computed from the sensor comes before it.
//!
//! Key: 1 byte of salt (0 to 15), 8 bytes of time, 4 bytes of the sensor.
//!
//! A second table, `DLQX:SENSOR_ROBIN`, has a round-robin salt instead. Writes spread evenly for
//! any sensors, and a time range needs no computed salt; but the salt of a row is not known, so a
//! get reads 16 rows.
//!
//! Queries: all measurements of a quarter of an hour, in order of time (16 concurrent scans,
//! merged); one sensor's (one scan); a measurement by its key.

use std::time::Duration;

use hbase_schema::{Connection, HTable, Timestamp};
use hbase_schema_examples::{Dice, Outcome, create, expect, open, time};

/// A measurement.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:SENSOR_DATA", splits = per_bucket)]
#[rowkey(salt = buckets(16))]
#[family("D1")]
struct Measured {
    #[rowkey]
    at: Timestamp,
    #[rowkey(salt)]
    sensor: u32,
    value: i32,
}

/// The same with a round-robin salt.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:SENSOR_ROBIN", splits = per_bucket)]
#[rowkey(salt = round_robin(16))]
#[family("D1")]
struct InTurn {
    #[rowkey]
    at: Timestamp,
    #[rowkey]
    sensor: u32,
    value: i32,
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Outcome {
    let db = open().await?;
    create::<Measured>(&db).await?;
    let rows = made_up()?;
    let written = db.put_many(&rows).await?;
    println!(
        "{written} measurements written to {}",
        Measured::SCHEMA.table.name
    );

    quarter(&db, &rows).await?;
    one_sensor(&db, &rows).await?;
    in_turn(&db, &rows).await
}

/// All 16 values of the salt are scanned, at most four concurrently here; rows are merged by time.
async fn quarter(db: &Connection, rows: &[Measured]) -> Outcome {
    let (from, to) = (
        time(2015, 12, 26, 12)?,
        time(2015, 12, 26, 12)? + Duration::from_secs(15 * 60),
    );
    let query = || Measured::scan().at(from..to);
    let scans = query().ranges()?.as_slice().len();
    let found = db.scan(query()).max_concurrent_scans(4).rows();
    let found = found.collect().await?;
    println!(
        "\nfrom 12:00 to 12:15: {} measurements, {scans} scans",
        found.len()
    );
    print(found.iter().take(3));
    let right = select(rows, |row| (from..to).contains(&row.at));
    expect("a quarter of an hour", found, right)?;
    expect("scans", scans, 16)
}

/// The sensor determines the salt: one scan. Other sensors' rows with that salt are skipped.
async fn one_sensor(db: &Connection, rows: &[Measured]) -> Outcome {
    let (from, to) = (time(2015, 12, 26, 12)?, time(2015, 12, 26, 18)?);
    let query = || Measured::scan().salted_by(17).at(from..to);
    let scans = query().ranges()?.as_slice().len();
    let found = db.scan(query()).rows().collect().await?;
    println!(
        "\nsensor 17 from 12:00 to 18:00: {} measurements, {scans} scan",
        found.len()
    );
    print(found.iter().take(3));
    let right = select(rows, |row| row.sensor == 17 && (from..to).contains(&row.at));
    expect("one sensor", found, right)?;
    expect("scans", scans, 1)
}

/// A second put of such a row would have another salt, so only missing rows are written.
async fn in_turn(db: &Connection, rows: &[Measured]) -> Outcome {
    create::<InTurn>(db).await?;
    let rows = rows.iter().take(100);
    let rows: Vec<InTurn> = rows
        .map(|&Measured { at, sensor, value }| InTurn { at, sensor, value })
        .collect();
    for row in &rows {
        if !db.exists(&row.key()).await? {
            db.put(row).await?;
        }
    }
    let count = db
        .scan(InTurn::scan().at(time(2015, 12, 26, 0)?..))
        .count()
        .await?;
    println!("\nin turn: {count} measurements written");
    expect("measurements in turn", count, 100)?;
    let some = rows.get(42).ok_or("a row")?;
    let found = db.get(&some.key()).await?;
    expect("a get at 16 places", found.as_ref(), Some(some))
}

/// The expected measurements, in order of time and sensor.
fn select(rows: &[Measured], keep: impl Fn(&Measured) -> bool) -> Vec<Measured> {
    let mut found: Vec<Measured> = rows.iter().filter(|row| keep(row)).cloned().collect();
    found.sort_by_key(|row| (row.at, row.sensor));
    found
}

/// A day of 40 sensors, each measuring every 20 minutes or so.
fn made_up() -> Outcome<Vec<Measured>> {
    let mut dice = Dice::new(9);
    let day = time(2015, 12, 26, 0)?;
    let mut rows = Vec::new();
    for slot in 0..72 {
        for sensor in 0..40 {
            let millis = slot * 1_200_000 + dice.below(1_200_000);
            let at = day + Duration::from_millis(u64::from(millis));
            let value = 200 + i32::try_from(dice.below(100))?;
            rows.push(Measured { at, sensor, value });
        }
    }
    Ok(rows)
}

fn print<'m>(rows: impl IntoIterator<Item = &'m Measured>) {
    for Measured { at, sensor, value } in rows {
        println!("  {at}  sensor {sensor:2}  {value}");
    }
}
