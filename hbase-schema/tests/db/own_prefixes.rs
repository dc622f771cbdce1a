//! Prefixes of text in an encoding of a user, which escapes characters.

use std::borrow::Cow;

use hbase_schema::HTable;
use hbase_schema::key::{CodecError, DecodePart, KeyPart};
use hbase_schema::model::{CustomEncoding, Encoding, KeySink};
use hbase_schema::query::PrefixPart;
use hbase_schema::{is_in, prefix};

use crate::support::memory;

/// `%` and the separator `!` are escaped.
enum Escaped {}

fn escaped(bytes: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    for byte in bytes {
        match byte {
            b'%' => out.extend(b"%9"),
            b'!' => out.extend(b"%0"),
            byte => out.push(*byte),
        }
    }
    out
}

impl KeyPart<Escaped> for String {
    const ENCODING: Encoding = Encoding::Custom(CustomEncoding::new("Escaped"));
    const WIDTH: Option<usize> = None;

    fn encode<S: KeySink>(&self, out: &mut S) -> Result<(), CodecError> {
        out.put(&escaped(self.as_bytes()));
        Ok(())
    }
}

impl DecodePart<'_, Escaped> for String {
    fn decode(bytes: &[u8]) -> Result<Self, CodecError> {
        let text = str::from_utf8(bytes).map_err(CodecError::new)?;
        Ok(text.replace("%0", "!").replace("%9", "%"))
    }
}

impl PrefixPart<Escaped> for String {
    fn prefix_bytes(prefix: &[u8]) -> Cow<'_, [u8]> {
        escaped(prefix).into()
    }
}

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("OWN_ESCAPED", allow(hotspot))]
#[family("D1")]
struct Named {
    #[rowkey]
    kind: u8,
    #[rowkey(encoding = Escaped, separator = "!")]
    name: String,
    #[rowkey]
    n: u8,
    value: u8,
}

fn row(kind: u8, name: &str, n: u8) -> Named {
    Named {
        kind,
        name: name.to_owned(),
        n,
        value: 1,
    }
}

#[tokio::test]
async fn a_prefix_is_encoded_as_values_are() {
    let db = memory().await;
    db.create_table::<Named>().await.unwrap();
    let names = ["a", "a!", "a!b", "a!c", "a%", "a%0", "a%b", "ab", "b!"];
    let rows = [1, 2].map(|kind| names.map(|name| [row(kind, name, 1), row(kind, name, 2)]));
    db.put_many(rows.into_iter().flatten().flatten())
        .await
        .unwrap();
    for start in ["", "a", "a!", "a%", "a%0", "a!b", "c"] {
        let right = names.iter().filter(|name| name.starts_with(start)).count() as u64;
        let scan = || Named::scan().kind(1).name(prefix(start));
        assert_eq!(db.scan(scan()).count().await.unwrap(), 2 * right, "{start}");
        let scan = scan().matching(Named::N.eq(2));
        assert_eq!(db.scan(scan).count().await.unwrap(), right, "{start}");
        let condition = Named::NAME.starts_with(start);
        let scan = Named::scan().kind(..).matching(condition);
        assert_eq!(db.scan(scan).count().await.unwrap(), 4 * right, "{start}");
        let several = Named::scan().kind(is_in([1, 2])).name(prefix(start));
        assert_eq!(
            db.scan(several).count().await.unwrap(),
            4 * right,
            "{start}"
        );
    }
}
