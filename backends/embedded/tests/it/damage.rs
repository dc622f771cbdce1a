//! A damaged log, and values that look like a log.

use std::fs;
use std::path::{Path, PathBuf};

use hbase_backend::{Backend, Error, Mutation, Scan};
use hbase_model::{FamilyDescriptor, TableDescriptor, TableName};
use hbase_schema_embedded::{Embedded, Options};

use crate::{scratch, soon};

const T: TableName = TableName::from_static("default", "DAMAGE");
const ROWS: u64 = 24;

/// The end of a batch in the engine's log, with any checksum.
const END: &[u8] = b"\x03checksumFJL\x03";
/// The starts of a batch with one item, and of an item.
const BEGIN: &[u8] = b"\x01\x01\0\0\0\x7f\0\0\0\0\0\0\0\x02\0\0\x01\0\0\0\0\0\0\0\x01\0";

fn row(number: u64) -> Mutation {
    let mut put = Mutation::new(format!("{number:04}"));
    let value = [END, BEGIN, END].concat().repeat(20);
    put.put_at(b"f", b"q", 1, &value).unwrap();
    put
}

/// A store of a few rows as a kill leaves it, and its log.
async fn killed() -> (tempfile::TempDir, PathBuf) {
    let (dir, copy) = (scratch::dir(), scratch::dir());
    let db = Embedded::open(dir.path(), Options::default())
        .await
        .unwrap();
    let mut table = TableDescriptor::new(T);
    table.families = vec![FamilyDescriptor::new("f")].into();
    db.create_table(&table, soon()).await.unwrap();
    for number in 0..ROWS {
        db.mutate(&T, row(number), soon()).await.unwrap();
    }
    scratch::copy(dir.path(), copy.path());
    let log = copy.path().join("data/0.jnl");
    (copy, log)
}

async fn open(dir: &Path, accept_damaged_log: bool) -> hbase_backend::Result<Embedded> {
    let options = Options::default().accept_damaged_log(accept_damaged_log);
    Embedded::open(dir, options).await
}

/// The number of rows, which are the first ones.
async fn rows(db: &Embedded) -> u64 {
    let mut scanner = db.scan(&T, Scan::new(), soon()).await.unwrap();
    let mut count = 0;
    loop {
        let batch = scanner.next_batch(soon()).await.unwrap();
        if batch.is_empty() {
            return count;
        }
        for row in batch {
            assert_eq!(row.key(), format!("{count:04}").as_bytes());
            count += 1;
        }
    }
}

fn written(log: &[u8]) -> usize {
    let chunks = log
        .chunks(4096)
        .take_while(|chunk| chunk.iter().any(|byte| *byte != 0));
    let len = chunks.map(<[u8]>::len).sum();
    log[..len].iter().rposition(|byte| *byte != 0).unwrap() + 1
}

/// The log as a kill after `len` bytes leaves it: the file is allocated beyond, or ends there.
fn cut(log: &[u8], len: usize, is_allocated: bool) -> Vec<u8> {
    let mut cut = log[..len].to_vec();
    if is_allocated {
        cut.resize(log.len(), 0);
    }
    cut
}

#[tokio::test]
async fn half_a_batch_is_no_damage_whatever_its_values_look_like() {
    let (dir, log) = killed().await;
    let whole = fs::read(&log).unwrap();
    let end = written(&whole);
    // The two last batches, cut at every few bytes.
    let cuts = (end - 2800..end).step_by(29);
    for (turn, len) in cuts.enumerate() {
        fs::write(&log, cut(&whole, len, turn % 8 == 0)).unwrap();
        let db = open(dir.path(), false).await;
        let db = db.unwrap_or_else(|error| panic!("cut at {len} of {end}: {error}"));
        assert!(rows(&db).await >= ROWS - 3, "cut at {len}");
        drop(db);
    }
}

#[tokio::test]
async fn one_wrong_bit_is_damage_and_can_be_given_up() {
    let (dir, log) = killed().await;
    let whole = fs::read(&log).unwrap();
    let end = written(&whole);
    let mut rejected = 0;
    for turn in 0..48 {
        let at = end * (turn * 2 + 1) / 96;
        let scratch = scratch::dir();
        scratch::copy(dir.path(), scratch.path());
        let mut damaged = whole[..end].to_vec();
        damaged[at] ^= 1 << (turn % 8);
        let log = scratch.path().join("data/0.jnl");
        fs::write(&log, damaged).unwrap();
        match open(scratch.path(), false).await {
            // The checksum does not cover a batch's number.
            Ok(db) => assert_eq!(rows(&db).await, ROWS, "bit of byte {at} of {end}"),
            Err(Error::Corrupt { what }) => {
                rejected += 1;
                assert!(what.contains("0.jnl"), "{what}");
                let db = open(scratch.path(), true).await;
                let db = db.unwrap_or_else(|error| panic!("byte {at} of {end}: {error}"));
                let [given_up] = db.given_up() else {
                    panic!("{:?}", db.given_up());
                };
                assert!(given_up.path.ends_with("0.jnl") && given_up.offset <= at as u64);
                assert_eq!(given_up.offset + given_up.bytes, end as u64);
                let tables = db.list_tables(soon()).await.unwrap();
                assert!(tables.is_empty() || rows(&db).await < ROWS);
            }
            Err(error) => panic!("byte {at} of {end}: {error}"),
        }
    }
    assert!(rejected >= 40, "{rejected}");
}
