//! Nutch 2.4, the web crawler: table `webpage`, through Gora.
//!
//! Sources: `apache/nutch` 2.x, `TestTableUtil.java` (keys), `conf/gora-hbase-mapping.xml` (families and qualifiers);
//! `apache/gora`, `HBaseByteInterface.java` (cells: `Bytes.toBytes` of numbers and text, Avro for records). A key is
//! the host with its labels reversed, a colon, and the rest of the URL.

use std::collections::BTreeMap;

use hbase_schema::{Dynamic, HTable, under};

use crate::support::{assert_key, assert_row, statement, store};

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("webpage", naming = hbase, allow(families))]
#[family("p"; "f"; "s"; "il"; "ol"; "h"; "mtdt"; "mk")]
struct WebPage {
    /// `www.foo.com`, stored as `com.foo.www`.
    #[rowkey(reverse_labels = ".", separator = ":")]
    host: String,
    /// The scheme, the port if there is one, and the file: `http:8983/index.html`.
    #[rowkey]
    rest: String,
    #[family("f")]
    #[column("bas")]
    base_url: Option<String>,
    #[family("f")]
    #[column("st")]
    status: Option<i32>,
    #[family("f")]
    #[column("ts")]
    fetch_time: Option<i64>,
    #[family("f")]
    #[column("fi")]
    fetch_interval: Option<i32>,
    #[family("f")]
    #[column("prot")]
    protocol_status: Option<Vec<u8>>,
    #[family("f")]
    #[column("cnt")]
    content: Option<Vec<u8>>,
    #[family("p")]
    #[column("t")]
    title: Option<String>,
    #[family("s")]
    #[column("s")]
    score: Option<f32>,
    #[family("h")]
    #[column(dynamic)]
    headers: BTreeMap<String, String>,
    #[family("mk")]
    #[column(dynamic)]
    markers: BTreeMap<String, String>,
    #[family("mtdt")]
    #[column(dynamic)]
    metadata: BTreeMap<String, Vec<u8>>,
    #[family("il")]
    #[column(dynamic)]
    inlinks: Dynamic<String, String>,
    #[family("ol")]
    #[column(dynamic)]
    outlinks: Dynamic<String, String>,
}

fn map(entries: &[(&str, &str)]) -> BTreeMap<String, String> {
    let entries = entries.iter();
    entries
        .map(|&(name, value)| (name.to_owned(), value.to_owned()))
        .collect()
}

fn page(host: &str, rest: &str) -> WebPage {
    WebPage {
        host: host.into(),
        rest: rest.into(),
        base_url: None,
        status: Some(2),
        fetch_time: Some(1_329_088_321_289),
        fetch_interval: Some(2_592_000),
        protocol_status: None,
        content: None,
        title: Some("Foo".into()),
        score: Some(1.0),
        headers: map(&[("Content-Type", "text/html")]),
        markers: map(&[("_injmrk_", "y"), ("dist", "0")]),
        metadata: BTreeMap::new(),
        inlinks: Dynamic::new(),
        outlinks: Dynamic::new(),
    }
}

#[test]
fn keys_are_the_reversed_urls_of_the_project_s_tests() {
    let reversed = [
        "com.foo:http/",
        "com.foo:http:8900/",
        "com.baz.bar:ftp/",
        "com.baz.bar:http:8983/to/index.html?a=b&c=d",
        "com.foo:http/?a=/a/b&c=0",
        "com.foo:http",
        ":file/var/www/index.html",
    ];
    for key in reversed {
        assert_key::<WebPageKey>(key.as_bytes());
    }
    let key = WebPageKey {
        host: "bar.baz.com".into(),
        rest: "http:8983/to/index.html?a=b&c=d".into(),
    };
    assert_eq!(key.to_string(), reversed[3]);
}

#[test]
fn cells_have_the_bytes_of_gora() {
    let cells: [(&str, &[u8], &[u8]); 8] = [
        ("f", b"fi", &[0x00, 0x27, 0x8d, 0x00]),
        ("f", b"st", &[0, 0, 0, 2]),
        (
            "f",
            b"ts",
            &[0x00, 0x00, 0x01, 0x35, 0x73, 0xd6, 0x57, 0x09],
        ),
        ("h", b"Content-Type", b"text/html"),
        ("mk", b"_injmrk_", b"y"),
        ("mk", b"dist", b"0"),
        ("p", b"t", b"Foo"),
        ("s", b"s", &[0x3f, 0x80, 0x00, 0x00]),
    ];
    assert_row(&page("foo.com", "http/"), b"com.foo:http/", &cells);
}

#[tokio::test]
async fn the_pages_of_a_host_and_of_a_domain_are_one_range_each() {
    let db = store::<WebPage>().await;
    let hosts = ["baz.com", "foo.com", "www.foo.com", "foobar.com"];
    let pages = hosts.map(|host| [page(host, "http/"), page(host, "http/a")]);
    db.put_many(pages.as_flattened()).await.unwrap();

    let of_host = db
        .scan(WebPage::scan().host("foo.com"))
        .rows()
        .collect()
        .await
        .unwrap();
    assert_eq!(of_host, pages[1]);
    // The hosts of the domain, without those of `foobar.com`, in the order of the keys: `com.foo.www:` is before `com.foo:`.
    let domain = WebPage::scan().host(under("foo.com"));
    let found = db.scan(domain).rows().collect().await.unwrap();
    assert_eq!(found, [pages[2].clone(), pages[1].clone()].concat());
    let links = || db.dynamic(&pages[0][0].key(), WebPage::OUTLINKS);
    links().put("http://foo.com/", "Foo").await.unwrap();
    assert_eq!(
        links().get("http://foo.com/").await.unwrap().as_deref(),
        Some("Foo")
    );
}

#[test]
fn the_statement_has_the_families_of_the_mapping() {
    let names = ["p", "f", "s", "il", "ol", "h", "mtdt", "mk"];
    let families = names.map(|name| format!("{{NAME => '{name}'}}"));
    assert_eq!(
        statement(WebPage::DDL),
        format!("create 'webpage', {}", families.join(", "))
    );
}
