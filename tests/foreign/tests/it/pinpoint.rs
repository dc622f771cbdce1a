//! Pinpoint 2, traces of applications: `AgentInfo` and `ApplicationIndex`, and the salted tables `ApplicationTraceIndex` and
//! `TraceV2`, and the cells of `ApplicationMapStatisticsCaller_Ver2`.
//!
//! Sources: `pinpoint-apm/pinpoint`, `IdRowKeyEncoder.java`, `AgentIdRowKeyEncoder.java`, `HbaseTables.java` (keys and
//! columns), `HbaseApplicationIndexDao.java` (cells), `ApplicationMapStatisticsUtils.java` and its test (counters), and `hbase/scripts/hbase-create.hbase` (statements). The cells of
//! `AgentInfo` are serialized by Pinpoint's own buffers.

use std::collections::BTreeMap;

use hbase_schema::key::{CodecError, DecodePart, KeyPart};
use hbase_schema::model::{CustomEncoding, Encoding, KeySink};
use hbase_schema::{HTable, Qualifier, RowKey, Timestamp};

use crate::support::{assert_row, statement, store};

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("AgentInfo", naming = hbase)]
#[family("Info", ttl = "365d", data_block_encoding = prefix)]
struct AgentInfo {
    #[rowkey(fixed = 24, pad_right = '\0')]
    agent: String,
    #[rowkey(reverse_ts)]
    started: Timestamp,
    #[column("i")]
    identifier: Vec<u8>,
    #[column("m")]
    server_meta_data: Option<Vec<u8>>,
    #[column("j")]
    jvm: Option<Vec<u8>>,
}

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("ApplicationIndex", naming = hbase)]
#[family("Agents", ttl = "365d", data_block_encoding = prefix)]
struct Application {
    #[rowkey]
    name: String,
    /// The type of the service, by the agent's id.
    #[column(dynamic)]
    agents: BTreeMap<String, i16>,
}

/// The salt is `(hash & Integer.MAX_VALUE) % 32` of the rest of the key.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("ApplicationTraceIndex", naming = hbase, splits = per_bucket(step = 2, width = 16))]
#[rowkey(salt = java_bytes(32))]
#[family("I", ttl = "60d", data_block_encoding = prefix)]
struct ApplicationTraceIndex {
    #[rowkey(salt, fixed = 24, pad_right = '\0')]
    application: String,
    #[rowkey(salt, reverse_ts)]
    accepted: Timestamp,
    #[column("t")]
    trace: Vec<u8>,
}

/// The salt is the hash of the last 8 bytes, modulo 256.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("TraceV2", naming = hbase, splits = uniform(256))]
#[rowkey(salt = java_bytes(256))]
#[family("S", ttl = "60d", data_block_encoding = prefix)]
struct Trace {
    #[rowkey(fixed = 24, pad_right = '\0')]
    agent: String,
    #[rowkey(java)]
    agent_start_ms: i64,
    #[rowkey(java, salt)]
    sequence: i64,
    #[column("s")]
    spans: Vec<u8>,
}

fn info(agent: &str, millis: i64) -> AgentInfo {
    let started = Timestamp::from_millis(millis);
    let jvm = Some(b"17".to_vec());
    AgentInfo {
        agent: agent.into(),
        started,
        identifier: vec![1],
        server_meta_data: None,
        jvm,
    }
}

#[test]
fn rows_have_the_bytes_of_the_encoders() {
    let mut key = b"agentId\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0".to_vec();
    key.extend((i64::MAX - 100).to_be_bytes());
    assert_row(
        &info("agentId", 100),
        &key,
        &[("Info", b"i", &[1]), ("Info", b"j", b"17")],
    );

    // 1010 is Tomcat, 1400 is Node.
    let agents = BTreeMap::from([("node-1".to_owned(), 1400), ("tomcat-1".to_owned(), 1010)]);
    let cells = [
        ("Agents", &b"node-1"[..], &[0x05, 0x78][..]),
        ("Agents", b"tomcat-1", &[0x03, 0xf2]),
    ];
    assert_row(
        &Application {
            name: "shop".into(),
            agents,
        },
        b"shop",
        &cells,
    );
}

#[test]
fn salted_rows_have_the_bytes_of_the_encoders() {
    let cells = [("I", &b"t"[..], &[1][..])];
    let row = ApplicationTraceIndex {
        application: "checkout".into(),
        accepted: Timestamp::from_millis(1_700_000_000_123),
        trace: vec![1],
    };
    let key = "14636865636b6f7574000000000000000000000000000000007ffffe74301a9784";
    assert_row(&row, &const_hex::decode(key).unwrap(), &cells);
    for (sequence, salt, bytes) in [
        (-77, "35", "ffffffffffffffb3"),
        (1_234_567_890_123, "b0", "0000011f71fb04cb"),
    ] {
        let trace = Trace {
            agent: "a1".into(),
            agent_start_ms: 1,
            sequence,
            spans: vec![1],
        };
        let key = format!("{salt}6131{}0000000000000001{bytes}", "00".repeat(22));
        let cells = [("S", &b"s"[..], &[1][..])];
        assert_row(&trace, &const_hex::decode(key).unwrap(), &cells);
    }
}

#[test]
fn regions_are_those_of_pinpoint() {
    let splits = ApplicationTraceIndexKey::TABLE.splits.keys().unwrap();
    assert_eq!(splits.len(), 15);
    assert_eq!(splits[0], [&[2][..], &[0; 15]].concat());
    assert_eq!(splits[14], [&[0x1e][..], &[0; 15]].concat());
    assert_eq!(TraceKey::TABLE.splits.keys().unwrap().len(), 255);
}

#[tokio::test]
async fn the_last_start_of_an_agent_before_a_time_comes_first() {
    let db = store::<AgentInfo>().await;
    let starts = [100, 200, 300].map(|millis| info("agentId", millis));
    db.put_many(starts.iter().chain(&[info("agentId2", 150)]))
        .await
        .unwrap();
    let until = Timestamp::from_millis(250);
    let scan = AgentInfo::scan().agent("agentId").started(..=until);
    assert_eq!(
        db.scan(scan).first().await.unwrap().as_ref(),
        Some(&starts[1])
    );
}

#[tokio::test]
async fn the_agents_of_an_application_are_one_row() {
    let db = store::<Application>().await;
    let shop = ApplicationKey {
        name: "shop".into(),
    };
    for (agent, kind) in [("tomcat-1", 1010), ("node-1", 1400)] {
        db.dynamic(&shop, Application::AGENTS)
            .put(agent, kind)
            .await
            .unwrap();
    }
    let found = db.get(&shop).await.unwrap().unwrap();
    assert_eq!(
        found.agents.into_keys().collect::<Vec<_>>(),
        ["node-1", "tomcat-1"]
    );
}

#[test]
fn the_statements_are_those_of_the_script() {
    let agents =
        "create 'AgentInfo', { NAME => 'Info', TTL => 31536000, DATA_BLOCK_ENCODING => 'PREFIX' }";
    assert_eq!(statement(AgentInfo::DDL), statement(agents));
    let index = "create 'ApplicationIndex', { NAME => 'Agents', TTL => 31536000, DATA_BLOCK_ENCODING => 'PREFIX' }";
    assert_eq!(statement(Application::DDL), statement(index));
}

/// Two texts, of which the first one follows its length in two bytes.
enum TwoTexts {}

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Callee {
    application: String,
    host: String,
}

impl KeyPart<TwoTexts> for Callee {
    const ENCODING: Encoding = Encoding::Custom(CustomEncoding::new("TwoTexts"));
    const WIDTH: Option<usize> = None;

    fn encode<S: KeySink>(&self, out: &mut S) -> Result<(), CodecError> {
        let len = u16::try_from(self.application.len()).map_err(CodecError::new)?;
        out.put(&len.to_be_bytes());
        out.put(self.application.as_bytes());
        out.put(self.host.as_bytes());
        Ok(())
    }
}

impl DecodePart<'_, TwoTexts> for Callee {
    fn decode(bytes: &[u8]) -> Result<Self, CodecError> {
        let short = || CodecError::new("expected a text after its length");
        let (len, rest) = bytes.split_first_chunk().ok_or_else(short)?;
        let len = usize::from(u16::from_be_bytes(*len));
        let (application, host) = rest.split_at_checked(len).ok_or_else(short)?;
        let text = |bytes: &[u8]| {
            str::from_utf8(bytes)
                .map(str::to_owned)
                .map_err(CodecError::new)
        };
        Ok(Self {
            application: text(application)?,
            host: text(host)?,
        })
    }
}

/// A counter's name: the called application, and the slot of its response time.
#[derive(Qualifier, Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Call {
    #[qualifier(java)]
    service_type: i16,
    #[qualifier(java)]
    slot: i16,
    #[qualifier(encoding = TwoTexts)]
    callee: Callee,
}

/// The counters of one row, whose key is opaque here.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("ApplicationMapStatisticsCaller_Ver2", naming = hbase)]
#[family("C")]
struct Calls {
    #[rowkey]
    row: Vec<u8>,
    #[column(dynamic, counter)]
    counts: BTreeMap<Call, i64>,
}

#[tokio::test]
async fn counters_are_named_as_pinpoint_names_them() {
    let db = store::<Calls>().await;
    let key = CallsKey { row: vec![1] };
    let call = |slot| Call {
        service_type: 1000,
        slot,
        callee: Callee {
            application: "applicationName".into(),
            host: "dest".into(),
        },
    };
    let counts = [(call(10), 1), (call(100), 1), (call(10), 1)];
    let values = db
        .dynamic(&key, Calls::COUNTS)
        .increment_many(counts)
        .await
        .unwrap();
    assert_eq!(values, [2, 1, 2]);
    let raw = db.get_raw(&key).await.unwrap().expect("a row");
    let cells: Vec<_> = raw
        .cells()
        .map(|cell| (cell.qualifier, cell.value))
        .collect();
    // `testMakeColumnName2` reads a type, a slot, a text after its length, and the rest.
    let name = b"\x03\xe8\0\x0a\0\x0fapplicationNamedest".as_slice();
    assert_eq!(cells[0], (name, [0, 0, 0, 0, 0, 0, 0, 2].as_slice()));
    let read = db.get(&key).await.unwrap().expect("a row");
    assert_eq!(read.counts, BTreeMap::from([(call(10), 2), (call(100), 1)]));
}
