//! The vectors of RFC 3962 appendix B and RFC 8009 appendix A, and properties.

use super::block::BlockKey;
use super::derive::{Purpose, derive_by_blocks, derive_by_hash};
use super::*;

fn bytes(hex: &str) -> Vec<u8> {
    const_hex::decode(hex.replace(char::is_whitespace, "")).expect("hexadecimal digits")
}

fn key(kind: EncryptionType, hex: &str) -> Key {
    Key::new(kind, Secret::new(bytes(hex))).expect("a key of the right length")
}

/// PBKDF2 by a crate, then DK with the constant `kerberos` (RFC 3962 section 4): the vectors' keys.
fn from_password(password: &[u8], salt: &[u8], rounds: u32, length: usize) -> String {
    let mut seed = vec![0; length];
    pbkdf2::pbkdf2_hmac::<sha1::Sha1>(password, salt, rounds, &mut seed);
    const_hex::encode(&*derive_by_blocks(&seed, b"kerberos").expect("a key"))
}

/// The password, the salt, the number of rounds, and the keys of 128 and 256 bits.
type Vector<'a> = (&'a [u8], &'a [u8], u32, &'a str, &'a str);

#[test]
fn keys_are_derived_as_in_rfc_3962() {
    let clef = "\u{1d11e}".as_bytes();
    let vectors: [Vector<'_>; 6] = [
        (
            b"password",
            b"ATHENA.MIT.EDUraeburn",
            1,
            "42263c6e89f4fc28b8df68ee09799f15",
            "fe697b52bc0d3ce14432ba036a92e65bbb52280990a2fa27883998d72af30161",
        ),
        (
            b"password",
            b"ATHENA.MIT.EDUraeburn",
            2,
            "c651bf29e2300ac27fa469d693bdda13",
            "a2e16d16b36069c135d5e9d2e25f896102685618b95914b467c67622225824ff",
        ),
        (
            b"password",
            b"ATHENA.MIT.EDUraeburn",
            1200,
            "4c01cd46d632d01e6dbe230a01ed642a",
            "55a6ac740ad17b4846941051e1e8b0a7548d93b0ab30a8bc3ff16280382b8c2a",
        ),
        (
            b"password",
            &[0x12, 0x34, 0x56, 0x78, 0x78, 0x56, 0x34, 0x12],
            5,
            "e9b23d52273747dd5c35cb55be619d8e",
            "97a4e786be20d81a382d5ebc96d5909cabcdadc87ca48f574504159f16c36e31",
        ),
        (
            &[b'X'; 65],
            b"pass phrase exceeds block size",
            1200,
            "cb8005dc5f90179a7f02104c0018751d",
            "d78c5c9cb872a8c9dad4697f0bb5b2d21496c82beb2caeda2112fceea057401b",
        ),
        (
            clef,
            b"EXAMPLE.COMpianist",
            50,
            "f149c1f2e154a73452d43e7fe62a56e5",
            "4b6d9839f84406df1f09cc166db4b83c571848b784a3d6bdc346589a3e393f9e",
        ),
    ];
    for (password, salt, rounds, short, long) in vectors {
        assert_eq!(from_password(password, salt, rounds, 16), short);
        assert_eq!(from_password(password, salt, rounds, 32), long);
    }
}

#[test]
fn ciphertext_is_stolen_as_in_rfc_3962() {
    let key = BlockKey::new(b"chicken teriyaki").expect("16 bytes");
    let plain = b"I would like the General Gau's Chicken, please, and wonton soup.";
    let vectors = [
        (17, "c6353568f2bf8cb4d8a580362da7ff7f97"),
        (
            31,
            "fc00783e0efdb2c1d445d4c8eff7ed2297687268d6ecccc0c07b25e25ecfe5",
        ),
        (
            32,
            "39312523a78662d5be7fcbcc98ebf5a897687268d6ecccc0c07b25e25ecfe584",
        ),
        (
            47,
            "97687268d6ecccc0c07b25e25ecfe584b3fffd940c16a18c1b5549d2f838029e39312523a78662d5be7fcbcc98ebf5",
        ),
        (
            48,
            "97687268d6ecccc0c07b25e25ecfe5849dad8bbb96c4cdc03bc103e1a194bbd839312523a78662d5be7fcbcc98ebf5a8",
        ),
        (
            64,
            "97687268d6ecccc0c07b25e25ecfe58439312523a78662d5be7fcbcc98ebf5a84807efe836ee89a526730dbc2f7bc8409dad8bbb96c4cdc03bc103e1a194bbd8",
        ),
    ];
    for (length, expected) in vectors {
        let mut message = plain[..length].to_vec();
        key.encrypt(&mut message).expect("a block");
        assert_eq!(const_hex::encode(&message), expected);
        key.decrypt(&mut message).expect("a block");
        assert_eq!(message, plain[..length]);
    }
}

const SHORT: &str = "3705d96080c17728a0e800eab6e0d23c";
const LONG: &str = "6d404d37faf79f9df0d33568d320669800eb4836472ea8a026d16b7182460c52";

#[test]
fn keys_are_derived_as_in_rfc_8009() {
    let short = key(EncryptionType::Aes128Sha256, SHORT);
    let long = key(EncryptionType::Aes256Sha384, LONG);
    let vectors = [
        (
            &short,
            Purpose::Checksum,
            "b31a018a48f54776f403e9a396325dc3",
        ),
        (
            &short,
            Purpose::Encryption,
            "9b197dd1e8c5609d6e67c3e37c62c72e",
        ),
        (
            &short,
            Purpose::Integrity,
            "9fda0e56ab2d85e1569a688696c26a6c",
        ),
        (
            &long,
            Purpose::Checksum,
            "ef5718be86cc84963d8bbb5031e9f5c4ba41f28faf69e73d",
        ),
        (
            &long,
            Purpose::Encryption,
            "56ab22bee63d82d7bc5227f6773f8ea7a5eb1c825160c38312980c442e5c7e49",
        ),
        (
            &long,
            Purpose::Integrity,
            "69b16514e3cd8e56b82010d5c73012b622c4d00ffc23ed1f",
        ),
    ];
    for (key, purpose, expected) in vectors {
        let derived = key.derive(2, purpose).expect("a key");
        assert_eq!(const_hex::encode(&*derived), expected);
    }
}

/// RFC 8009 appendix A, string-to-key: the saltp has the type's name, and the label is `kerberos`.
#[test]
fn passwords_become_keys_as_in_rfc_8009() {
    let random = bytes("10df9dd783e5bc8acea1730e74355f61");
    let salt = |name: &str| [name.as_bytes(), &[0], &random, b"ATHENA.MIT.EDUraeburn"].concat();
    let mut seed = vec![0; 16];
    let name = EncryptionType::Aes128Sha256.name();
    pbkdf2::pbkdf2_hmac::<sha2::Sha256>(b"password", &salt(name), 32768, &mut seed);
    let derived = derive_by_hash(EncryptionType::Aes128Sha256, &seed, b"kerberos", 16);
    assert_eq!(
        const_hex::encode(&*derived.expect("a key")),
        "089bca48b105ea6ea77ca5d2f39dc5e7"
    );
    let mut seed = vec![0; 32];
    let name = EncryptionType::Aes256Sha384.name();
    pbkdf2::pbkdf2_hmac::<sha2::Sha384>(b"password", &salt(name), 32768, &mut seed);
    let derived = derive_by_hash(EncryptionType::Aes256Sha384, &seed, b"kerberos", 32);
    assert_eq!(
        const_hex::encode(&*derived.expect("a key")),
        "45bd806dbf6a833a9cffc1c94589a222367a79bc21c413718906e9f578a78467"
    );
}

#[test]
fn checksums_are_those_of_rfc_8009() {
    let plain = bytes("000102030405060708090a0b0c0d0e0f1011121314");
    let short = key(EncryptionType::Aes128Sha256, SHORT);
    let long = key(EncryptionType::Aes256Sha384, LONG);
    for (key, expected) in [
        (short, "d78367186643d67b411cba9139fc1dee"),
        (long, "45ee791567eefca37f4ac1e0222de80d43c3bfa06699672a"),
    ] {
        let signing = key.signing(2).expect("a key");
        let checksum = signing.sign(&[&plain[..3], &plain[3..]]);
        assert_eq!(const_hex::encode(&checksum), expected);
        assert_eq!(signing.verify(&[&plain], &checksum), Ok(()));
        for length in 0..checksum.len() {
            let verified = signing.verify(&[&plain], &checksum[..length]);
            assert_eq!(verified, Err(CryptoError::Checksum));
        }
    }
}

#[test]
fn messages_are_encrypted_as_in_rfc_8009() {
    let (short, long) = (EncryptionType::Aes128Sha256, EncryptionType::Aes256Sha384);
    let vectors = [
        (
            short,
            "7e5895eaf2672435bad817f545a37148",
            "",
            "ef85fb890bb8472f4dab20394dca781dad877eda39d50c870c0d5a0a8e48c718",
        ),
        (
            short,
            "7bca285e2fd4130fb55b1a5c83bc5b24",
            "000102030405",
            "84d7f30754ed987bab0bf3506beb09cfb55402cef7e6877ce99e247e52d16ed4421dfdf8976c",
        ),
        (
            short,
            "56ab21713ff62c0a1457200f6fa9948f",
            "000102030405060708090a0b0c0d0e0f",
            "3517d640f50ddc8ad3628722b3569d2ae07493fa8263254080ea65c1008e8fc295fb4852e7d83e1e7c48c37eebe6b0d3",
        ),
        (
            short,
            "a7a4e29a4728ce10664fb64e49ad3fac",
            "000102030405060708090a0b0c0d0e0f1011121314",
            "720f73b18d9859cd6ccb4346115cd336c70f58edc0c4437c5573544c31c813bce1e6d072c186b39a413c2f92ca9b8334a287ffcbfc",
        ),
        (
            long,
            "f764e9fa15c276478b2c7d0c4e5f58e4",
            "",
            "41f53fa5bfe7026d91faf9be959195a058707273a96a40f0a01960621ac612748b9bbfbe7eb4ce3c",
        ),
        (
            long,
            "b80d3251c1f6471494256ffe712d0b9a",
            "000102030405",
            "4ed7b37c2bcac8f74f23c1cf07e62bc7b75fb3f637b9f559c7f664f69eab7b6092237526ea0d1f61cb20d69d10f2",
        ),
        (
            long,
            "53bf8a0d105265d4e276428624ce5e63",
            "000102030405060708090a0b0c0d0e0f",
            "bc47ffec7998eb91e8115cf8d19dac4bbbe2e163e87dd37f49beca92027764f68cf51f14d798c2273f35df574d1f932e40c4ff255b36a266",
        ),
        (
            long,
            "763e65367e864f02f55153c7e3b58af1",
            "000102030405060708090a0b0c0d0e0f1011121314",
            "40013e2df58e8751957d2878bcd2d6fe101ccfd556cb1eae79db3c3ee86429f2b2a602ac86fef6ecb647d6295fae077a1feb517508d2c16b4192e01f62",
        ),
    ];
    for (kind, confounder, plain, expected) in vectors {
        let key = key(kind, if kind == short { SHORT } else { LONG });
        let sealing = key.sealing(2).expect("a key");
        let mut buffer = bytes(&[confounder, plain].concat());
        sealing
            .seal_with_its_confounder(&mut buffer, 0)
            .expect("a block");
        assert_eq!(const_hex::encode(&buffer), expected);
        assert_eq!(*key.decrypt(2, &buffer).expect("its key"), bytes(plain));
    }
}

#[test]
fn each_changed_byte_is_noticed() {
    for kind in EncryptionType::ALL {
        let key = Key::random(kind).expect("random bytes");
        for length in [0, 1, 15, 16, 17, 32, 100] {
            let plain = vec![7; length];
            let sealed = key.encrypt(11, &plain).expect("encrypts");
            assert_eq!(*key.decrypt(11, &sealed).expect("decrypts"), plain);
            assert_eq!(key.decrypt(12, &sealed), Err(CryptoError::Checksum));
            for at in 0..sealed.len() {
                let mut changed = sealed.clone();
                changed[at] ^= 1;
                assert!(key.decrypt(11, &changed).is_err(), "{kind}, {length}, {at}");
                assert!(key.decrypt(11, &sealed[..at]).is_err());
            }
        }
    }
}

#[test]
fn keys_are_not_printed() {
    let key = key(EncryptionType::Aes128Sha1, SHORT);
    assert_eq!(format!("{key:?}"), "Key(aes128-cts-hmac-sha1-96, hidden)");
    let error = Key::new(EncryptionType::Aes128Sha1, Secret::new(vec![0; 3])).unwrap_err();
    assert_eq!(error.to_string(), "a key of 3 bytes, expected 16");
}
