//! Random bytes into every decoder: an error, or a value that is written as those bytes; no panic.

use std::fmt::Debug;

use hbase_schema::cell::{self, DecodeCell, EncodeCell};
use hbase_schema::key::encoding::{
    Desc, Fixed, Java, Native, OfDay, Ordered, Padded, PlainText, Reverse, Time,
};
use hbase_schema::key::{DecodePart, KeyBuf, KeyPart};
use hbase_schema::{Sequence, TimeOfDay, Timestamp};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::strategy::BoxedStrategy;

use crate::runs::run;

/// Any bytes, digits, and bytes that begin as `OrderedBytes` do.
fn bytes() -> BoxedStrategy<Vec<u8>> {
    let digits = vec(prop_oneof![9 => b'0'..=b'9', 1 => any::<u8>()], 0..20);
    let headed = (0x05_u8..0x3a, vec(any::<u8>(), 0..12)).prop_map(|(header, mut rest)| {
        rest.insert(0, header);
        rest
    });
    let inverted = headed
        .clone()
        .prop_map(|bytes| bytes.iter().map(|byte| !byte).collect());
    prop_oneof![vec(any::<u8>(), 0..24), digits, headed, inverted].boxed()
}

/// A decoded key part is written back unchanged.
fn part<T, E>()
where
    T: KeyPart<E> + for<'k> DecodePart<'k, E> + Debug,
{
    run(500, &bytes(), |bytes| {
        let _ = T::measure(&bytes);
        let Ok(value) = <T as DecodePart<'_, E>>::decode(&bytes) else {
            return Ok(());
        };
        let mut again = KeyBuf::new();
        let written = value.encode(&mut again);
        prop_assert!(written.is_ok(), "{bytes:x?}: {value:?}: {written:?}");
        prop_assert_eq!(again.as_ref(), &*bytes, "{:?}", value);
        Ok(())
    });
}

/// Other programs may write cells: decoding must not panic, and must be stable after a rewrite.
fn cell<T, C>()
where
    T: EncodeCell<C> + for<'r> DecodeCell<'r, C> + Debug,
{
    run(500, &bytes(), |bytes| {
        let Ok(value) = <T as DecodeCell<'_, C>>::decode_cell(&bytes) else {
            return Ok(());
        };
        let (mut first, mut second) = (Vec::new(), Vec::new());
        prop_assert!(value.encode_cell(&mut first).is_ok(), "{value:?}");
        let again = <T as DecodeCell<'_, C>>::decode_cell(&first);
        prop_assert!(again.is_ok(), "{value:?}: {again:?}");
        prop_assert!(again.unwrap().encode_cell(&mut second).is_ok());
        prop_assert_eq!(first, second);
        Ok(())
    });
}

macro_rules! parts {
    ($($type:ty: $($encoding:ty),*;)*) => {
        #[test]
        fn key_parts() {
            $($(part::<$type, $encoding>();)*)*
        }
    };
}

parts! {
    u8: Native, Java, Fixed<3>, PlainText, Desc<Native>, Desc<Fixed<3>>;
    u64: Native, Java, Fixed<19>, Fixed<39>, PlainText, Desc<Java>;
    i8: Native, Java, PlainText, Ordered, Desc<Ordered>;
    i64: Native, Java, Fixed<4>, PlainText, Ordered, Desc<Native>;
    i128: Native, PlainText, Fixed<39>;
    f32: Native, Desc<Native>;
    f64: Native, Java, Desc<Native>;
    bool: Native, Java, Desc<Native>, Desc<Java>;
    String: Native, Fixed<5>, Padded<5, b'0', true>, Padded<5, b' ', false>, Ordered, Desc<Ordered>;
    Box<str>: Reverse<Native>, Reverse<Padded<6, b'.', true>>, Desc<Fixed<4>>;
    Vec<u8>: Native, Fixed<3>, Ordered, Desc<Ordered>, Desc<Fixed<2>>;
    [u8; 4]: Native, Ordered, Desc<Native>;
    Sequence<u32>: Native, Fixed<7>, Reverse<Fixed<7>>, Reverse<PlainText>, Java;
    Option<u16>: Native;
    Option<String>: Native;
    Timestamp: Native, Java, Fixed<8>, Fixed<13>, Fixed<14>, Fixed<17>, Fixed<19>,
        Time<0, true, 0, false>, Time<8, true, 28_800, false>, Time<13, true, 0, false>,
        Time<14, true, 0, false>, Time<17, true, -12_600, true>, Time<19, true, 0, false>,
        Reverse<Fixed<14>>, Reverse<Time<14, true, 0, false>>, Desc<Fixed<13>>;
    TimeOfDay: OfDay<true, false>, OfDay<false, false>;
}

/// Every NaN is written as the same one.
#[test]
fn ordered_floats() {
    run(2000, &bytes(), |bytes| {
        let float = <f64 as DecodePart<'_, Ordered>>::decode(&bytes);
        let narrow = <f32 as DecodePart<'_, Desc<Ordered>>>::decode(&bytes);
        prop_assert!(float.is_err() || bytes.len() == 9);
        prop_assert!(narrow.is_err() || bytes.len() == 5);
        Ok(())
    });
}

macro_rules! cells {
    ($($type:ty),*) => {
        #[test]
        fn cells() {
            $(
                cell::<$type, cell::NativeCodec>();
                cell::<$type, cell::Text>();
            )*
        }
    };
}

cells!(
    u8,
    u32,
    u64,
    u128,
    i16,
    i64,
    f32,
    f64,
    bool,
    String,
    Box<str>,
    Timestamp,
    TimeOfDay,
    Option<i32>
);

#[cfg(all(feature = "rust_decimal", feature = "bigdecimal"))]
#[test]
fn decimals() {
    part::<rust_decimal::Decimal, Ordered>();
    part::<bigdecimal::BigDecimal, Desc<Ordered>>();
    cell::<rust_decimal::Decimal, cell::NativeCodec>();
    cell::<rust_decimal::Decimal, cell::Text>();
    cell::<bigdecimal::BigDecimal, cell::NativeCodec>();
    cell::<bigdecimal::BigDecimal, cell::Text>();
}

#[cfg(all(feature = "chrono", feature = "jiff", feature = "uuid"))]
#[test]
fn times_of_other_crates() {
    macro_rules! both {
        ($($type:ty),*) => {$(
            cell::<$type, cell::NativeCodec>();
            cell::<$type, cell::Text>();
        )*};
    }
    both!(
        chrono::DateTime<chrono::Utc>,
        chrono::NaiveDateTime,
        chrono::NaiveDate,
        chrono::NaiveTime,
        jiff::Timestamp,
        jiff::civil::DateTime,
        jiff::civil::Date,
        jiff::civil::Time,
        uuid::Uuid
    );
    part::<chrono::DateTime<chrono::Utc>, Time<14, true, 0, false>>();
    part::<chrono::DateTime<chrono::Utc>, Native>();
    part::<jiff::Timestamp, Time<0, true, 0, false>>();
    part::<jiff::Timestamp, Fixed<17>>();
    part::<jiff::civil::Time, OfDay<true, false>>();
    part::<chrono::NaiveTime, OfDay<false, false>>();
    part::<uuid::Uuid, Native>();
}
