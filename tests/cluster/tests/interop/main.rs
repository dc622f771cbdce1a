//! Rows written here, through the gateway and by the native client, are read by Python's happybase and by `HBase`'s Java
//! client, and vice versa: every key of the examples, every encoding of keys, every codec of cells.
//!
//! The Python side receives only values, and encodes keys and cells itself, by the rules. The Java side is
//! `HBase`'s client with this project's codecs.

mod declared;
mod mailbox;

use std::sync::Arc;

use hbase_schema::{Connection, Table};
use hbase_schema_cluster_tests::tables::{
    Sample, calls, cells, devices, events, keys, logs, mail, mailbox as boxes, sensors, trades,
    weather,
};
use hbase_schema_cluster_tests::{Cluster, Oracle, connect, create_anew, native, patient};
use hbase_schema_thrift::Options;
use serde_json::{Value, json};
use tokio::sync::Mutex;

type Outcome<T = ()> = Result<T, Box<dyn std::error::Error>>;

/// Does the same with each table's type.
macro_rules! each_table {
    ($do:ident!($($given:tt)*)) => {
        $do!(
            ($($given)*)
            calls::Call, events::Event, events::Unpadded, devices::Device, logs::Log, trades::Trade,
            trades::Statistics, trades::General, trades::Spread, mail::Mail, boxes::MailBox,
            sensors::Measured, sensors::InTurn, weather::Weather, keys::TextKeys,
            keys::NumberKeys, keys::DigestKeys, cells::Numbers, cells::Texts, cells::Times
        )
    };
}

macro_rules! statements {
    (() $($table:ty),*) => { [$(<$table as Table>::DDL),*] };
}

macro_rules! written {
    (($db:expr) $($table:ty),*) => { vec![$(write::<$table>($db).await?),*] };
}

macro_rules! halves {
    (($clients:expr) $($table:ty),*) => {{
        $(write_halves::<$table>($clients).await?;)*
        let (even, odd) = shared::<cells::Numbers>();
        for (db, rows) in $clients.into_iter().zip([even, odd]) {
            count_visits(db, &rows).await?;
        }
    }};
}

macro_rules! read {
    (($db:expr) $($table:ty),*) => {{
        let mut wrong = Vec::new();
        $(wrong.extend(read_back::<$table>($db).await?);)*
        wrong
    }};
}

/// All tests have the same tables.
static TABLES: Mutex<()> = Mutex::const_new(());

#[tokio::test]
async fn rows_are_exchanged_with_happybase() -> Outcome {
    let _alone = TABLES.lock().await;
    let cluster = Cluster::from_env()?;
    for (by, db) in &clients(&cluster)? {
        create_anew(&cluster, "interop", &each_table!(statements!()))?;
        let wrong = exchange(&cluster, db).await?;
        assert!(wrong.is_empty(), "{by}:\n{}", wrong.join("\n"));
    }
    Ok(())
}

#[tokio::test]
async fn rows_are_exchanged_with_javas_client() -> Outcome {
    let _alone = TABLES.lock().await;
    let cluster = Cluster::from_env()?;
    let java = Connection::with_limits(Oracle::shared(), patient());
    for (by, db) in &clients(&cluster)? {
        create_anew(&cluster, "interop", &each_table!(statements!()))?;
        each_table!(halves!([db, &java]));
        for reader in [db, &java] {
            let wrong: Vec<String> = each_table!(read!(reader));
            assert!(wrong.is_empty(), "{by} and Java:\n{}", wrong.join("\n"));
        }
        mailbox::write(db, mailbox::USERS[0]).await?;
        mailbox::write(&java, mailbox::USERS[1]).await?;
        for reader in [db, &java] {
            let wrong = mailbox::read_back(reader).await?;
            assert!(wrong.is_empty(), "{by} and Java:\n{}", wrong.join("\n"));
        }
    }
    Ok(())
}

/// The clients of this project, by their names.
fn clients(cluster: &Cluster) -> Outcome<[(&'static str, Connection); 2]> {
    let gateway = connect(&cluster.thrift, patient(), &Options::default())?;
    let native = Connection::with_limits(Arc::new(native(cluster)), patient());
    Ok([("the gateway", gateway), ("the native client", native)])
}

/// Exchanges rows with Python; returns what differs.
async fn exchange(cluster: &Cluster, db: &Connection) -> Outcome<Vec<String>> {
    let tables: Vec<Value> = each_table!(written!(db));
    let (theirs, _) = shared::<cells::Numbers>();
    count_visits(db, &theirs).await?;
    println!("{}", python(cluster, &json!({ "tables": tables }))?);
    let mut wrong: Vec<String> = each_table!(read!(db));

    // Its rows have no declared columns: they are written after the struct's rows were read.
    mailbox::write(db, mailbox::USERS[0]).await?;
    let mailbox = mailbox::plan();
    python(cluster, &json!({ "tables": [], "mailbox": mailbox }))?;
    wrong.extend(mailbox::read_back(db).await?);
    Ok(wrong)
}

/// Runs the Python side, which compares the rows written here and writes its own.
fn python(cluster: &Cluster, plan: &Value) -> Outcome<String> {
    let file = cluster.directory().join("interop.json");
    std::fs::write(&file, serde_json::to_vec_pretty(plan)?)?;
    let program = concat!(env!("CARGO_MANIFEST_DIR"), "/../hbase/python/interop.py");
    Ok(cluster.run(&["python", program, &file.to_string_lossy()])?)
}

/// Every second row is written here, the others by Python.
async fn write<T: Sample>(db: &Connection) -> Outcome<Value> {
    let (theirs, ours) = shared::<T>();
    db.put_many(&theirs).await?;
    Ok(json!({ "table": T::SCHEMA.table.name.to_string(), "theirs": theirs, "ours": ours }))
}

/// Half of a table's rows by each of two clients.
async fn write_halves<T: Sample>(clients: [&Connection; 2]) -> Outcome {
    let (even, odd) = shared::<T>();
    for (db, rows) in clients.into_iter().zip([even, odd]) {
        db.put_many(&rows).await?;
    }
    Ok(())
}

/// Counters, which puts do not write.
async fn count_visits(db: &Connection, rows: &[cells::Numbers]) -> Outcome {
    let visits = rows.iter().map(|row| (row.key(), row.visits));
    db.set_counter_many(cells::Numbers::VISITS, visits).await?;
    Ok(())
}

fn shared<T: Sample>() -> (Vec<T>, Vec<T>) {
    let (mut even, mut odd) = (Vec::new(), Vec::new());
    for (n, row) in T::samples().into_iter().enumerate() {
        if n % 2 == 0 { &mut even } else { &mut odd }.push(row);
    }
    assert!(!odd.is_empty(), "{}: too few rows", T::SCHEMA.table.name);
    (even, odd)
}

/// All rows, by one scan and each by its key.
async fn read_back<T: Sample>(db: &Connection) -> Outcome<Vec<String>> {
    let table = &T::SCHEMA.table.name;
    let samples = T::samples();
    let found: Vec<Value> = values(&T::all(db).await?)?;
    let mut wrong = Vec::new();
    for right in values(&samples)? {
        if !found.contains(&right) {
            wrong.push(format!("{table}: no row of the scan is {right}"));
        }
    }
    for row in found
        .iter()
        .filter(|row| found.len() != samples.len() && !row.is_null())
    {
        wrong.push(format!(
            "{table}: the scan has {} rows, among them {row}",
            found.len()
        ));
    }
    for row in &samples {
        let (again, right) = (row.again(db).await?, serde_json::to_value(row)?);
        let again = serde_json::to_value(again)?;
        if again != right {
            wrong.push(format!(
                "{table}: by its key, found {again}, expected {right}"
            ));
        }
    }
    Ok(wrong)
}

/// NaN equals nothing, and -0.0 equals 0.0: values are compared by their texts.
fn values<T: Sample>(rows: &[T]) -> Outcome<Vec<Value>> {
    let values = rows.iter().map(serde_json::to_value);
    Ok(values.collect::<Result<_, _>>()?)
}
