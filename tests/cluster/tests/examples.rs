//! Every example on a real `HBase`: by its own RPC, and through the Thrift gateway with tables created by their own statements in
//! `HBase`'s shell: the output is that of the embedded backend.
//!
//! Only what the gateway does not support may differ, which the example prints; such an output has a
//! snapshot of its own, and so have all unsupported calls. `BLESS=1` rewrites both.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::{env, fs};

use hbase_backend::Backend as _;
use hbase_model::TableName;
use hbase_model::ddl::create_namespace_if_missing;
use hbase_schema_cluster_tests::tables::{
    calls, devices, events, logs, mail, mailbox, sensors, trades, weather,
};
use hbase_schema_cluster_tests::{
    Cluster, ClusterError, built_programs, create_anew, native, soon,
};

type Outcome<T = ()> = Result<T, Box<dyn std::error::Error>>;

const EXAMPLES: [&str; 11] = [
    "weather",
    "events",
    "devices",
    "calls",
    "logs",
    "trades",
    "trade_days",
    "mail",
    "mail_index",
    "mailbox",
    "sensors",
];

const STATEMENTS: [&str; 14] = [
    weather::Weather::DDL,
    events::Event::DDL,
    devices::Device::DDL,
    calls::Call::DDL,
    logs::Log::DDL,
    trades::Trade::DDL,
    trades::Statistics::DDL,
    trades::General::DDL,
    trades::Spread::DDL,
    trades::LoadCounter::DDL,
    mail::Mail::DDL,
    mailbox::MailBox::DDL,
    sensors::Measured::DDL,
    sensors::InTurn::DDL,
];

const TABLE_NAMES: [&TableName; 14] = [
    &weather::Weather::SCHEMA.table.name,
    &events::Event::SCHEMA.table.name,
    &devices::Device::SCHEMA.table.name,
    &calls::Call::SCHEMA.table.name,
    &logs::Log::SCHEMA.table.name,
    &trades::Trade::SCHEMA.table.name,
    &trades::Statistics::SCHEMA.table.name,
    &trades::General::SCHEMA.table.name,
    &trades::Spread::SCHEMA.table.name,
    &trades::LoadCounter::SCHEMA.table.name,
    &mail::Mail::SCHEMA.table.name,
    &mailbox::MailBox::SCHEMA.table.name,
    &sensors::Measured::SCHEMA.table.name,
    &sensors::InTurn::SCHEMA.table.name,
];

/// The starts of the names of tables that the examples create themselves: one for each day, those of
/// indexes, and those that this library keeps its state in.
const OWN_TABLES: [&str; 6] = [
    "DLQX:TRADE_",
    "DLQX:STAT_",
    "DLQX:GENERAL_",
    "DLQX:LOAD_COUNTER",
    "DLQX:MAIL_",
    "HSCHEMA:",
];

/// The start of the line that an example prints for an unsupported call.
const UNANSWERED: &str = "not answered: ";

/// The examples' tables have one user at a time.
static TABLES: Mutex<()> = Mutex::new(());

#[test]
fn examples_say_the_same_as_on_the_embedded_backend() -> Outcome {
    let _alone = TABLES.lock();
    let cluster = Cluster::from_env()?;
    let programs = programs()?;
    drop_own_tables(&cluster)?;
    // The gateway creates no namespaces.
    let namespace = create_namespace_if_missing("HSCHEMA");
    let statements = [&[&*namespace][..], &STATEMENTS].concat();
    create_anew(&cluster, "examples", &statements)?;
    let url = format!("thrift://{}", cluster.thrift);
    let (mut wrong, mut unanswered) = (Vec::new(), String::new());
    for name in EXAMPLES {
        let printed = match run(&programs, name, &url) {
            Ok(printed) => printed,
            Err(error) => {
                wrong.push(format!("{name}: {error}"));
                continue;
            }
        };
        wrong.extend(compare(name, &printed)?);
        for line in printed.lines().filter(|line| line.starts_with(UNANSWERED)) {
            writeln!(unanswered, "{name}: {line}")?;
        }
    }
    wrong.extend(snapshot("unanswered", &unanswered)?);
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
    Ok(())
}

/// By `HBase`'s own RPC nothing is unanswered; the examples create their tables themselves.
#[test]
fn examples_say_the_same_by_the_native_client() -> Outcome {
    let _alone = TABLES.lock();
    let cluster = Cluster::from_env()?;
    let programs = programs()?;
    drop_own_tables(&cluster)?;
    create_anew(&cluster, "examples_native", &STATEMENTS)?;
    drop_tables(&cluster)?;
    let url = format!("hbase://{}", cluster.master);
    let mut wrong = Vec::new();
    for name in EXAMPLES {
        let embedded = fs::read_to_string(snapshots().join(format!("{name}.txt")))?;
        match run(&programs, name, &url) {
            Ok(printed) if printed == embedded => {}
            Ok(printed) => wrong.push(format!("{name}:\n{printed}")),
            Err(error) => wrong.push(format!("{name}: {error}")),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
    Ok(())
}

fn drop_tables(cluster: &Cluster) -> Outcome {
    let runtime = tokio::runtime::Runtime::new()?;
    let native = native(cluster);
    runtime.block_on(async {
        for table in TABLE_NAMES {
            native.drop_table(table, soon()).await?;
        }
        Ok(())
    })
}

/// Drops what an earlier run created.
fn drop_own_tables(cluster: &Cluster) -> Outcome {
    let runtime = tokio::runtime::Runtime::new()?;
    let native = native(cluster);
    runtime.block_on(async {
        for table in native.list_tables(soon()).await? {
            let name = table.to_string();
            if OWN_TABLES.iter().any(|start| name.starts_with(start)) {
                native.drop_table(&table, soon()).await?;
            }
        }
        Ok(())
    })
}

fn programs() -> Result<PathBuf, ClusterError> {
    built_programs(&[
        "--package",
        "hbase-schema-examples",
        "--features",
        "native,thrift",
    ])
}

fn run(programs: &Path, name: &str, url: &str) -> Outcome<String> {
    let output = Command::new(programs.join(name)).arg(url).output()?;
    let printed = String::from_utf8(output.stdout)?;
    if !output.status.success() {
        let error = String::from_utf8_lossy(&output.stderr);
        return Err(format!("{error}\nafter this:\n{printed}").into());
    }
    Ok(printed)
}

/// The difference in an example's output.
fn compare(name: &str, printed: &str) -> Outcome<Option<String>> {
    let embedded = fs::read_to_string(snapshots().join(format!("{name}.txt")))?;
    if printed == embedded {
        let own = snapshots().join("thrift").join(format!("{name}.txt"));
        let stale = own.exists();
        return Ok(stale.then(|| format!("{}: of no use, there is no difference", own.display())));
    }
    if let Some(line) = first_strange_line(printed, &embedded) {
        return Ok(Some(format!(
            "{name}: on the embedded backend there is no line `{line}` here"
        )));
    }
    if !printed.contains(UNANSWERED) {
        return Ok(Some(format!("{name}: lines are missing:\n{printed}")));
    }
    snapshot(name, printed)
}

/// The first line that neither reports an unsupported call nor is, in the same order, in the output on the
/// embedded backend.
fn first_strange_line<'p>(printed: &'p str, embedded: &str) -> Option<&'p str> {
    let mut embedded = embedded.lines();
    let mut lines = printed.lines().filter(|line| !line.starts_with(UNANSWERED));
    lines.find(|line| !embedded.any(|right| right == *line))
}

fn snapshot(name: &str, printed: &str) -> Outcome<Option<String>> {
    let file = snapshots().join("thrift").join(format!("{name}.txt"));
    if env::var_os("BLESS").is_some() {
        fs::write(&file, printed)?;
    }
    let right = fs::read_to_string(&file).unwrap_or_default();
    let differs = printed != right;
    Ok(differs.then(|| format!("{name}: not as in {}:\n{printed}", file.display())))
}

fn snapshots() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/tests/snapshots")
}
