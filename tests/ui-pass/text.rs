//! How text in keys ends, and is changed.

use hbase_schema::{HTable, RowKey};

/// No separator after a part.
#[derive(HTable, Debug, PartialEq)]
#[table("DLQX:DIRECT")]
#[rowkey(separator = "!")]
#[family("D1")]
struct Direct<'a> {
    #[rowkey]
    user: &'a str,
    #[rowkey(separator = none)]
    number: u32,
    #[rowkey]
    rest: &'a str,
    value: u32,
}

#[test]
fn the_next_part_follows_directly() {
    let key = DirectKey {
        user: "ada",
        number: 0x6162_6364,
        rest: "!",
    };
    assert_eq!(key.encode().unwrap().as_ref(), b"ada!abcd!");
    assert_eq!(DirectKey::decode(b"ada!abcd!").unwrap(), key);
    let _ = Direct::scan().user("ada").number(1..5);
}

/// Text that may contain the separator.
#[derive(HTable, Debug, PartialEq)]
#[table("DLQX:ESCAPED")]
#[rowkey(separator = "!")]
#[family("D1")]
struct Escaped {
    #[rowkey(escape("%" = "%9$", "!" = "%0$"))]
    r#type: String,
    #[rowkey(escape("\u{1}" = "\u{1}\u{2}", "\0" = "\u{1}\u{1}"), terminator = b"\0")]
    rest: Box<str>,
    value: u32,
}

#[test]
fn text_may_contain_the_separator() {
    let key = EscapedKey {
        r#type: "a!%".into(),
        rest: "\0".into(),
    };
    let bytes = b"a%0$%9$!\x01\x01\0";
    assert_eq!(key.encode().unwrap().as_ref(), bytes);
    assert_eq!(EscapedKey::decode(bytes).unwrap(), key);
    let _ = Escaped::scan()
        .r#type("a!")
        .rest(Box::<str>::from("a")..Box::from("b"));
    let _ = Escaped::scan().r#type(hbase_schema::prefix("a!"));
}

/// Values after their length.
#[derive(HTable, Debug, PartialEq)]
#[table("DLQX:LENGTHS")]
#[family("D1")]
struct Lengths<'a, T> {
    #[rowkey(length = u8)]
    name: &'a str,
    #[rowkey(length = u16)]
    bytes: &'a [u8],
    #[rowkey(length = varint)]
    generic: T,
    value: u32,
}

#[test]
fn values_come_after_their_length() {
    let key = LengthsKey {
        name: "ab",
        bytes: b"c",
        generic: "d".to_owned(),
    };
    let bytes = b"\x02ab\0\x01c\x01d";
    assert_eq!(key.encode().unwrap().as_ref(), bytes);
    assert_eq!(LengthsKey::decode(bytes).unwrap(), key);
    let _ = Lengths::<String>::scan().name("ab").bytes(&b"c"[..]);
}

/// Labels in reverse order, of a newtype, too.
#[derive(HTable, Debug, PartialEq)]
#[table("DLQX:HOSTS")]
#[rowkey(separator = ":")]
#[family("D1")]
struct Hosts {
    #[rowkey(reverse_labels = ".")]
    host: Host,
    #[rowkey(reverse_labels = "/")]
    path: std::sync::Arc<str>,
    value: u32,
}

#[derive(hbase_schema::KeyPart, Debug, Clone, PartialEq)]
struct Host(String);

#[test]
fn labels_are_in_reverse_order() {
    let key = HostsKey {
        host: Host("www.foo.com".into()),
        path: "a/b".into(),
    };
    let bytes = b"com.foo.www:b/a";
    assert_eq!(key.encode().unwrap().as_ref(), bytes);
    assert_eq!(HostsKey::decode(bytes).unwrap(), key);
    let _ = Hosts::scan().host(hbase_schema::under("foo.com"));
    let _ = Hosts::scan()
        .host(Host("foo.com".into()))
        .path(hbase_schema::under("a"));
}
