//! Every type that is known by its name, with every option that goes with it.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use hbase_schema::{
    CellValue, Columns, Dynamic, HTable, KeyPart, Qualifier, Sequence, TimeOfDay, Timestamp,
};
use serde::{Deserialize, Serialize};

macro_rules! no_description_of_its_own {
    () => {};
}
no_description_of_its_own!();

mod integers {
    use super::*;

    #[derive(HTable)]
    #[table("DLQX:EVERY_INTEGER")]
    #[family("D1")]
    struct Plain {
        #[rowkey]
        a: u8,
        #[rowkey]
        b: u16,
        #[rowkey]
        c: u32,
        #[rowkey]
        d: u64,
        #[rowkey]
        e: u128,
        #[rowkey]
        f: i8,
        #[rowkey]
        g: i16,
        #[rowkey]
        h: i32,
        #[rowkey]
        i: i64,
        #[rowkey(desc)]
        j: i128,
        va: u8,
        vb: u16,
        vc: u32,
        vd: u64,
        ve: u128,
        vf: i8,
        vg: i16,
        vh: i32,
        #[column(counter)]
        vi: i64,
        vj: i128,
    }

    #[derive(HTable)]
    #[table("DLQX:EVERY_INTEGER", allow(key_length))]
    #[rowkey(separator = "_")]
    #[family("D1")]
    struct Written {
        #[rowkey(fixed = 3)]
        a: u8,
        #[rowkey(fixed = 5, desc)]
        b: i16,
        #[rowkey(text)]
        c: i128,
        #[rowkey(text, separator = "-")]
        d: u128,
        #[rowkey(fixed = 39)]
        e: u128,
        #[rowkey(text)]
        f: Sequence<i8>,
        #[rowkey(java)]
        g: i64,
        #[rowkey(java)]
        h: u16,
        #[rowkey(java)]
        boolean: bool,
        #[rowkey(java)]
        float: f32,
        #[rowkey(java)]
        double: f64,
        #[rowkey(ordered)]
        i: i8,
        #[rowkey(ordered)]
        j: i16,
        #[rowkey(ordered, desc)]
        k: i32,
        #[rowkey(ordered)]
        l: i64,
        #[rowkey]
        m: Sequence,
        #[column(text)]
        v: i64,
        #[column(text, default)]
        w: Option<f32>,
    }
}

mod texts {
    use super::*;

    #[derive(HTable)]
    #[table("DLQX:EVERY_TEXT")]
    #[rowkey(separator = "|")]
    #[family("D1")]
    struct Texts<'a> {
        #[rowkey(fixed = 4)]
        a: String,
        #[rowkey(fixed = 5, pad_left = '0')]
        b: &'a str,
        #[rowkey(fixed = 6, pad_right = ' ')]
        c: Cow<'a, str>,
        #[rowkey(fixed = 7, desc)]
        g: String,
        #[rowkey(reverse)]
        d: Box<str>,
        #[rowkey(ordered)]
        e: Arc<str>,
        #[rowkey]
        f: Rc<str>,
        #[column(text)]
        v: &'a str,
        w: Option<Cow<'a, str>>,
        x: Arc<str>,
    }

    #[derive(HTable)]
    #[table("DLQX:EVERY_BYTE")]
    #[family("D1")]
    struct Bytes<'a> {
        #[rowkey]
        a: [u8; 3],
        #[rowkey(fixed = 4)]
        b: Vec<u8>,
        #[rowkey(fixed = 5)]
        c: &'a [u8],
        #[rowkey(ordered)]
        d: Box<[u8]>,
        #[rowkey(ordered)]
        e: [u8; 2],
        #[rowkey]
        f: Cow<'a, [u8]>,
        v: Vec<u8>,
        w: [u8; 7],
        x: Option<&'a [u8]>,
        #[column(with = hex_text)]
        y: Vec<u8>,
        #[column(json)]
        z: Vec<u8>,
    }

    mod hex_text {
        use hbase_schema::cell::CellWriter;
        pub(super) fn encode(value: &[u8], out: &mut Vec<u8>) -> Result<(), std::fmt::Error> {
            out.extend(value);
            Ok(())
        }
        pub(super) fn decode(bytes: &[u8]) -> Result<Vec<u8>, std::fmt::Error> {
            Ok(bytes.to_vec())
        }
    }
}

mod times {
    use super::*;

    #[derive(HTable)]
    #[table("DLQX:EVERY_TIME", splits = per_bucket, allow(key_length))]
    #[rowkey(salt = buckets(7))]
    #[family("D1", ttl = "1d")]
    struct Times {
        #[rowkey(salt)]
        a: Timestamp,
        #[rowkey(reverse_ts)]
        b: chrono::DateTime<chrono::Utc>,
        #[rowkey(java)]
        c: jiff::Timestamp,
        #[rowkey(fixed = 8)]
        d: Timestamp,
        #[rowkey(fixed = 14, offset = "+08:00")]
        e: Timestamp,
        #[rowkey(fixed = 17, reverse_ts)]
        f: jiff::Timestamp,
        #[rowkey(fixed = 13, truncate)]
        g: Timestamp,
        #[rowkey(fixed = 19, reverse_ts)]
        h: Timestamp,
        #[rowkey(ms_of_day, truncate)]
        i: chrono::NaiveTime,
        #[rowkey(minute_of_day)]
        j: jiff::civil::Time,
        #[rowkey(ms_of_day)]
        k: TimeOfDay,
        va: Timestamp,
        vb: TimeOfDay,
        vc: chrono::DateTime<chrono::Utc>,
        vd: chrono::NaiveDate,
        ve: Option<chrono::NaiveDateTime>,
        vf: chrono::NaiveTime,
        vg: jiff::Timestamp,
        vh: jiff::civil::DateTime,
        vi: jiff::civil::Date,
        #[column(text)]
        vj: jiff::civil::Time,
        #[column(text)]
        vk: TimeOfDay,
        #[timestamp]
        at: Option<Timestamp>,
    }
}

mod more_times {
    use super::*;

    #[derive(HTable)]
    #[table("DLQX:MORE_TIMES", splits = per_bucket, allow(key_length))]
    #[rowkey(salt = buckets(7))]
    #[family("D1", ttl = "1d")]
    struct MoreTimes {
        #[rowkey(seconds, align = "1h", salt)]
        a: Timestamp,
        #[rowkey(seconds, reverse_ts)]
        b: chrono::DateTime<chrono::Utc>,
        #[rowkey(seconds, fixed = 10, truncate)]
        c: jiff::Timestamp,
        #[rowkey(negated_ts)]
        d: Timestamp,
        #[rowkey(format = "yyyyMMddHH", offset = "+08:00")]
        e: Timestamp,
        #[rowkey(format = "yyyy", reverse_ts, truncate)]
        f: Timestamp,
        #[rowkey(reverse_ts, align = "1d", offset = "-05:30", truncate)]
        g: Timestamp,
        #[rowkey(format = "yyyyMM", desc)]
        h: Timestamp,
        va: u32,
    }
}

mod others {
    use super::*;
    use bigdecimal::BigDecimal;
    use rust_decimal::Decimal as Money;

    #[derive(HTable)]
    #[table("DLQX:EVERY_OTHER", allow(hotspot, key_length), splits = ["\x01", b"\x80\xff"],
        max_filesize = 10737418240, durability = async_wal, normalization_enabled = false, owner = "me",
        split_policy = "a.Policy", memstore_flushsize = 134217728, compaction_enabled, metadata("K" = "it's", "A" = "\\"))]
    #[family("D1", versions = 3, min_versions = 1, ttl = forever, compression = zstd, bloom = rowcol,
        block_size = 4096, block_cache = false, in_memory, data_block_encoding = row_index_v1,
        replication_scope = 1, keep_deleted_cells = ttl, metadata("X" = "1"))]
    #[family("D2")]
    struct Others {
        #[rowkey]
        a: bool,
        #[rowkey]
        b: f32,
        #[rowkey(desc)]
        c: f64,
        #[rowkey]
        d: uuid::Uuid,
        #[rowkey(ordered)]
        e: Money,
        #[rowkey(ordered)]
        f: BigDecimal,
        #[rowkey(ordered)]
        g: f32,
        #[rowkey]
        h: Option<u32>,
        #[rowkey]
        i: Id<Sequence<u16>>,
        #[rowkey]
        j: Letters,
        #[rowkey(fixed = 3)]
        k: Number,
        #[rowkey(encoding = Iso)]
        l: Country,
        #[rowkey]
        m: Phone,
        #[family("D1")]
        va: bool,
        #[family("D1")]
        vb: f64,
        #[family("D1")]
        vc: uuid::Uuid,
        #[family("D1")]
        #[column(text)]
        vd: uuid::Uuid,
        #[family("D1")]
        ve: Option<Money>,
        #[family("D2")]
        #[column(text)]
        vf: BigDecimal,
        #[family("D2")]
        vg: Letters,
        #[family("D2")]
        vh: Number,
        #[family("D2")]
        #[column("NAMED", text)]
        vi: Number,
        #[family("D2")]
        #[column(json)]
        vj: Option<Vec<String>>,
        #[family("D2")]
        #[column(flatten, prefix = "HOME_")]
        home: Option<Address<u16>>,
        #[family("D1")]
        #[column(flatten)]
        work: Address<Id<i16>>,
        #[column(skip)]
        skipped: u8,
    }

    type Phone = Id<String>;

    #[derive(KeyPart, CellValue, Debug, Clone, PartialEq)]
    struct Id<T>(T);

    #[derive(KeyPart, CellValue, Debug, Clone, PartialEq)]
    enum Letters {
        #[code = "AB"]
        Ab,
        #[code = "CD"]
        Cd,
    }

    #[derive(KeyPart, CellValue, Debug, Clone, Copy, PartialEq)]
    #[repr(u16)]
    enum Number {
        One = 1,
        Two = 2,
    }

    #[derive(Columns)]
    struct Address<T> {
        city: String,
        #[column("ZIP", text)]
        zip: T,
        #[column(default)]
        street: Option<String>,
    }

    enum Iso {}

    #[derive(Debug, Clone, PartialEq)]
    struct Country([u8; 2]);

    impl hbase_schema::key::KeyPart<Iso> for Country {
        const ENCODING: hbase_schema::model::Encoding = hbase_schema::model::Encoding::Custom(hbase_schema::model::CustomEncoding::new("iso-3166").with_width(2));
        const WIDTH: Option<usize> = Some(2);

        fn encode<S: hbase_schema::model::KeySink>(
            &self,
            out: &mut S,
        ) -> Result<(), hbase_schema::key::CodecError> {
            out.put(&self.0);
            Ok(())
        }
    }

    impl hbase_schema::key::DecodePart<'_, Iso> for Country {
        fn decode(bytes: &[u8]) -> Result<Self, hbase_schema::key::CodecError> {
            let bytes = bytes.try_into();
            bytes
                .map(Self)
                .map_err(|_| hbase_schema::key::CodecError::new("expected two letters"))
        }
    }

    impl hbase_schema::key::SelfDelimiting<Iso> for Country {}
}

mod lists {
    use super::*;

    type Bytes3 = [u8; 3];
    type Pair<T> = (T, Short);
    type Pairs = Vec<Pair<Bytes3>>;

    #[derive(KeyPart, Debug, Clone, PartialEq)]
    struct Short(u16);

    #[derive(KeyPart, Debug, Clone, PartialEq)]
    enum Kind {
        #[code = "in"]
        In,
        #[code = "up"]
        Up,
    }

    #[derive(HTable)]
    #[table("DLQX:EVERY_LIST")]
    #[family("D1")]
    struct OfPairs {
        #[rowkey]
        a: u8,
        #[rowkey(repeat, sorted, max = 50)]
        b: Pairs,
        v: u8,
    }

    #[derive(HTable)]
    #[table("DLQX:EVERY_LIST_OF_MEMBERS")]
    #[rowkey(separator = "_")]
    #[family("D1")]
    struct OfMembers {
        #[rowkey(salt)]
        a: String,
        #[rowkey(repeat, salt)]
        b: Vec<(bool, Timestamp, Option<i32>, Kind)>,
        v: u8,
    }

    #[derive(HTable)]
    #[table("DLQX:EVERY_LIST_OF_NUMBERS")]
    #[family("D1")]
    struct OfNumbers {
        #[rowkey]
        a: u8,
        #[rowkey(repeat)]
        b: std::vec::Vec<f64>,
        v: u8,
    }

    #[derive(HTable)]
    #[table("DLQX:EVERY_LIST_OF_BYTES")]
    #[family("D1")]
    struct OfBytes {
        #[rowkey]
        a: u8,
        #[rowkey(repeat, sorted)]
        b: Vec<u8>,
        v: u8,
    }
}
