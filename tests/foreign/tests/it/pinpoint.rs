//! Pinpoint 2, traces of applications: tables `AgentInfo` and `ApplicationIndex`, which have no salt.
//!
//! Sources: `pinpoint-apm/pinpoint`, `IdRowKeyEncoder.java`, `AgentIdRowKeyEncoder.java`, `HbaseTables.java` (keys and
//! columns), `HbaseApplicationIndexDao.java` (cells), and `hbase/scripts/hbase-create.hbase` (statements). The cells of
//! `AgentInfo` are serialized by Pinpoint's own buffers.

use std::collections::BTreeMap;

use hbase_schema::{HTable, Timestamp};

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
