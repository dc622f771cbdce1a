//! Lists at the end of keys.

use hbase_schema::key::ListElement;
use hbase_schema::{HTable, KeyPart, RowKey, prefix};

#[derive(KeyPart, Debug, Clone, Copy, PartialEq, Eq)]
enum Unit {
    #[code = "ms"]
    Millisecond,
    #[code = "kb"]
    Kilobyte,
}

/// Through an alias, with a code, under a name with a `r#`.
type Labels = Vec<(Unit, u8)>;

#[derive(HTable, Debug, PartialEq)]
#[table("DLQX:LABELS")]
#[rowkey(separator = "-")]
#[family("D1")]
struct Labelled<'a> {
    #[rowkey]
    name: &'a str,
    #[rowkey(repeat, sorted)]
    r#type: Labels,
    value: u32,
}

#[test]
fn a_list_follows_a_separator() {
    let key = LabelledKey {
        name: "a",
        r#type: vec![(Unit::Kilobyte, 1), (Unit::Millisecond, 0)],
    };
    assert_eq!(key.encode().unwrap().as_ref(), b"a-kb\x01ms\0");
    assert_eq!(LabelledKey::decode(b"a-kb\x01ms\0").unwrap(), key);
    let _ = Labelled::scan()
        .name("a")
        .r#type(prefix([(Unit::Kilobyte, 1)]))
        .matching(Labelled::TYPE.contains_key(Unit::Millisecond));
}

/// The type of the list, or of its elements, may be a type parameter.
#[derive(HTable, Debug, PartialEq)]
#[table("DLQX:GENERIC_LIST")]
#[family("D1")]
struct Generic<T: ListElement> {
    #[rowkey]
    id: u64,
    #[rowkey(repeat)]
    list: Vec<T>,
    value: u32,
}

#[test]
fn elements_may_be_generic() {
    let key = GenericKey {
        id: 1,
        list: vec![(1_u8, 2_u8)],
    };
    assert_eq!(
        key.encode().unwrap().as_ref(),
        b"\0\0\0\0\0\0\0\x01\x01\x02"
    );
    let _ = Generic::<u16>::scan()
        .id(1)
        .matching(Generic::<u16>::LIST.contains(7));
}
