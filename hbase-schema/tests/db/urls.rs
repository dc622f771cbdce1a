//! Urls of stores.

use hbase_schema::connect;

pub(crate) async fn error_of(url: &str) -> String {
    connect(url).await.unwrap_err().to_string()
}

#[tokio::test]
async fn urls_name_backends() {
    let db = connect("memory:").await.unwrap();
    assert!(db.ping().await.unwrap().contains("memory"));
    let dir = tempfile::tempdir().unwrap();
    let url = format!("embedded:{}/a/b", dir.path().display());
    let db = connect(&url).await.unwrap();
    let second = error_of(&url).await;
    assert!(
        second.starts_with("connect: ")
            && second.ends_with(
                "is open in this process already: share that connection, which is cheap to clone, or close it first"
            ),
        "{second}"
    );
    drop(db);
    connect(&url).await.unwrap();
}

#[tokio::test]
async fn urls_that_this_build_cannot_reach_say_what_is_missing() {
    #[cfg(not(feature = "thrift"))]
    assert_eq!(
        error_of("thrift://host:9090?framed&compact&pool=2").await,
        "url `thrift://host:9090?framed&compact&pool=2`: this build has no Thrift backend: switch on the feature `thrift` of hbase-schema"
    );
    #[cfg(not(feature = "native"))]
    for scheme in ["hbase", "hbase+rpc"] {
        assert_eq!(
            error_of(&format!("{scheme}://a:16000,b")).await,
            format!(
                "url `{scheme}://a:16000,b`: this build has no native backend: switch on the feature `native` of hbase-schema"
            )
        );
    }
    #[cfg(not(feature = "zookeeper"))]
    for url in ["hbase+zk://zk1:2181,zk2/hbase", "hbase+zk://[::1]:2181"] {
        let error = error_of(url).await;
        assert!(
            error.contains("switch on the feature `zookeeper`"),
            "{error}"
        );
    }
    #[cfg(all(feature = "native", not(feature = "tls")))]
    {
        let error = crate::settings::url_of(crate::clusters::secured("/none")).await;
        assert!(error.contains("switch on the feature `tls`"), "{error}");
    }
}

#[tokio::test]
async fn wrong_urls_say_what_is_wrong() {
    for (url, wrong) in [
        ("", "nothing says what to connect to"),
        ("data", "expected `memory:`"),
        ("http://host", "found the scheme `http`"),
        (
            "embeded:store",
            "found the scheme `embeded` (did you mean `embedded`?)",
        ),
        ("localhost:16000", "as in `hbase://localhost:16000`"),
        ("memory:x", "found something after `memory:`"),
        ("embedded:", "found no directory"),
        ("embedded://data", "found `//`"),
        ("thrift:host", "expected `thrift://HOST:PORT`"),
        ("thrift://", "found the host ``"),
        ("thrift://host:0", "found the port `0`"),
        ("thrift://host:99999", "found the port `99999`"),
        ("thrift://host?", "found the option ``, expected `framed`"),
        ("thrift://host?frame", "found the option `frame`, expected"),
        ("thrift://host?framed&framed", "`framed` twice"),
        ("thrift://host?framed=no", "`framed=no`, expected its name"),
        (
            "thrift://host?pool=0",
            "`pool=0`, expected `pool=` and 1 to 1024",
        ),
        ("thrift://host?pool", "`pool`, expected `pool=` and 1"),
        ("thrift://host?pool=many", "`pool=many`, expected"),
        ("thrift://a,,b?framed", "found the host ``"),
        (
            "hbase://host?framed",
            "found the parameter `framed`, expected `NAME=VALUE`",
        ),
        ("hbase://host/x", "found `/x` after the hosts"),
        ("hbase://a,,b", "found the host ``"),
        ("hbase+rpc://a,,b", "found the host ``"),
        ("hbase:a", "found `hbase:` without `//`"),
        ("hbase+rpc:a", "expected `hbase+rpc://HOST:PORT`"),
        ("hbase+zk://[::1", "without `]`"),
        ("thrift://[::1]9090", "found `9090` after `[::1]`"),
        ("thrift://[::1]:", "found the port ``"),
        ("thrift://[gw]:9090", "found `gw` in brackets"),
        ("thrift://[]:9090", "found `` in brackets"),
        ("thrift://gw:9090:1", "expected HOST or HOST:PORT"),
        ("thrift://gw:9090:gw2:9090", "expected HOST or HOST:PORT"),
        ("thrift://gw;gw2", "expected HOST or HOST:PORT"),
        ("thrift://g%77:9090", "`%` is not decoded"),
        ("thrift://gw%3A9090", "`%` is not decoded"),
        ("thrift://gw\n2", "found the host `gw\\n2`"),
        ("thrift://gw:+9090", "found the port `+9090`"),
        ("thrift://gw?pool=+2", "`pool=+2`, expected `pool=`"),
        ("thrift://gw?pool=%32", "`pool=%32`, expected `pool=`"),
        ("thrift://gw?pool=99999999999999999999", "1 to 1024"),
        ("thrift://gw?framed&", "found the option ``"),
        ("thrift://user@gw", "expected HOST or HOST:PORT"),
    ] {
        let error = error_of(url).await;
        assert!(error.contains(wrong), "{url}: {error}");
    }
}
