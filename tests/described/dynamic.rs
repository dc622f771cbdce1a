//! Dynamic columns, entries within the row, and index tables, with their options.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use hbase_schema::{
    CellValue, Columns, Dynamic, HTable, KeyPart, Qualifier, Sequence, TimeOfDay, Timestamp,
};
use serde::{Deserialize, Serialize};

mod dynamic {
    use super::*;

    #[derive(HTable)]
    #[table("DLQX:EVERY_DYNAMIC")]
    #[family("D1")]
    #[family("D2")]
    #[family("D3")]
    struct Maps {
        #[rowkey]
        id: u64,
        #[family("D1")]
        name: Option<String>,
        #[family("D1")]
        #[column(dynamic, prefix = "t:")]
        texts: BTreeMap<String, u32>,
        #[family("D1")]
        #[column(dynamic, prefix = "p", json, limit = 77)]
        pairs: BTreeMap<(i8, u32, Vec<u8>), Note>,
        #[family("D1")]
        #[column(dynamic, prefix = "c:", counter)]
        counts: BTreeMap<u16, i64>,
        #[family("D2")]
        #[column(dynamic, text)]
        named: Dynamic<Named, i64>,
        #[family("D3")]
        #[column(dynamic, prefix = "t")]
        times: Dynamic<Timestamp, f64>,
        #[family("D3")]
        #[column(dynamic, prefix = "b", with_name = counts)]
        bits: Dynamic<Bits, u64>,
        #[family("D3")]
        #[column(dynamic, prefix = "k")]
        kinds: Dynamic<Kinds, u64>,
        #[family("D3")]
        #[column(dynamic, prefix = "f")]
        fours: Dynamic<Fours, u64>,
    }

    type Others = Vec<u8>;

    #[derive(Qualifier, Debug)]
    enum Kinds {
        Bits(Bits),
        Fours(Fours),
        r#Other(Others),
    }

    #[derive(Qualifier, Debug)]
    enum Fours {
        Ones(Four),
        Number(Number),
    }

    #[derive(Qualifier, Debug)]
    struct Four {
        #[qualifier(bits = 1, always = 1)]
        mark: (),
        #[qualifier(bits = 31)]
        number: u32,
    }

    #[derive(Qualifier, Debug)]
    struct Number {
        #[qualifier(bits = 2, always = 0)]
        mark: (),
        #[qualifier(bits = 30)]
        number: u32,
    }

    #[derive(Qualifier, Debug)]
    #[qualifier(separator = "-")]
    struct Bits {
        #[qualifier(bits = 12)]
        offset: u16,
        #[qualifier(bits = 1)]
        r#float: bool,
        #[qualifier(bits = 3, always = 5)]
        mark: (),
        #[qualifier(fixed = 5)]
        number: u16,
        #[qualifier(bits = 8, always = 1)]
        one: (),
    }

    mod counts {
        use std::convert::Infallible;

        use super::Bits;

        pub(super) fn encode(_: &Bits, value: &u64, out: &mut Vec<u8>) -> Result<(), Infallible> {
            out.extend(value.to_be_bytes());
            Ok(())
        }

        pub(super) fn decode(name: &Bits, _: &[u8]) -> Result<u64, Infallible> {
            Ok(name.offset.into())
        }
    }

    #[derive(HTable)]
    #[table("DLQX:EVERY_SECOND")]
    #[family("D1")]
    struct Hours {
        #[rowkey]
        sensor: u32,
        #[rowkey(align = "1h")]
        hour: Timestamp,
        #[column(dynamic, prefix = "s", since(hour, unit = "1s"))]
        seconds: Dynamic<u16, f64>,
        #[column(dynamic, prefix = "m", since(hour))]
        millis: BTreeMap<(u32, String), u8>,
    }

    #[derive(Serialize, Deserialize)]
    struct Note {
        text: String,
    }

    type Name = String;

    #[derive(Qualifier, Debug)]
    #[qualifier(separator = "-")]
    struct Named {
        #[qualifier(fixed = 14, reverse_ts)]
        at: Timestamp,
        #[qualifier(fixed = 5, desc)]
        number: u16,
        name: Name,
    }
}

mod entries {
    use hbase_schema::row_index::{Entries, IndexedEntry, RowIndex};

    use super::*;

    #[derive(HTable)]
    #[table("DLQX:EVERY_ENTRY")]
    #[family("D1")]
    #[family("D2")]
    #[family("D3")]
    struct Entered {
        #[rowkey]
        id: u64,
        #[family("D1")]
        #[column(dynamic)]
        mails: Entries<Mail>,
        #[family("D2")]
        #[column(dynamic)]
        lines: Entries<Line>,
        #[family("D3")]
        #[column(dynamic)]
        index: RowIndex,
    }

    #[derive(IndexedEntry, Serialize, Deserialize)]
    #[entry(json)]
    struct Mail {
        #[index(tag = 1)]
        from: String,
    }

    #[derive(hbase_schema::row_index::IndexedEntry)]
    #[entry(with = lines)]
    struct Line {
        #[index(tag = b'L')]
        text: String,
    }

    mod lines {
        use std::string::FromUtf8Error;

        use super::Line;

        pub(super) fn encode(line: &Line, out: &mut Vec<u8>) -> Result<(), std::fmt::Error> {
            out.extend(line.text.as_bytes());
            Ok(())
        }

        pub(super) fn decode(bytes: &[u8]) -> Result<Line, FromUtf8Error> {
            let text = String::from_utf8(bytes.to_vec())?;
            Ok(Line { text })
        }
    }
}

mod indexed {
    use super::*;

    #[derive(HTable)]
    #[table("DLQX:EVERY_INDEX")]
    #[family("D1", ttl = "1d")]
    #[index("DLQX:BY_NAME_SIZE", fields(name, size), ttl = "2d", splits = ["h"])]
    struct Indexed {
        #[rowkey]
        id: u64,
        #[index("DLQX:EVERY_BY_NAME", splits = hex_string(4))]
        name: String,
        size: u32,
    }
}
