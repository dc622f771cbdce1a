//! `separator = none`: the next part follows directly, in a key that has separators elsewhere.

use hbase_schema::{Connection, HTable, RowKey, Timestamp, any, is_in};

/// An application of YARN: its id has no separator within.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:DIRECT")]
#[rowkey(separator = "!")]
#[family("D1")]
struct App {
    #[rowkey]
    user: String,
    #[rowkey(reverse_ts, separator = none)]
    cluster: Timestamp,
    #[rowkey(desc)]
    sequence: i32,
    #[rowkey(ordered, separator = none)]
    kind: String,
    #[rowkey]
    id: String,
    cents: u32,
}

/// The salt and all other parts are separated.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:DIRECT_SALTED")]
#[rowkey(salt = buckets(4), separator = "\0")]
#[family("D1")]
struct Salted {
    #[rowkey(salt, separator = none)]
    user: u32,
    #[rowkey(salt)]
    number: u16,
    #[rowkey(omit_none)]
    name: Option<String>,
    cents: u32,
}

fn app(user: &str, ms: i64, sequence: i32, kind: &str, id: &str) -> App {
    let (user, kind, id) = (user.to_owned(), kind.to_owned(), id.to_owned());
    let cluster = Timestamp::from_millis(ms);
    App {
        user,
        cluster,
        sequence,
        kind,
        id,
        cents: 1,
    }
}

#[test]
fn the_next_part_follows_directly() {
    let key = app("ada", 1_234_567_890, 1, "kind", "id!");
    let key = AppKey::from((key.user, key.cluster, key.sequence, key.kind, key.id));
    let time = (i64::MAX - 1_234_567_890).to_be_bytes();
    let sequence = (i32::MAX - 1).to_be_bytes();
    let expected = [b"ada!", &time[..], &sequence, b"!\x34kind\0id!"].concat();
    assert_eq!(key.encode().expect("the key fits").as_ref(), expected);
    assert_eq!(AppKey::decode(&expected).expect("a key"), key);
    let values = AppKey::LAYOUT.decode(&expected).expect("a key").parts;
    assert_eq!(AppKey::LAYOUT.encode(&values), Ok(expected.clone()));
    // A separator would be a byte of the next part.
    let separated = [&expected[..12], b"!", &expected[12..]].concat();
    assert!(AppKey::decode(&separated).is_err());
    assert!(AppKey::LAYOUT.decode(&separated).is_err());
}

#[test]
fn a_key_ends_after_a_part_without_a_separator() {
    let key = SaltedKey {
        user: 1,
        number: 2,
        name: None,
    };
    let bytes = key.encode().expect("the key fits");
    assert_eq!(bytes.as_ref()[2..], [0, 0, 0, 1, 0, 2]);
    assert_eq!(SaltedKey::decode(bytes.as_ref()).expect("a key"), key);
}

async fn apps() -> (Connection, Vec<App>) {
    let db = hbase_schema::connect("memory:").await.expect("a store");
    db.create_table::<App>().await.expect("a new table");
    let mut apps = Vec::new();
    for user in ["ada", "bob"] {
        for (ms, sequence) in [(2000, 7), (2000, -1), (1000, i32::MAX), (33, 33)] {
            for kind in ["a", "a!"] {
                apps.push(app(user, ms, sequence, kind, "x!y"));
            }
        }
    }
    for app in &apps {
        db.put(app).await.expect("a row");
    }
    (db, apps)
}

#[tokio::test]
async fn scans_find_the_parts() {
    let (db, apps) = apps().await;
    let at = Timestamp::from_millis;
    let of = |is: &dyn Fn(&App) -> bool| -> Vec<App> {
        apps.iter().filter(|app| is(app)).cloned().collect()
    };
    let all = db
        .scan(App::scan().user("ada"))
        .rows()
        .collect()
        .await
        .expect("rows");
    assert_eq!(all, of(&|app| app.user == "ada"));
    let scan = App::scan().user("ada").cluster(at(33)..at(2000));
    let found = db.scan(scan).rows().collect().await.expect("rows");
    assert_eq!(
        found,
        of(&|app| app.user == "ada" && app.cluster < at(2000))
    );
    let scan = App::scan().user("ada").cluster(at(2000)).sequence(0..);
    let found = db.scan(scan).rows().collect().await.expect("rows");
    assert_eq!(found, of(&|app| app.user == "ada" && app.sequence == 7));
    let scan = App::scan()
        .user("bob")
        .cluster(any())
        .sequence(-1)
        .kind("a!");
    let found = db.scan(scan).rows().collect().await.expect("rows");
    let is_one = |app: &App| app.user == "bob" && app.sequence == -1 && app.kind == "a!";
    assert_eq!(found, of(&is_one));
    let clusters = is_in([at(33), at(1000)]);
    let scan = App::scan().user("bob").cluster(clusters);
    let found = db.scan(scan).rows().collect().await.expect("rows");
    assert_eq!(
        found,
        of(&|app| app.user == "bob" && app.cluster < at(2000))
    );
    let scan = App::scan()
        .user("ada")
        .cluster(at(33))
        .sequence(33)
        .kind("a")
        .id("x!y");
    let found = db.scan(scan).rows().collect().await.expect("rows");
    assert_eq!(found.len(), 1);
}
