//! Type parameters, numbers as parameters, where-clauses, defaults.

use std::fmt::{Debug, Display};
use std::str::FromStr;

use hbase_schema::cell::{DecodeCell, NativeCodec as NativeCell};
use hbase_schema::key::encoding::Native;
use hbase_schema::key::{DecodePart, KeyPart, SelfDelimiting};
use hbase_schema::{Columns, HTable};

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:CALL_RECORD", allow(hotspot))]
#[family("D1")]
struct Keyed<K: Clone + Debug + PartialEq = u64> {
    #[rowkey]
    id: K,
    #[rowkey]
    number: u32,
    size: u32,
}

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct Valued<V, W>
where
    V: Clone,
    W: Clone + Debug,
{
    #[rowkey]
    id: u64,
    value: V,
    #[column(json)]
    other: Option<W>,
}

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct Sized<const N: usize, const M: usize = 4> {
    #[rowkey]
    digest: [u8; N],
    payload: [u8; M],
}

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:CALL_RECORD")]
#[rowkey(salt = md5(2))]
#[family("D1")]
struct Salted<K: Clone + Debug + PartialEq, V: Default> {
    #[rowkey(salt)]
    id: K,
    #[rowkey(desc)]
    number: u64,
    #[column(default)]
    value: V,
    #[column(skip)]
    cached: Option<V>,
}

#[test]
fn keys_of_a_type_parameter() {
    let row = Keyed {
        id: 7_u64,
        number: 1,
        size: 2,
    };
    assert_eq!(super::round_trip(&row).len(), 12);
    let scan = Keyed::<u64>::scan().id(7).number(1..3);
    assert_eq!(scan.ranges().unwrap().as_slice().len(), 1);
    let row: Keyed<[u8; 2]> = Keyed {
        id: [1, 2],
        number: 1,
        size: 2,
    };
    assert_eq!(super::round_trip(&row).len(), 6);
}

#[test]
fn cells_of_a_type_parameter() {
    let row = Valued {
        id: 1,
        value: "v".to_owned(),
        other: Some(vec![1_u32]),
    };
    super::round_trip(&row);
    let _ = Valued::<u32, u32>::VALUE.gt(5);
}

#[test]
fn numbers_as_parameters() {
    let row = Sized {
        digest: [1; 3],
        payload: [2; 5],
    };
    assert_eq!(super::round_trip(&row), [1, 1, 1]);
    let _ = Sized::<3>::scan().digest([0; 3]);
}

#[test]
fn salts_of_a_type_parameter() {
    let row = Salted {
        id: 3_u32,
        number: 4,
        value: 5_u32,
        cached: None,
    };
    assert_eq!(super::round_trip(&row).len(), 14);
    assert!(Salted::<u32, u32>::scan().id(3).ranges().is_ok());
}

#[derive(HTable, Debug, PartialEq)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct Bare<K, V> {
    #[rowkey]
    id: K,
    value: V,
}

#[test]
fn parameters_without_bounds() {
    let row = Bare {
        id: 1_u8,
        value: "v".to_owned(),
    };
    assert_eq!(super::round_trip(&row), [1]);
}

/// Code that is generic over the same parameter needs no more than the parts do.
fn key_of<K>(row: &Keyed<K>) -> Vec<u8>
where
    K: Clone + Debug + PartialEq + KeyPart<Native> + SelfDelimiting<Native>,
    Keyed<K>: hbase_schema::Table,
{
    hbase_schema::table::encode_key(row)
        .unwrap()
        .as_ref()
        .to_vec()
}

#[test]
fn generic_code_over_a_table() {
    let row = Keyed {
        id: 7_u8,
        number: 1,
        size: 2,
    };
    assert_eq!(key_of(&row), [7, 0, 0, 0, 1]);
}

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct Shown<T: Display + FromStr> {
    #[rowkey]
    id: u64,
    #[column(with = shown)]
    value: T,
    #[column(with = shown)]
    other: Option<T>,
}

mod shown {
    use std::fmt::Display;
    use std::str::FromStr;

    pub(super) fn encode<T: Display>(value: &T, out: &mut Vec<u8>) -> Result<(), String> {
        out.extend(value.to_string().bytes());
        Ok(())
    }

    pub(super) fn decode<T: FromStr>(bytes: &[u8]) -> Result<T, String> {
        let text = std::str::from_utf8(bytes).map_err(|error| error.to_string())?;
        text.parse().map_err(|_| format!("no value: {text}"))
    }
}

#[test]
fn functions_of_a_module_for_a_type_parameter() {
    for other in [None, Some(8_u32)] {
        let row = Shown {
            id: 1,
            value: 7,
            other,
        };
        super::round_trip(&row);
    }
}

/// Bounds for all lifetimes, as code that is generic over owned values declares them.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct Owned<K: for<'k> DecodePart<'k, Native>, V, W>
where
    V: Clone + for<'r> DecodeCell<'r, NativeCell>,
    for<'r> W: DecodeCell<'r, NativeCell>,
{
    #[rowkey]
    id: K,
    value: V,
    other: Option<W>,
    more: W,
}

#[test]
fn bounds_for_all_lifetimes() {
    let row = Owned {
        id: 1_u8,
        value: "v".to_owned(),
        other: None,
        more: 7_u32,
    };
    assert_eq!(super::round_trip(&row), [1]);
}

/// The tokens of a group are fields, which collide with no constant of a table.
#[derive(Columns, Debug, Clone, PartialEq)]
struct Version {
    schema: u32,
    ddl: String,
}

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct Versioned {
    #[rowkey]
    id: u8,
    #[column(flatten)]
    version: Version,
}

#[test]
fn columns_of_groups_have_any_name() {
    let version = Version {
        schema: 3,
        ddl: "create".to_owned(),
    };
    super::round_trip(&Versioned { id: 1, version });
    assert_eq!(Versioned::VERSION.schema.qualifier(), "SCHEMA");
}
