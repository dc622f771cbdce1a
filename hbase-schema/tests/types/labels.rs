//! Text with its labels in reverse order.

use hbase_schema::query::KeyQuery;
use hbase_schema::{Connection, HTable, KeyPart, RowKey, is_in, under};

use crate::support::assert_key;

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:PAGE")]
#[rowkey(separator = ":")]
#[family("D1")]
struct Page {
    #[rowkey(reverse_labels = ".")]
    host: String,
    #[rowkey]
    path: String,
    bytes: u32,
}

#[derive(KeyPart, Debug, Clone, PartialEq)]
struct Host(String);

/// Salted, of a newtype, and the last part.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:HOST")]
#[rowkey(salt = buckets(4))]
#[family("D1")]
struct Last {
    #[rowkey]
    kind: u8,
    #[rowkey(reverse_labels = ".", salt, max = 60)]
    host: Host,
    bytes: u32,
}

/// Its end is found from that of the key.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:HOST_DAY")]
#[family("D1")]
struct Open {
    #[rowkey(reverse_labels = "/", unseparated)]
    path: Box<str>,
    #[rowkey(fixed = 2)]
    day: u8,
    bytes: u32,
}

/// May be left out.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:HOST_OR_NONE")]
#[family("D1")]
struct Omitted {
    #[rowkey]
    id: u32,
    #[rowkey(reverse_labels = ".", omit_none, terminator = b"\0")]
    host: Option<String>,
    bytes: u32,
}

const HOSTS: [&str; 17] = [
    "com",
    "example.com",
    "www.example.com",
    "a.www.example.com",
    "example-x.com",
    "example0.com",
    "examplex.com",
    "notexample.com",
    "example.com.au",
    "example.co",
    ".example.com",
    "example.com.",
    "exampl.com",
    "é.example.com",
    "a/b.example.com",
    "",
    ".",
];

#[test]
fn keys_have_these_bytes() {
    let key = |host: &str| PageKey {
        host: host.into(),
        path: "http/index.html".into(),
    };
    assert_key(&key("www.foo.com"), b"com.foo.www:http/index.html");
    assert_key(&key("localhost"), b"localhost:http/index.html");
    assert_key(&key(""), b":http/index.html");
    assert_key(&key(".a..é."), ".é..a.:http/index.html".as_bytes());
    let error = key("foo.com:80").encode().expect_err("a colon").to_string();
    assert!(
        error.contains(r#"found the separator ":" in it"#),
        "{error}"
    );
    let open = OpenKey {
        path: "a/b".into(),
        day: 7,
    };
    assert_key(&open, b"b/a07");
    assert_key(&OmittedKey { id: 1, host: None }, b"\0\0\0\x01");
    let host = Some("a.b".to_owned());
    assert_key(&OmittedKey { id: 1, host }, b"\0\0\0\x01b.a\0");
    assert!(PageKey::decode(b"\xff.com:a").is_err());
}

async fn pages() -> Connection {
    let db = hbase_schema::connect("memory:").await.expect("a store");
    db.create_table::<Page>().await.expect("a new table");
    db.create_table::<Last>().await.expect("a new table");
    db.create_table::<Open>().await.expect("a new table");
    for host in HOSTS {
        for path in ["", "a"] {
            let (host, path) = (host.to_owned(), path.to_owned());
            let page = Page {
                host,
                path,
                bytes: 1,
            };
            db.put(&page).await.expect("a row");
        }
        for kind in [1, 2] {
            let host = Host(host.to_owned());
            let last = Last {
                kind,
                host,
                bytes: 1,
            };
            db.put(&last).await.expect("a row");
        }
    }
    for path in ["a", "x/a", "xa", "a/x", "a0", "y/x/a"] {
        let open = Open {
            path: path.into(),
            day: 7,
            bytes: 1,
        };
        db.put(&open).await.expect("a row");
    }
    db
}

fn below(domain: &str) -> Vec<&'static str> {
    let suffix = format!(".{domain}");
    let is_below = |host: &&str| *host == domain || host.ends_with(&suffix);
    let mut hosts: Vec<_> = HOSTS.into_iter().filter(is_below).collect();
    hosts.sort_unstable();
    hosts
}

async fn found<T>(db: &Connection, scan: impl KeyQuery<Row = T>) -> Vec<T>
where
    T: hbase_schema::table::FixedName + hbase_schema::table::FromRowOwned + Sync + 'static,
{
    db.scan(scan).rows().collect().await.expect("rows")
}

#[tokio::test]
async fn a_domain_selects_all_below_it_and_no_others() {
    let db = pages().await;
    for domain in HOSTS.into_iter().filter(|host| !matches!(*host, "" | ".")) {
        let rows = found(&db, Page::scan().host(under(domain))).await;
        let mut hosts: Vec<_> = rows.iter().map(|row| &*row.host).collect();
        hosts.sort_unstable();
        hosts.dedup();
        assert_eq!(
            (hosts, rows.len()),
            (below(domain), 2 * below(domain).len())
        );
        let rows = found(&db, Last::scan().kind(1).host(under(domain.to_owned()))).await;
        let mut hosts: Vec<_> = rows.iter().map(|row| &*row.host.0).collect();
        hosts.sort_unstable();
        assert_eq!(hosts, below(domain));
    }
    let rows = found(&db, Page::scan().host(under("example.com"))).await;
    let keys = rows.iter().map(|row| row.key().encode().expect("a key"));
    let keys: Vec<Vec<u8>> = keys.map(|key| key.as_ref().to_vec()).collect();
    let mut sorted = keys.clone();
    sorted.sort();
    assert_eq!(keys, sorted, "in the order of the keys");
}

#[tokio::test]
async fn counts_pages_and_the_newest_rows_work() {
    let db = pages().await;
    let scan = || Page::scan().host(under("example.com"));
    let count = db.scan(scan()).count().await.expect("a count");
    assert_eq!(count, 2 * below("example.com").len() as u64);
    let page = db.scan(scan()).page(3).await.expect("a page");
    let cursor = page.next.expect("more rows");
    let rest = db
        .scan(scan())
        .page_after(&cursor, 100)
        .await
        .expect("a page");
    let found_in_pages = [page.items, rest.items].concat();
    assert_eq!(found_in_pages, found(&db, scan()).await);
    let mut reversed = db
        .scan(scan())
        .reversed()
        .rows()
        .collect()
        .await
        .expect("rows");
    reversed.reverse();
    assert_eq!(reversed, found(&db, scan()).await);
}

#[tokio::test]
async fn a_condition_selects_a_domain() {
    let db = pages().await;
    for domain in ["example.com", "com"] {
        let scan = Last::scan()
            .kind(1)
            .matching(Last::HOST.between(under(domain)));
        let rows = found(&db, scan).await;
        let mut hosts: Vec<_> = rows.iter().map(|row| &*row.host.0).collect();
        hosts.sort_unstable();
        assert_eq!(hosts, below(domain));
    }
}

#[tokio::test]
async fn an_open_part_has_domains() {
    let db = pages().await;
    let rows = found(&db, Open::scan().path(under("a"))).await;
    let mut paths: Vec<_> = rows.iter().map(|row| &*row.path).collect();
    paths.sort_unstable();
    assert_eq!(paths, ["a", "x/a", "y/x/a"]);
}

#[tokio::test]
async fn values_are_selected_as_they_are() {
    let db = pages().await;
    for host in HOSTS {
        let rows = found(&db, Page::scan().host(host)).await;
        assert!(rows.len() == 2 && rows.iter().all(|row| row.host == host));
        let rows = found(&db, Page::scan().host(host).path("a")).await;
        assert_eq!(rows.len(), 1);
    }
    let hosts = is_in(["example.com", "com", "none"]);
    assert_eq!(found(&db, Page::scan().host(hosts)).await.len(), 4);
    assert_eq!(
        found(&db, Page::scan().host(..)).await.len(),
        2 * HOSTS.len()
    );
}

#[tokio::test]
async fn a_domain_has_a_label() {
    let db = pages().await;
    for domain in ["", ".", ".."] {
        let scan = db.scan(Page::scan().host(under(domain)));
        let error = scan.count().await.expect_err("no label").to_string();
        assert!(error.contains("found no label"), "{error}");
    }
    let scan = db.scan(Page::scan().host(under("a:b")));
    let error = scan.count().await.expect_err("a separator").to_string();
    assert!(error.contains(r#"found the separator ":""#), "{error}");
}

/// Closed by a NUL byte, before another part.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:HOST_TERMINATED")]
#[family("D1")]
struct Terminated {
    #[rowkey(reverse_labels = ".", terminator = b"\0")]
    host: String,
    #[rowkey]
    id: u8,
    bytes: u32,
}

#[test]
fn a_domain_is_found_before_a_terminator() {
    let ranges = Terminated::scan().host(under("example.com")).ranges();
    let ranges = ranges.expect("ranges");
    for (key, expected) in [
        (&b"com.example\0\x01"[..], true),
        (b"com.example.www\0\x01", true),
        (b"com.example-shop\0\x01", false),
        (b"com.examples\0\x01", false),
        (b"com\0\x01", false),
    ] {
        let mut found = ranges.as_slice().iter();
        assert_eq!(found.any(|range| range.contains(key)), expected, "{key:?}");
    }
}
