//! Row keys: a binary key of 21 bytes against hand-written code and against peers, and a key with
//! an MD5 salt against the MD5 alone.
//!
//! `cargo bench -p hbase-schema-benches --bench keys`

use std::hint::black_box;

use byteorder::{BigEndian, ByteOrder};
use hbase_schema::key::KeyBuf;
use hbase_schema::{HTable, KeyError, RowKey};
use hbase_schema_benches::{head, pair, show};

/// Four numbers, 21 bytes.
#[derive(HTable)]
#[table("BENCH:NUMBER_KEYS", allow(name_length))]
#[family("D1")]
struct Numbers {
    #[rowkey]
    kind: u8,
    #[rowkey]
    user: u64,
    #[rowkey]
    delta: i64,
    #[rowkey]
    part: u32,
    #[allow(dead_code, reason = "a table needs a column")]
    value: u8,
}

/// Text after hex digits of its MD5.
#[derive(HTable)]
#[table("BENCH:HASH_KEYS")]
#[rowkey(salt = md5_hex(4), separator = "_")]
#[family("D1")]
struct Hashed {
    #[rowkey(salt)]
    uid: String,
    #[rowkey(salt)]
    kind: String,
    #[allow(dead_code, reason = "a table needs a column")]
    value: u8,
}

#[derive(serde::Serialize)]
struct Plain {
    kind: u8,
    user: u64,
    delta: i64,
    part: u32,
}

#[inline]
fn by_hand(kind: u8, user: u64, delta: i64, part: u32) -> [u8; 21] {
    let mut key = [0; 21];
    key[0] = kind;
    BigEndian::write_u64(&mut key[1..9], user);
    BigEndian::write_u64(&mut key[9..17], delta.cast_unsigned() ^ (1 << 63));
    BigEndian::write_u32(&mut key[17..21], part);
    key
}

#[inline]
fn by_derive(key: &NumbersKey) -> [u8; 21] {
    match key.encode() {
        Ok(key) => key,
        Err(error) => no_key(&error),
    }
}

fn numbers() {
    let key = NumbersKey {
        kind: 200,
        user: 0x0123_4567_89ab_cdef,
        delta: -0x0765_4321_0fed_cba9,
        part: 0xdead_beef,
    };
    let bytes = by_hand(key.kind, key.user, key.delta, key.part);
    assert_eq!(by_derive(&key), bytes);
    head("typed", "by hand");
    let hand = || {
        let key = black_box(&key);
        by_hand(key.kind, key.user, key.delta, key.part)
    };
    let typed = || by_derive(black_box(&key));
    show("21-byte key, encode", pair(typed, hand), "at most 1.5");
    show(
        "21-byte key, decode",
        pair(
            || decode_typed(black_box(&bytes)),
            || parse(black_box(&bytes)),
        ),
        "at most 1.5",
    );
    peers(&key);
}

#[inline(never)]
fn decode_typed(key: &[u8]) -> Option<NumbersKey> {
    NumbersKey::decode(key).ok()
}

#[cold]
fn no_key(error: &KeyError) -> [u8; 21] {
    eprintln!("{error}");
    [0; 21]
}

#[inline(never)]
fn parse(key: &[u8]) -> Option<NumbersKey> {
    if key.len() != 21 {
        return None;
    }
    Some(NumbersKey {
        kind: key[0],
        user: BigEndian::read_u64(&key[1..9]),
        delta: (BigEndian::read_u64(&key[9..17]) ^ (1 << 63)).cast_signed(),
        part: BigEndian::read_u32(&key[17..21]),
    })
}

fn peers(key: &NumbersKey) {
    let plain = Plain {
        kind: key.kind,
        user: key.user,
        delta: key.delta,
        part: key.part,
    };
    let tuple = (key.kind, key.user, key.delta, key.part);
    head("peer", "typed");
    let typed = || by_derive(black_box(key));
    let target = "at least 10";
    show(
        "storekey",
        pair(|| storekey::encode_vec(black_box(&tuple)).ok(), typed),
        target,
    );
    show(
        "bytekey2",
        pair(|| bytekey2::serialize(black_box(&plain)).ok(), typed),
        target,
    );
    show(
        "memcomparable",
        pair(|| memcomparable::to_vec(black_box(&plain)).ok(), typed),
        target,
    );
    let wide = (u32::from(tuple.0), tuple.1, tuple.2, tuple.3);
    show(
        "foundationdb-tuple",
        pair(|| foundationdb_tuple::pack(black_box(&wide)), typed),
        target,
    );
}

fn hashed() {
    let key = HashedKey {
        uid: "10086".into(),
        kind: "LOGIN".into(),
    };
    head("typed", "md5 alone");
    let mut buffer = KeyBuf::new();
    let md5_alone = || md5::compute(black_box(b"10086_LOGIN"));
    let into = pair(
        || {
            let written = black_box(&key).encode_into(&mut buffer).is_ok();
            black_box(&buffer);
            written
        },
        md5_alone,
    );
    show("MD5-salted key, into a buffer", into, "at most 1.25");
    let fresh = pair(|| black_box(&key).encode(), md5_alone);
    show("MD5-salted key, as a value", fresh, "");
}

fn main() {
    numbers();
    hashed();
}
