//! `TEST`.

use hbase_schema::{HTable, Timestamp};
use serde::{Deserialize, Serialize};

use super::{plain, sample, utc};

#[derive(HTable, Serialize, Debug, Clone, PartialEq)]
#[table("TEST", allow(name_length), splits = hex_string(16))]
#[rowkey(salt = md5_hex(4), separator = "_")]
#[family("INFO", ttl = "20000d", versions = 400, compression = snappy)]
pub struct Log {
    #[rowkey(salt)]
    pub uid: String,
    #[rowkey(salt)]
    pub kind: String,
    #[timestamp(day, keep = "365d")]
    #[serde(serialize_with = "plain::millis")]
    pub day: Timestamp,
    pub a: u32,
    #[column(store_none)]
    pub b: Option<String>,
    #[column(store_none)]
    pub c: Option<String>,
    #[column(store_none)]
    pub d: Option<String>,
    #[column(store_none)]
    pub e: Option<String>,
    #[column(json)]
    pub remark: Option<Remark>,
}

#[derive(Serialize, Deserialize, Debug, Clone, PartialEq)]
#[serde(rename_all = "UPPERCASE")]
pub struct Remark {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub f: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub g: Option<u32>,
}

sample!(Log, {
    let users = [
        ("10086", "LOGIN"),
        ("zhang.san", "VIP"),
        ("1", "2"),
        ("10010", "VIP"),
        ("li.si", "LOGIN"),
        ("王五", "VIP"),
    ];
    let log = |(n, (uid, kind)): (u16, (&str, &str))| Self {
        uid: uid.into(),
        kind: kind.into(),
        day: utc([2015, 12, 1 + n], [0, 0, 0]),
        a: u32::from(n) * 1000,
        b: Some(format!("b{n}")),
        c: (n % 2 == 0).then(|| "é".into()),
        d: None,
        e: (n % 2 == 1).then(|| " ".into()),
        remark: (n != 2).then(|| Remark {
            f: (n > 2).then(|| format!("\"quoted\" and ü {n}")),
            g: (n < 4).then_some(u32::from(n)),
        }),
    };
    (0..).zip(users).map(log).collect()
});
