//! Single values: exact bytes and errors.

use hbase_model::primitive::{
    ValueError, digits, get_bool, get_decimal, get_digits, get_int, get_nines, get_reversed,
    get_text, nines, put_decimal, put_digits, put_nines, put_reversed, put_text, reverse_in_place,
};
use hbase_model::{KeySink, Pad};

#[test]
fn digits_and_complements() {
    let mut out = Vec::new();
    put_digits(u128::MAX, 39, &mut out).expect("it fits");
    assert_eq!(get_digits(&out), Ok(u128::MAX));
    out.clear();
    put_digits(7_u8, 45, &mut out).expect("it fits");
    assert_eq!((out.len(), get_digits::<u8>(&out)), (45, Ok(7)));
    out.clear();
    put_nines(7_u8, 45, &mut out).expect("it fits");
    assert_eq!((out[0], get_nines::<u8>(&out)), (b'9', Ok(7)));
    let full = Err(ValueError::TooManyDigits {
        found: 20,
        width: 19,
    });
    assert_eq!(digits::<19>(u64::MAX), full);
    assert_eq!(
        digits::<20>(u64::MAX).as_ref().map(|d| &d[..]),
        Ok(&b"18446744073709551615"[..])
    );
    assert_eq!(nines::<3>(0).as_ref(), Ok(b"999"));
    assert_eq!(put_digits(-1, 3, &mut out), Err(ValueError::Negative));
    assert_eq!(
        put_digits(10_u8, 1, &mut out),
        Err(ValueError::TooManyDigits { found: 2, width: 1 })
    );
    assert_eq!(
        get_digits::<u8>(b"256"),
        Err(ValueError::OutOfRange { expected: "u8" })
    );
    assert_eq!(
        get_digits::<u8>(b"2 6"),
        Err(ValueError::NotDigits { at: 1, found: b' ' })
    );
    assert!(get_digits::<u128>(&[b'9'; 40]).is_err());
}

#[test]
fn plain_decimals() {
    for value in [0, 7, -7, i128::MAX, i128::MIN] {
        let mut out = Vec::new();
        put_decimal(value, &mut out);
        assert_eq!(out, value.to_string().as_bytes());
        assert_eq!(get_decimal(&out), Ok(value));
    }
    for bad in ["", "-", "-0", "+1", "01", "1.0", "٣", " 1"] {
        assert!(get_decimal::<i64>(bad.as_bytes()).is_err(), "{bad}");
    }
    assert_eq!(get_decimal::<u8>(b"-1"), Err(ValueError::Negative));
    assert_eq!(get_decimal::<i8>(b"-128"), Ok(-128));
    assert!(get_decimal::<i8>(b"-129").is_err());
}

#[test]
fn padding() {
    let left = Some(Pad::Left(b'0'));
    let right = Some(Pad::Right(b' '));
    let put = |text, pad| {
        let mut out = Vec::new();
        put_text(text, Some(4), pad, &mut out).map(|()| out)
    };
    assert_eq!(put("7", left), Ok(b"0007".to_vec()));
    assert_eq!(put("70", left), Ok(b"0070".to_vec()));
    assert_eq!(put("", left), Ok(b"0000".to_vec()));
    assert_eq!(put("a b", right), Ok(b"a b ".to_vec()));
    assert_eq!(put("07", left), Err(ValueError::ContainsPad { pad: b'0' }));
    assert_eq!(
        put("0777", left),
        Err(ValueError::ContainsPad { pad: b'0' })
    );
    assert_eq!(put("a ", right), Err(ValueError::ContainsPad { pad: b' ' }));
    assert_eq!(
        put("aé é", None),
        Err(ValueError::TooLong { found: 6, width: 4 })
    );
    assert_eq!(
        put("ab", None),
        Err(ValueError::WrongLength {
            expected: 4,
            found: 2
        })
    );
    assert_eq!(get_text(b"0000", Some(4), left), Ok(""));
    assert!(get_text(b"000", Some(4), left).is_err());
    assert_eq!(
        get_text(b"ab\xff", None, None),
        Err(ValueError::NotUtf8 { at: 2 })
    );
}

#[test]
fn backwards() {
    for text in ["", "a", "13812345678", "é", "aé中😀z", "😀😀"] {
        let expected: String = text.chars().rev().collect();
        let mut out = Vec::new();
        put_reversed(text, None, None, &mut out).expect("it fits");
        assert_eq!(out, expected.as_bytes());
        assert_eq!(get_reversed(&out, None, None).as_deref(), Ok(text));
        let mut turned = text.as_bytes().to_vec();
        reverse_in_place(&mut turned);
        assert_eq!(turned, expected.as_bytes());
    }
    for pad in [Pad::Left(b'0'), Pad::Right(b'0')] {
        let (mut forwards, mut out) = (Vec::new(), Vec::new());
        put_text("123", Some(5), Some(pad), &mut forwards).expect("it fits");
        put_reversed("123", Some(5), Some(pad), &mut out).expect("it fits");
        forwards.reverse();
        assert_eq!(out, forwards);
        assert_eq!(get_reversed(&out, Some(5), Some(pad)).as_deref(), Ok("123"));
    }
    // The pad is the last byte of the character, which could therefore not be written again.
    let (text, pad) = ("\u{1000}", Pad::Right(0x80));
    let read = get_reversed(text.as_bytes(), Some(3), Some(pad));
    assert_eq!(read, Err(ValueError::ContainsPad { pad: 0x80 }));
}

#[test]
fn lengths_are_checked() {
    assert_eq!(
        get_int::<u32>(&[0; 3]),
        Err(ValueError::WrongLength {
            expected: 4,
            found: 3
        })
    );
    assert!(get_bool(&[]).is_err() && get_bool(&[2]).is_err());
}

#[test]
fn inline_buffers_move_to_the_heap() {
    let mut buffer = hbase_model::sink::InlineBuf::<4>::new();
    let mut expected: Vec<u8> = Vec::new();
    for length in [0, 3, 1, 1, 0, 9, 0, 2] {
        let bytes = vec![length; length.into()];
        buffer.put(&bytes);
        expected.extend(&bytes);
        assert_eq!(&*buffer, expected);
    }
}
