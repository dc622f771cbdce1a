//! Lengths before values.

use hbase_model::primitive::LengthPrefix;

fn put(kind: LengthPrefix, length: usize) -> Option<Vec<u8>> {
    let mut out = Vec::new();
    kind.put(length, &mut out).ok().map(|()| out)
}

/// Bytes that `WritableUtils.writeVInt` writes.
#[test]
fn varints_have_hadoop_s_bytes() {
    let known: [(usize, &[u8]); 9] = [
        (0, &[0]),
        (1, &[1]),
        (127, &[0x7f]),
        (128, &[0x8f, 0x80]),
        (255, &[0x8f, 0xff]),
        (256, &[0x8e, 0x01, 0x00]),
        (32_767, &[0x8e, 0x7f, 0xff]),
        (65_536, &[0x8d, 0x01, 0x00, 0x00]),
        (2_147_483_647, &[0x8c, 0x7f, 0xff, 0xff, 0xff]),
    ];
    for (length, bytes) in known {
        assert_eq!(put(LengthPrefix::VarInt, length).as_deref(), Some(bytes));
        assert_eq!(LengthPrefix::VarInt.get(bytes), Ok((length, bytes.len())));
    }
    assert_eq!(put(LengthPrefix::VarInt, 2_147_483_648), None);
}

#[test]
fn lengths_are_read_as_they_were_written() {
    for kind in LengthPrefix::ALL {
        assert_eq!(LengthPrefix::of_code(kind.code()), kind);
        for length in (0..70_000).step_by(7).chain([255, 256, 65_535, 65_536]) {
            let Some(mut bytes) = put(kind, length) else {
                let most = if kind == LengthPrefix::U8 {
                    255
                } else {
                    65_535
                };
                assert!(length > most && kind != LengthPrefix::VarInt);
                continue;
            };
            let width = bytes.len();
            for shorter in 0..width {
                assert!(kind.get(&bytes[..shorter]).is_err());
            }
            bytes.push(7);
            assert_eq!(kind.get(&bytes), Ok((length, width)));
        }
    }
}

#[test]
fn other_bytes_than_the_shortest_are_errors() {
    // Negative numbers, lengths in more bytes than needed, and lengths beyond an `int`.
    for bytes in [
        &[0x80_u8][..],
        &[0x88, 0, 0, 0, 0, 0, 0, 0, 1],
        &[0x90],
        &[0xff],
        &[0x8f, 0x7f],
        &[0x8e, 0x00, 0x80],
        &[0x8c, 0x80, 0, 0, 0],
        &[],
    ] {
        assert!(LengthPrefix::VarInt.get(bytes).is_err(), "{bytes:?}");
    }
}

#[test]
fn a_value_has_its_length() {
    let u16 = LengthPrefix::U16;
    assert_eq!(u16.value(b"\0\x02ab"), Ok(&b"ab"[..]));
    assert!(u16.value(b"\0\x02a").is_err());
    assert!(u16.value(b"\0\x02abc").is_err());
    assert_eq!(u16.measure(b"\0\x02abc"), Ok(4));
    assert!(u16.measure(b"\0\x02a").is_err());
}
