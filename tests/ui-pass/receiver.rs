//! `Self`, bounds that name other parameters, modules for borrowed fields: what serde takes too.

use std::fmt::{Debug, Display};
use std::marker::PhantomData;

use hbase_schema::HTable;

/// Text in angle brackets.
mod quoted {
    use std::borrow::Cow;

    use hbase_schema::key::CodecError;

    pub(crate) fn encode(text: &str, out: &mut Vec<u8>) -> Result<(), CodecError> {
        out.extend_from_slice(format!("<{text}>").as_bytes());
        Ok(())
    }

    pub(crate) fn decode<'k, T: From<&'k str>>(bytes: &'k [u8]) -> Result<T, String> {
        let text = std::str::from_utf8(bytes).map_err(|error| error.to_string())?;
        let inner = text
            .strip_prefix('<')
            .and_then(|rest| rest.strip_suffix('>'));
        inner
            .map(T::from)
            .ok_or_else(|| format!("no brackets in {text}"))
    }

    #[expect(dead_code, reason = "names the type that fields have")]
    type Text<'a> = Cow<'a, str>;
}

mod listed {
    use std::fmt::Display;
    use std::str::FromStr;

    pub(crate) fn encode<T: Display>(list: &[T], out: &mut Vec<u8>) -> Result<(), String> {
        let texts: Vec<_> = list.iter().map(ToString::to_string).collect();
        out.extend_from_slice(texts.join(",").as_bytes());
        Ok(())
    }

    pub(crate) fn decode<T: FromStr>(bytes: &[u8]) -> Result<Vec<T>, String> {
        let text = std::str::from_utf8(bytes).map_err(|error| error.to_string())?;
        let items = text.split(',').filter(|item| !item.is_empty());
        let parsed = items.map(|item| item.parse().map_err(|_| format!("no value in {item}")));
        parsed.collect()
    }
}

trait Named {
    type Name;
}

impl<T> Named for Recursive<T> {
    type Name = String;
}

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct Recursive<T>
where
    Self: Named<Name = String>,
{
    #[rowkey]
    id: u64,
    size: u32,
    name: <Self as Named>::Name,
    #[column(skip)]
    of: PhantomData<fn() -> Self>,
    #[column(skip)]
    other: PhantomData<T>,
}

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct Borrowed<'a, 'b: 'a> {
    #[rowkey]
    id: &'b str,
    #[column(with = quoted)]
    text: &'a str,
    size: u32,
}

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct Unused<'a, 'b: 'a> {
    #[rowkey]
    id: u64,
    text: &'a str,
    other: &'b str,
}

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct Converted<V, K: Into<V> + Clone + Debug + PartialEq> {
    #[rowkey]
    id: K,
    value: V,
}

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct Listed<T: Display + std::str::FromStr> {
    #[rowkey]
    id: u64,
    #[column(with = listed)]
    list: Vec<T>,
}

#[test]
fn the_struct_itself_in_types_and_bounds() {
    super::round_trip(&Recursive::<u8> {
        id: 1,
        size: 2,
        name: "n".to_owned(),
        of: PhantomData,
        other: PhantomData,
    });
}

#[test]
fn bounds_that_name_a_parameter_which_the_key_has_not() {
    super::round_trip(&Converted {
        id: 1_u32,
        value: 2_u64,
    });
    let row = Unused {
        id: 1,
        text: "a",
        other: "b",
    };
    assert_eq!(row.key(), UnusedKey { id: 1 });
}

#[test]
fn modules_for_borrowed_and_generic_fields() {
    super::round_trip(&Listed {
        id: 1,
        list: vec![1_u8, 2],
    });
    let row = Borrowed {
        id: "7",
        text: "seven",
        size: 1,
    };
    let mut block = hbase_schema::model::CellBlock::new();
    let key = hbase_schema::table::encode_row(&row, &mut block).unwrap();
    assert_eq!(key.as_ref(), b"7");
}
