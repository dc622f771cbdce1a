//! CSV into a store against `put_many` of the same rows: `cargo bench -p hbase-schema-import`.
//!
//! The store is embedded, or the `HBase` of `tests/hbase/hbase with`: `HBASE_TEST_MASTER`. `-- --rows N` sets the rows (default
//! 200,000), `--rounds N` the pairs (default 5). `--memory` imports once and prints the largest resident size of the process,
//! in MiB, for the comparison of two numbers of rows; with `--by put_many` that of a process which puts the same rows, made as
//! they are put: the store's share.

#![allow(
    missing_docs,
    reason = "the derive makes public items of the benchmark's table"
)]

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use hbase_schema::{Connection, HTable, Timestamp};
use hbase_schema_import::{
    CsvOptions, CsvSource, ImportOptions, Input, Mapping, Plan, Target, import,
};

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:CALL_RECORD")]
#[rowkey(salt = region_number(6), separator = "_")]
#[family("D1")]
struct Call {
    #[rowkey(salt = last(4), fixed = 11)]
    phone: String,
    #[rowkey(salt = format("yyyyMM"), fixed = 14)]
    at: Timestamp,
    duration_s: u32,
    cost: f64,
    cell: Option<String>,
    peer: Option<String>,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().collect();
    let number = |name: &str, default: u64| {
        let at = arguments.iter().position(|argument| argument == name);
        let text = at.and_then(|at| arguments.get(at + 1));
        text.map_or(Ok(default), |text| text.parse())
    };
    let rows = number("--rows", 200_000)?;
    let rounds = number("--rounds", 5)?;
    let folder = tempfile::tempdir()?;
    let csv = folder.path().join("calls.csv");
    write_csv(&csv, rows)?;
    let runtime = tokio::runtime::Runtime::new()?;
    if arguments.iter().any(|argument| argument == "--memory") {
        let by = arguments.iter().skip_while(|argument| *argument != "--by");
        let by = by.map(String::as_str).nth(1).unwrap_or("import");
        return runtime.block_on(print_memory(rows, by, folder.path()));
    }
    let mut ratios = Vec::new();
    for round in 0..rounds {
        let url = |name: &str| match std::env::var("HBASE_TEST_MASTER") {
            Ok(master) => format!("hbase://{master}"),
            Err(_) => format!(
                "embedded:{}",
                folder.path().join(format!("{name}-{round}")).display()
            ),
        };
        // Whichever is first finds a colder store.
        let (put, imported) = if round % 2 == 0 {
            let put = runtime.block_on(by_put_many(rows, &url("put")))?;
            (
                put,
                runtime.block_on(by_import(&csv, &url("import"), folder.path()))?,
            )
        } else {
            let imported = runtime.block_on(by_import(&csv, &url("import"), folder.path()))?;
            (runtime.block_on(by_put_many(rows, &url("put")))?, imported)
        };
        println!("put_many {put:.2?}, import {imported:.2?}");
        ratios.push(put.as_secs_f64() / imported.as_secs_f64());
    }
    ratios.sort_by(f64::total_cmp);
    println!(
        "rate of import to put_many, median: {:.2}",
        ratios[ratios.len() / 2]
    );
    Ok(())
}

fn call(number: u64) -> Call {
    // Calls of all phones in turn, as a table of a database has them.
    let phone = number.wrapping_mul(2_654_435_761) % 100_000_000;
    Call {
        phone: format!("138{phone:08}"),
        at: Timestamp::from_millis((1_451_132_640 + number.cast_signed()) * 1000),
        duration_s: u32::try_from(number % 4000).unwrap_or(0),
        cost: 0.25,
        cell: Some(format!("CELL-{}", number % 5000)),
        peer: (!number.is_multiple_of(3)).then(|| format!("139{phone:08}")),
    }
}

fn write_csv(path: &Path, rows: u64) -> io::Result<()> {
    let mut out = BufWriter::new(File::create(path)?);
    writeln!(out, "phone,at,duration_s,cost,cell,peer")?;
    for call in (0..rows).map(call) {
        let Call {
            phone,
            at,
            duration_s,
            cost,
            cell,
            peer,
        } = call;
        let (cell, peer) = (cell.unwrap_or_default(), peer.unwrap_or_default());
        writeln!(out, "{phone},{at},{duration_s},{cost},{cell},{peer}")?;
    }
    out.flush()
}

/// A new and empty table.
async fn open(url: &str) -> Result<Connection, hbase_schema::Error> {
    let db = hbase_schema::connect(url).await?;
    if !db.create_table_if_missing::<Call>().await? {
        db.drop_table::<Call>().await?;
        db.create_table::<Call>().await?;
    }
    Ok(db)
}

async fn by_put_many(rows: u64, url: &str) -> Result<Duration, hbase_schema::Error> {
    let calls: Vec<Call> = (0..rows).map(call).collect();
    let db = open(url).await?;
    let started = Instant::now();
    db.put_many(&calls).await?;
    let duration = started.elapsed();
    db.close().await?;
    Ok(duration)
}

async fn by_import(
    csv: &Path,
    url: &str,
    folder: &Path,
) -> Result<Duration, Box<dyn std::error::Error>> {
    let db = open(url).await?;
    let started = Instant::now();
    let source = CsvSource::open(Input::File(csv.to_owned()), CsvOptions::default())?;
    let table = Call::SCHEMA.describe();
    let plan = Plan::build(&source, &Mapping::default(), &Target::Struct(&table))?;
    let mut options = ImportOptions::new(url, folder.join("rejects.csv"));
    options.checkpoint = Some(folder.join("checkpoint.json"));
    let report = import(Box::new(source), plan, db.backend(), &options, &mut |_| ()).await?;
    let duration = started.elapsed();
    assert_eq!(report.counts.rejected + report.counts.duplicates, 0);
    db.close().await?;
    Ok(duration)
}

/// Writes the rows once, and prints the largest resident size.
async fn print_memory(
    rows: u64,
    by: &str,
    folder: &Path,
) -> Result<(), Box<dyn std::error::Error>> {
    let url = match std::env::var("HBASE_TEST_MASTER") {
        Ok(master) => format!("hbase://{master}"),
        Err(_) => format!("embedded:{}", folder.join("store").display()),
    };
    match by {
        "import" => {
            by_import(&folder.join("calls.csv"), &url, folder).await?;
        }
        "put_many" => {
            let db = open(&url).await?;
            db.put_many((0..rows).map(call)).await?;
            db.close().await?;
        }
        _ => return Err(format!("found `--by {by}`, expected `import` or `put_many`").into()),
    }
    let resident = resident_mib()?;
    println!("{rows} rows by {by}, at most {resident} MiB resident");
    Ok(())
}

/// The largest resident size of this process so far.
fn resident_mib() -> io::Result<u64> {
    let status = fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find(|line| line.starts_with("VmHWM"));
    let kib = line.and_then(|line| line.split_whitespace().nth(1)?.parse::<u64>().ok());
    Ok(kib.unwrap_or(0) / 1024)
}
