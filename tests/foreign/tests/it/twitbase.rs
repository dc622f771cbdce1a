//! `TwitBase`, the application of the book "`HBase` in Action": tables `users`, `twits` and `follows`.
//!
//! Sources: `hbaseinaction/twitbase`, `UsersDAO.java`, `TwitsDAO.java`, `RelationsDAO.java` and `InitTables.java`. Keys
//! are MD5 sums of names, and times as `Bytes.toBytes(-1 * millis)`.

use hbase_schema::{HTable, Timestamp};

use crate::support::{assert_row, statement, store};

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("users", naming = hbase, rename_all = "snake_case")]
#[family("info")]
struct Account {
    #[rowkey]
    id: [u8; 16],
    user: String,
    name: String,
    email: String,
    password: String,
    #[column(counter)]
    tweet_count: i64,
}

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("twits", naming = hbase, rename_all = "snake_case")]
#[family("t")]
struct Twit {
    #[rowkey]
    user_id: [u8; 16],
    #[rowkey(negated_ts)]
    at: Timestamp,
    user: String,
    text: String,
}

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("follows", naming = hbase, rename_all = "snake_case")]
#[family("f")]
struct Follow {
    #[rowkey]
    from_id: [u8; 16],
    #[rowkey]
    to_id: [u8; 16],
    from: String,
    to: String,
}

fn md5_of(name: &str) -> [u8; 16] {
    md5::compute(name).0
}

fn twit(user: &str, millis: i64) -> Twit {
    let (user_id, at) = (md5_of(user), Timestamp::from_millis(millis));
    Twit {
        user_id,
        at,
        user: user.into(),
        text: format!("at {millis}"),
    }
}

#[test]
fn rows_have_the_bytes_of_the_access_objects() {
    // MD5 of `ann`, and -1,329,088,321,289.
    let id = const_hex::decode("7e0d7f8a5d96c24ffcc840f31bce72b2").unwrap();
    let at = const_hex::decode("fffffeca8c29a8f7").unwrap();
    let cells = [
        ("t", &b"text"[..], &b"at 1329088321289"[..]),
        ("t", b"user", b"ann"),
    ];
    assert_row(
        &twit("ann", 1_329_088_321_289),
        &[&id[..], &at].concat(),
        &cells,
    );

    let (from_id, to_id) = (md5_of("ann"), md5_of("bob"));
    let follow = Follow {
        from_id,
        to_id,
        from: "ann".into(),
        to: "bob".into(),
    };
    let cells = [("f", &b"from"[..], &b"ann"[..]), ("f", b"to", b"bob")];
    assert_row(&follow, &[from_id, to_id].concat(), &cells);
}

#[tokio::test]
async fn the_twits_of_a_user_come_newest_first() {
    let db = store::<Twit>().await;
    let times = [1_329_088_321_289, 1_329_088_321_290, 1_360_000_000_000];
    let twits = times
        .iter()
        .flat_map(|&at| [twit("ann", at), twit("bob", at)]);
    db.put_many(twits).await.unwrap();

    let of_ann = || Twit::scan().user_id(md5_of("ann"));
    let rows = db.scan(of_ann()).rows().collect().await.unwrap();
    let expected: Vec<Twit> = times.iter().rev().map(|&at| twit("ann", at)).collect();
    assert_eq!(rows, expected);
    let from: Timestamp = "2013-01-01".parse().unwrap();
    assert_eq!(
        db.scan(of_ann().at(from..)).rows().collect().await.unwrap(),
        expected[..1]
    );
    assert_eq!(
        db.get(&expected[1].key()).await.unwrap().as_ref(),
        Some(&expected[1])
    );
}

#[tokio::test]
async fn tweets_are_counted_and_follows_are_listed() {
    let db = store::<Account>().await;
    db.create_table::<Follow>().await.unwrap();
    let text = |text: &str| text.to_owned();
    let (email, password) = (text("ann@example.com"), text("abc123"));
    let ann = Account {
        id: md5_of("ann"),
        user: text("Ann"),
        name: text("Ann"),
        email,
        password,
        tweet_count: 0,
    };
    db.put(&ann).await.unwrap();
    assert_eq!(
        db.increment(&ann.key(), Account::TWEET_COUNT, 1)
            .await
            .unwrap(),
        1
    );
    let counted = db
        .get_raw(&ann.key())
        .column("info", b"tweet_count")
        .await
        .unwrap()
        .unwrap();
    assert_eq!(counted.cells().next().unwrap().value, 1_i64.to_be_bytes());

    let follow = |from: &str, to: &str| {
        let (from_id, to_id) = (md5_of(from), md5_of(to));
        Follow {
            from_id,
            to_id,
            from: from.into(),
            to: to.into(),
        }
    };
    db.put_many([
        follow("ann", "bob"),
        follow("ann", "cat"),
        follow("bob", "ann"),
    ])
    .await
    .unwrap();
    let followed = db
        .scan(Follow::scan().from_id(md5_of("ann")))
        .columns(Follow::TO);
    let mut followed = followed.rows().collect().await.unwrap();
    followed.sort();
    assert_eq!(followed, ["bob", "cat"]);
}

#[test]
fn the_statements_create_what_init_tables_creates() {
    assert_eq!(statement(Account::DDL), "create 'users', {NAME => 'info'}");
    assert_eq!(statement(Twit::DDL), "create 'twits', {NAME => 't'}");
    assert_eq!(statement(Follow::DDL), "create 'follows', {NAME => 'f'}");
}
