//! Keytabs as MIT's `kadmin` writes them, and changed ones.

use std::path::Path;

use super::*;
use crate::crypto::EncryptionType;
use crate::error::LoginError;
use crate::principal::Principal;

/// A keytab with entries of `alice@A`: (version, whether it has 32 bits, time, type, first byte of the key).
pub(crate) fn keytab(entries: &[(u32, bool, u32, u16, u8)]) -> Vec<u8> {
    let mut file = vec![5, 2];
    for &(version, is_long, written, kind, first) in entries {
        let mut entry = Vec::new();
        entry.extend([0, 1, 0, 1, b'A', 0, 5]);
        entry.extend(b"alice");
        entry.extend(1_u32.to_be_bytes());
        entry.extend(written.to_be_bytes());
        entry.push(version.to_be_bytes()[3]);
        entry.extend(kind.to_be_bytes());
        let length = if matches!(kind, 18 | 20) { 32 } else { 16 };
        entry.extend([0, length]);
        entry.extend(vec![first; length.into()]);
        if is_long {
            entry.extend(version.to_be_bytes());
        }
        file.extend(u32::try_from(entry.len()).unwrap().to_be_bytes());
        file.extend(entry);
    }
    file
}

fn alice() -> Principal {
    Principal {
        realm: "A".to_owned(),
        components: vec!["alice".to_owned()],
    }
}

fn keys(bytes: &[u8]) -> Result<ClientKeys, LoginError> {
    ClientKeys::of(Path::new("k"), &alice(), parse(bytes).expect("a keytab"))
}

#[test]
fn the_newest_key_of_a_type_is_chosen() {
    let file = keytab(&[
        (3, true, 9, 18, 1),
        (300, true, 5, 18, 2),
        (299, true, 7, 17, 3),
        (7, true, 5, 23, 4),
    ]);
    let keys = keys(&file).unwrap();
    let (version, key) = keys.newest(EncryptionType::Aes256Sha1).unwrap();
    assert_eq!((version, key.bytes()[0]), (300, 2));
    assert_eq!(
        keys.of_version(EncryptionType::Aes256Sha1, Some(3))
            .unwrap()
            .bytes()[0],
        1
    );
    // 300 is 44 in 8 bits.
    assert_eq!(
        keys.of_version(EncryptionType::Aes256Sha1, Some(44))
            .unwrap()
            .bytes()[0],
        2
    );
    assert!(
        keys.of_version(EncryptionType::Aes256Sha1, Some(4))
            .is_none()
    );
    assert!(!keys.has(EncryptionType::Aes256Sha384));
    assert_eq!(keys.versions(), "3, 299, 300");
    assert_eq!(
        keys.kinds(),
        "aes256-cts-hmac-sha1-96, aes128-cts-hmac-sha1-96"
    );
}

#[test]
fn short_versions_start_again_after_255() {
    let file = keytab(&[(255, false, 5, 18, 1), (1, false, 6, 18, 2)]);
    assert_eq!(
        keys(&file)
            .unwrap()
            .newest(EncryptionType::Aes256Sha1)
            .unwrap()
            .0,
        1
    );
    let file = keytab(&[(255, true, 5, 18, 1), (256, true, 4, 18, 2)]);
    assert_eq!(
        keys(&file)
            .unwrap()
            .newest(EncryptionType::Aes256Sha1)
            .unwrap()
            .0,
        256
    );
}

#[test]
fn deleted_entries_and_unused_space_are_skipped() {
    let mut file = keytab(&[(1, true, 5, 18, 1)]);
    file.extend((-6_i32).to_be_bytes());
    file.extend([9; 6]);
    file.extend(&keytab(&[(2, true, 5, 18, 2)])[2..]);
    file.extend([0; 40]);
    assert_eq!(keys(&file).unwrap().versions(), "1, 2");
}

#[test]
fn errors_name_the_offset() {
    let error = |bytes: &[u8]| {
        let error = crate::error::FileError::format(Path::new("k"))(parse(bytes).unwrap_err());
        error.to_string()
    };
    assert!(error(b"").starts_with(
        "k, byte 0: found 0 bytes until the end, expected a keytab's first byte of 1 bytes"
    ));
    assert!(
        error(&[5, 1]).starts_with("k, byte 0: found 05 01, expected 05 02, the start of a keytab")
    );
    assert!(
        error(&[5, 2, 0, 0, 0, 9, 0])
            .starts_with("k, byte 6: found 1 bytes until the end, expected an entry of 9 bytes")
    );
    assert!(error(&[5, 2, 0x80, 0, 0, 0]).starts_with("k, byte 2: found the length -2147483648"));
}

#[test]
fn missing_principals_and_types_are_named() {
    let file = keytab(&[(1, true, 5, 18, 1)]);
    let bob = Principal {
        realm: "A".to_owned(),
        components: vec!["bob".to_owned()],
    };
    let error = ClientKeys::of(Path::new("k"), &bob, parse(&file).unwrap()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the keytab k has no key of bob@A, only of alice@A: use one of these, or add it with `ktadd`"
    );
    let error = keys(&keytab(&[(1, true, 5, 23, 1)]))
        .unwrap_err()
        .to_string();
    assert!(error.contains("the keytab k has arcfour-hmac"), "{error}");
    let debug = format!("{:?} {:?}", keys(&file).unwrap(), parse(&file).unwrap());
    assert!(!debug.contains("[1, 1"), "{debug}");
}
