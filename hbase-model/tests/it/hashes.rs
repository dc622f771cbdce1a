//! Hashes as Java and `HBase` compute them.

use crate::support::golden;
use hbase_model::hash::{crc32, java_bytes_hash, java_string_hash, md5_hex, murmur3};
use serde::Deserialize;

#[derive(Deserialize)]
struct Hashes {
    text: String,
    #[serde(rename = "java_hash_code")]
    java: i32,
    md5: String,
    #[serde(rename = "bytes_hash_code")]
    bytes: i32,
    #[serde(rename = "murmur_bytes")]
    murmur: i32,
    crc32: u32,
}

#[derive(Deserialize)]
struct JavaHash {
    text: String,
    #[serde(rename = "java_hash_code")]
    hash: i32,
    buckets: u32,
    bucket: u32,
}

#[derive(Deserialize)]
struct RegionNumber {
    regions: u32,
    phone: String,
    year_month: String,
    hash: i32,
    region: u32,
}

#[test]
fn hashes() {
    for line in golden::<Hashes>("hashes.jsonl") {
        let text = line.text.as_str();
        assert_eq!(java_string_hash(text), line.java, "{text:?}");
        assert_eq!(md5_hex(text.as_bytes(), 0, 32, false).as_str(), line.md5);
        assert_eq!(java_bytes_hash(text.as_bytes()), line.bytes);
        assert_eq!(murmur3(text.as_bytes()), line.murmur, "{text:?}");
        assert_eq!(crc32(text.as_bytes()), line.crc32, "{text:?}");
    }
}

#[test]
fn java_hash_buckets() {
    for line in golden::<JavaHash>("java_hash.jsonl") {
        let hash = java_string_hash(&line.text);
        assert_eq!(hash, line.hash);
        assert_eq!(hash.unsigned_abs() % line.buckets, line.bucket);
    }
}

#[test]
fn region_numbers() {
    for line in golden::<RegionNumber>("region_number.jsonl") {
        let last = &line.phone[line.phone.len() - 4..];
        let hash = java_string_hash(last) ^ java_string_hash(&line.year_month);
        assert_eq!(hash, line.hash);
        assert_eq!(hash.unsigned_abs() % line.regions, line.region);
    }
}

#[test]
fn md5_digits_are_cut_where_asked() {
    let whole = md5_hex(b"10086_LOGIN", 0, 32, false);
    assert_eq!(
        md5_hex(b"10086_LOGIN", 8, 4, false).as_str(),
        &whole.as_str()[8..12]
    );
    assert_eq!(
        md5_hex(b"10086_LOGIN", 3, 5, false).as_str(),
        &whole.as_str()[3..8]
    );
    assert_eq!(md5_hex(b"10086_LOGIN", 0, 4, true).as_str(), "A16C");
    assert_eq!(md5_hex(b"10086_LOGIN", 30, 9, false).as_str().len(), 2);
    assert_eq!(md5_hex(b"10086_LOGIN", 99, 9, false).as_str(), "");
}

#[test]
fn hex_digits_are_a_part_of_the_digest() {
    let all = "d41d8cd98f00b204e9800998ecf8427e";
    for (from, len) in [
        (0, 32),
        (0, 1),
        (1, 1),
        (1, 4),
        (30, 2),
        (31, 9),
        (32, 1),
        (40, 1),
        (5, 0),
    ] {
        let found = md5_hex(b"", from, len, false);
        let start = usize::from(from).min(32);
        let end = (start + usize::from(len)).min(32);
        assert_eq!(found.as_str(), &all[start..end], "{from} {len}");
        assert_eq!(found.as_ref(), &all.as_bytes()[start..end]);
        let upper = md5_hex(b"", from, len, true);
        assert_eq!(upper.as_str(), all[start..end].to_ascii_uppercase());
    }
}
