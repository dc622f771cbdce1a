//! The timeline service of YARN 3: the table `entity`.
//!
//! Sources: `apache/hadoop`, `EntityRowKey.java`, `AppIdKeyConverter.java`, `Separator.java` (keys), `TestRowKeys.java` (the
//! values of the test, which have the separator everywhere), `EventColumnNameConverter.java` (qualifiers),
//! `GenericConverter.java` (cells: JSON), `EntityTableRW.java` and `TimelineHBaseSchemaConstants.java` (attributes and
//! splits). The program creates the table by the Java API.

use std::collections::BTreeMap;

use hbase_schema::{HTable, Qualifier, RowKey, Timestamp, prefix};

use crate::support::{assert_key, assert_row, statement, store};

#[derive(HTable, Debug, Clone, PartialEq)]
#[table(
    "prod.timelineservice.entity",
    naming = hbase,
    split_policy = "org.apache.hadoop.hbase.regionserver.KeyPrefixRegionSplitPolicy",
    metadata("KeyPrefixRegionSplitPolicy.prefix_length" = "4"),
    splits = [
        "a", "ad", "an", "b", "ca", "cl", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m", "n", "o", "q", "r", "s",
        "se", "t", "u", "v", "w", "x", "y", "z"
    ]
)]
#[rowkey(separator = "!")]
#[family("i", bloom = rowcol)]
#[family("c", bloom = rowcol, block_cache = true)]
#[family(
    "m",
    block_cache = true,
    min_versions = 1,
    versions = 10_000,
    ttl = "30d"
)]
struct Entity {
    #[rowkey(escape("%" = "%9$", " " = "%2$", "\t" = "%3$", "!" = "%0$"))]
    user: String,
    #[rowkey(escape("%" = "%9$", " " = "%2$", "\t" = "%3$", "!" = "%0$"))]
    cluster: String,
    #[rowkey(escape("%" = "%9$", " " = "%2$", "\t" = "%3$", "!" = "%0$"))]
    flow: String,
    /// `Long.MAX_VALUE - run`: the newest run comes first.
    #[rowkey(desc)]
    run: i64,
    /// The application `application_<cluster_time>_<sequence>`, both inverted.
    #[rowkey(reverse_ts, separator = none)]
    cluster_time: Timestamp,
    #[rowkey(desc)]
    sequence: i32,
    #[rowkey(escape("%" = "%9$", " " = "%2$", "\t" = "%3$", "!" = "%0$"))]
    kind: String,
    #[rowkey(java)]
    id_prefix: i64,
    #[rowkey(escape("%" = "%9$", " " = "%2$", "\t" = "%3$", "!" = "%0$"))]
    id: String,
    #[family("i")]
    #[column("id", json)]
    json_id: String,
    #[family("i")]
    #[column("created_time")]
    created_ms: Option<i64>,
    #[family("i")]
    #[column(dynamic, prefix = "e!", json)]
    events: BTreeMap<Event, String>,
    #[family("c")]
    #[column(dynamic, json)]
    configs: BTreeMap<Config, String>,
    #[family("m")]
    #[column(dynamic, json)]
    metrics: BTreeMap<Config, i64>,
}

/// `id=time=key`; the key is empty if the event has no information.
#[derive(Qualifier, Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
#[qualifier(separator = "=")]
struct Event {
    #[qualifier(escape("%" = "%9$", " " = "%2$", "\t" = "%3$", "=" = "%1$"))]
    id: String,
    #[qualifier(reverse_ts)]
    at: Timestamp,
    #[qualifier(escape("%" = "%9$", " " = "%2$", "\t" = "%3$", "=" = "%1$"))]
    key: String,
}

#[derive(Qualifier, Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Config {
    #[qualifier(escape("%" = "%9$", " " = "%2$", "\t" = "%3$"))]
    key: String,
}

/// A time whose last byte, inverted, is the separator.
fn cluster_time() -> Timestamp {
    Timestamp::from_millis((1_459_900_830_000 >> 8 << 8) + 0xde)
}

/// The entity of `testEntityRowKey`.
fn entity() -> Entity {
    let event = Event {
        id: "START EVENT=1".into(),
        at: Timestamp::from_millis(1_459_900_830_000),
        key: "a%key".into(),
    };
    let config = Config {
        key: "yarn config!".into(),
    };
    Entity {
        user: "!user".into(),
        cluster: "cl!uster".into(),
        flow: "dummy_!flow!".into(),
        run: 0x5eff_ffff_ffff_fc7b,
        cluster_time: cluster_time(),
        sequence: 222,
        kind: "entity!Type".into(),
        id_prefix: 54_321,
        id: "!ent!ity!!id!".into(),
        json_id: "!ent!ity!!id!".into(),
        created_ms: Some(1_425_016_501_000),
        events: BTreeMap::from([(event, "value".to_owned())]),
        configs: BTreeMap::from([(config.clone(), "1".to_owned())]),
        metrics: BTreeMap::from([(config, 7)]),
    }
}

fn entity_key() -> Vec<u8> {
    let inverted = (i64::MAX - cluster_time().as_millis()).to_be_bytes();
    assert_eq!(inverted[7], b'!');
    [
        b"%0$user!cl%0$uster!dummy_%0$flow%0$!",
        &[0x21, 0, 0, 0, 0, 0, 0x03, 0x84, b'!'][..],
        &inverted,
        &[0x7f, 0xff, 0xff, 0x21],
        b"!entity%0$Type!",
        &[0, 0, 0, 0, 0, 0, 0xd4, 0x31],
        b"!%0$ent%0$ity%0$%0$id%0$",
    ]
    .concat()
}

#[test]
fn keys_and_cells_are_those_of_the_project_s_tests() {
    let time = (i64::MAX - 1_459_900_830_000).to_be_bytes();
    let event = [b"e!START%2$EVENT%1$1=", &time[..], b"=a%9$key"].concat();
    let cells: [(&str, &[u8], &[u8]); 5] = [
        ("c", b"yarn%2$config!", b"\"1\""),
        ("i", b"created_time", &1_425_016_501_000_i64.to_be_bytes()),
        ("i", &event, b"\"value\""),
        ("i", b"id", b"\"!ent!ity!!id!\""),
        ("m", b"yarn%2$config!", b"7"),
    ];
    assert_row(&entity(), &entity_key(), &cells);
}

#[test]
fn texts_are_escaped_as_by_the_separator() {
    // `TestSeparator.java` joins and splits such texts.
    for (user, escaped) in [
        ("%2$ f%2$oo bar%2$", "%9$2$%2$f%9$2$oo%2$bar%9$2$"),
        ("a=b", "a=b"),
        ("\t!", "%3$%0$"),
        ("%", "%9$"),
    ] {
        let (user, entity) = (user.to_owned(), entity());
        let key = Entity { user, ..entity }.key();
        let bytes = key.encode().unwrap();
        assert!(bytes.as_ref().starts_with(format!("{escaped}!").as_bytes()));
        assert_key::<EntityKey>(bytes.as_ref());
    }
}

#[tokio::test]
async fn the_entities_of_a_type_and_the_runs_of_a_flow_are_one_range_each() {
    let db = store::<Entity>().await;
    let kinds = ["container", "container!", "attempt"];
    let entities = [900, 901, 902].map(|run| {
        kinds.map(|kind| Entity {
            run,
            kind: kind.into(),
            ..entity()
        })
    });
    db.put_many(entities.as_flattened()).await.unwrap();

    let flow = || {
        Entity::scan()
            .user("!user")
            .cluster("cl!uster")
            .flow("dummy_!flow!")
    };
    let of_type = flow()
        .run(901)
        .cluster_time(cluster_time())
        .sequence(222)
        .kind("container");
    let found = db.scan(of_type).rows().collect().await.unwrap();
    assert_eq!(found, [entities[1][0].clone()]);
    // The newest run comes first.
    let newest = db.scan(flow()).rows().collect().await.unwrap();
    assert_eq!(newest[0].run, 902);
    assert_eq!(db.scan(flow().run(901..)).count().await.unwrap(), 6);
    let flows = Entity::scan()
        .user("!user")
        .cluster("cl!uster")
        .flow(prefix("dummy_!"));
    assert_eq!(db.scan(flows).count().await.unwrap(), 9);
}

#[test]
fn the_statement_has_the_attributes_of_the_program() {
    let ddl = statement(Entity::DDL);
    for attributes in [
        "{NAME => 'i', BLOOMFILTER => 'ROWCOL'}",
        "{NAME => 'c', BLOOMFILTER => 'ROWCOL', BLOCKCACHE => true}",
        "{NAME => 'm', VERSIONS => 10000, MIN_VERSIONS => 1, TTL => 2592000, BLOCKCACHE => true}",
        "KeyPrefixRegionSplitPolicy.prefix_length' => '4'",
        "SPLITS => ['a', 'ad', 'an', 'b', 'ca', 'cl',",
    ] {
        assert!(ddl.contains(attributes), "{attributes} in {ddl}");
    }
}
