//! The same rows in the engine alone, in `redb` and in `SQLite`. Gets directly follow the load: an
//! LSM tree is still merging then, and a get reads many runs.

use std::path::Path;
use std::time::{Duration, Instant};

use redb::{Durability, ReadableDatabase, ReadableTable, TableDefinition};

use crate::data;
use crate::process::disk_mib;
use crate::raw::Raw;
use crate::report::{Line, Outcome};

const GETS: usize = 20_000;
const CELLS: TableDefinition<'_, &[u8], &[u8]> = TableDefinition::new("cells");

type Failed = Box<dyn std::error::Error>;

/// Loading, scanning and a get of a row's cells.
struct Times {
    load: Duration,
    scan: Duration,
    get: Duration,
}

/// The smallest key above those of a row.
fn bounds(number: usize) -> [Vec<u8>; 2] {
    let key = data::key(number).into_bytes();
    [
        [key.as_slice(), &[0, 1]].concat(),
        [key.as_slice(), &[0, 2]].concat(),
    ]
}

fn redb(dir: &Path, rows: usize) -> Result<Times, Failed> {
    let mut builder = redb::Builder::new();
    builder.set_cache_size(64 << 20);
    let database = builder.create(dir.join("redb"))?;
    let begun = Instant::now();
    for numbers in data::batches(rows) {
        let mut write = database.begin_write()?;
        // As with the other sides: written rows survive the process, not the machine.
        write.set_durability(Durability::None)?;
        {
            let mut table = write.open_table(CELLS)?;
            for number in numbers {
                for cell in data::row(number, 0).cells() {
                    let (key, value) = data::stored(&cell);
                    table.insert(key.as_slice(), value.as_slice())?;
                }
            }
        }
        write.commit()?;
    }
    let mut last = database.begin_write()?;
    last.set_durability(Durability::Immediate)?;
    last.commit()?;
    let load = begun.elapsed();
    let begun = Instant::now();
    let read = database.begin_read()?;
    let table = read.open_table(CELLS)?;
    let mut cells = 0;
    for entry in table.iter()? {
        let (_, value) = entry?;
        cells += usize::from(!value.value().is_empty());
    }
    assert_eq!(cells, rows * 3);
    let scan = begun.elapsed();
    let begun = Instant::now();
    for number in data::shuffled(rows, GETS) {
        let [from, to] = bounds(number);
        let table = database.begin_read()?.open_table(CELLS)?;
        assert_eq!(table.range(from.as_slice()..to.as_slice())?.count(), 3);
    }
    let get = begun.elapsed();
    Ok(Times { load, scan, get })
}

fn sqlite(dir: &Path, rows: usize) -> Result<Times, Failed> {
    let mut database = rusqlite::Connection::open(dir.join("sqlite"))?;
    database.execute_batch(
        "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA cache_size = -65536;
         CREATE TABLE cells (key BLOB PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID;",
    )?;
    let begun = Instant::now();
    for numbers in data::batches(rows) {
        let write = database.transaction()?;
        {
            let mut insert = write.prepare_cached("INSERT OR REPLACE INTO cells VALUES (?, ?)")?;
            for number in numbers {
                for cell in data::row(number, 0).cells() {
                    insert.execute(data::stored(&cell))?;
                }
            }
        }
        write.commit()?;
    }
    let load = begun.elapsed();
    let begun = Instant::now();
    let mut all = database.prepare("SELECT key, value FROM cells ORDER BY key")?;
    let mut found = all.query([])?;
    let mut cells = 0;
    while let Some(row) = found.next()? {
        cells += usize::from(!row.get_ref(1)?.as_blob()?.is_empty());
    }
    assert_eq!(cells, rows * 3);
    let scan = begun.elapsed();
    let begun = Instant::now();
    let mut one = database.prepare("SELECT key, value FROM cells WHERE key >= ? AND key < ?")?;
    for number in data::shuffled(rows, GETS) {
        let mut found = one.query(bounds(number))?;
        let mut cells = 0;
        while found.next()?.is_some() {
            cells += 1;
        }
        assert_eq!(cells, 3);
    }
    let get = begun.elapsed();
    Ok(Times { load, scan, get })
}

fn line(name: &str, times: &Times, dir: &Path) -> Line {
    let [mib, _] = disk_mib(dir);
    let text = format!(
        "{:.1} s, {:.2} s, {:.1} us, {mib:.0} MiB",
        times.load.as_secs_f64(),
        times.scan.as_secs_f64(),
        times.get.as_secs_f64() * 1e6 / GETS as f64
    );
    Line::note(format!("peers: {name}: load, scan, get, room"), text)
}

/// The engine alone, with the store's settings.
fn fjall(dir: &Path, rows: usize) -> Result<Times, Failed> {
    let raw = Raw::open(dir)?;
    let load = raw.load(rows)?;
    let (scan, cells) = raw.scan()?;
    assert_eq!(cells, rows * 3);
    let begun = Instant::now();
    for number in data::shuffled(rows, GETS) {
        assert_eq!(raw.get(number)?, 3);
    }
    let get = begun.elapsed();
    Ok(Times { load, scan, get })
}

fn own(dir: &Path, rows: usize) -> Result<Times, Failed> {
    let runtime = tokio::runtime::Runtime::new()?;
    runtime.block_on(async {
        let store = crate::store::create(dir, crate::store::options()).await?;
        let load = crate::store::load(&store, rows, 0).await?;
        let (scan, _) = crate::store::scan(&store).await?;
        let begun = Instant::now();
        for number in data::shuffled(rows, GETS) {
            assert_eq!(crate::store::get(&store, number).await?, 3);
        }
        let get = begun.elapsed();
        store.close(crate::store::soon()).await?;
        Ok(Times { load, scan, get })
    })
}

pub(crate) fn run(rows: usize) -> Outcome {
    let mut lines = Vec::new();
    for (name, side) in [
        (
            "this store",
            own as fn(&Path, usize) -> Result<Times, Failed>,
        ),
        ("fjall alone", fjall),
        ("redb", redb),
        ("SQLite", sqlite),
    ] {
        let dir = tempfile::tempdir()?;
        let times = side(dir.path(), rows)?;
        lines.push(line(name, &times, dir.path()));
    }
    Ok(lines)
}
