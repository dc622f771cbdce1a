//! If a range is offered, bytes sort as values do; every written key can be read back.

use std::cmp::Ordering;
use std::fmt::Debug;

use hbase_schema::key::encoding::{
    Desc, Fixed, Java, Native, OfDay, Ordered, Padded, PlainText, Reverse, Time,
};
use hbase_schema::key::{DecodePart, KeyBuf, KeyPart, RangePart};
use proptest::prelude::*;
use proptest::strategy::BoxedStrategy;

use crate::runs::run;
use crate::values;

fn bytes<T: KeyPart<E>, E>(value: &T) -> Option<Vec<u8>> {
    let mut out = KeyBuf::new();
    value.encode(&mut out).ok()?;
    Some(out.into_vec())
}

/// `a < b` exactly when `bytes(a) < bytes(b)`, the other way round where the order descends.
fn sorts<T, E>(values: &BoxedStrategy<T>, order: fn(&T, &T) -> Ordering)
where
    T: RangePart<E> + Debug + Clone + 'static,
{
    run(2000, &(values.clone(), values.clone()), |(a, b)| {
        let (Some(of_a), Some(of_b)) = (bytes::<T, E>(&a), bytes::<T, E>(&b)) else {
            return Ok(());
        };
        let expected = if T::DESCENDING {
            order(&b, &a)
        } else {
            order(&a, &b)
        };
        prop_assert_eq!(of_a.cmp(&of_b), expected, "{:x?} {:x?}", of_a, of_b);
        Ok(())
    });
}

/// Written keys can be read back.
fn returns<T, E>(values: &BoxedStrategy<T>)
where
    T: KeyPart<E> + for<'k> DecodePart<'k, E> + PartialEq + Debug + Clone + 'static,
{
    run(1000, values, |value| {
        let Some(bytes) = bytes::<T, E>(&value) else {
            return Ok(());
        };
        let back = <T as DecodePart<'_, E>>::decode(&bytes);
        prop_assert_eq!(back, Ok(value), "{:x?}", bytes);
        Ok(())
    });
}

/// Zero has one encoding in a key, because it is one value.
fn positive_zero(value: f64) -> f64 {
    if value == 0.0 { 0.0 } else { value }
}

#[test]
fn zero_has_one_form() {
    assert_eq!(bytes::<_, Native>(&-0.0_f64), bytes::<_, Native>(&0.0_f64));
    assert_eq!(bytes::<_, Native>(&-0.0_f32), bytes::<_, Native>(&0.0_f32));
    // HBase's own bytes distinguish them, and other programs look for those.
    assert_ne!(
        bytes::<_, Ordered>(&-0.0_f64),
        bytes::<_, Ordered>(&0.0_f64)
    );
}

macro_rules! properties {
    ($($name:ident: $type:ty, $values:expr, $order:expr;
        sorts [$($sorted:ty),* $(,)?] returns [$($other:ty),* $(,)?];)*) => {$(
        #[test]
        fn $name() {
            let values: BoxedStrategy<$type> = $values;
            $(
                sorts::<$type, $sorted>(&values, $order);
                returns::<$type, $sorted>(&values);
            )*
            $(returns::<$type, $other>(&values);)*
        }
    )*};
}

properties! {
    bytes_of_one: u8, values::u8(), Ord::cmp;
        sorts [Native, Java, Fixed<3>, Fixed<5>, Desc<Native>, Desc<Java>, Desc<Fixed<3>>]
        returns [PlainText];
    words: u32, values::u32(), Ord::cmp;
        sorts [Native, Java, Fixed<10>, Desc<Native>, Desc<Fixed<10>>]
        returns [PlainText];
    longs: u64, values::u64(), Ord::cmp;
        sorts [Native, Java, Fixed<20>, Fixed<39>, Desc<Native>, Desc<Fixed<20>>]
        returns [PlainText];
    signed_bytes: i8, values::i8(), Ord::cmp;
        sorts [Native, Desc<Native>, Ordered, Desc<Ordered>, Fixed<3>]
        returns [Java, PlainText];
    signed_shorts: i16, values::i16(), Ord::cmp;
        sorts [Native, Desc<Native>, Ordered, Desc<Ordered>]
        returns [Java, PlainText];
    signed_longs: i64, values::i64(), Ord::cmp;
        sorts [Native, Desc<Native>, Ordered, Desc<Ordered>, Fixed<19>]
        returns [Java, PlainText];
    floats: f64, values::float(), |a, b| positive_zero(*a).total_cmp(&positive_zero(*b));
        sorts [Native, Desc<Native>]
        returns [Java];
    ordered_floats: f64, values::float(), f64::total_cmp;
        sorts [Ordered, Desc<Ordered>]
        returns [];
    booleans: bool, any::<bool>().boxed(), Ord::cmp;
        sorts [Native, Java, Desc<Native>, Desc<Java>]
        returns [];
    texts: String, values::text(), Ord::cmp;
        sorts [Native, Fixed<3>, Ordered, Desc<Fixed<3>>, Desc<Ordered>]
        returns [Reverse<Native>, Reverse<Fixed<4>>, Padded<4, b'0', true>, Padded<4, b' ', false>,
            Reverse<Padded<5, b'.', true>>, Desc<Padded<4, b'~', false>>];
    raw: Vec<u8>, values::bytes(), Ord::cmp;
        sorts [Native, Fixed<2>, Desc<Fixed<2>>]
        returns [Ordered, Desc<Ordered>];
    times: hbase_schema::Timestamp, values::milli(), Ord::cmp;
        sorts [Native, Java, Fixed<14>, Fixed<17>, Fixed<13>, Fixed<19>, Desc<Native>,
            Desc<Fixed<17>>, Time<0, true, 0, false>, Time<8, true, 0, false>,
            Time<13, true, 0, false>, Time<17, true, 0, false>, Time<19, true, 0, false>,
            Time<17, false, 28_800, false>, Time<17, true, -12_600, false>, Desc<Java>,
            Desc<Time<17, false, 28_800, false>>]
        returns [Reverse<Fixed<17>>];
    times_of_day: hbase_schema::TimeOfDay, values::ms_of_day(), Ord::cmp;
        sorts [OfDay<false, false>, OfDay<true, false>, Desc<OfDay<false, false>>,
            Desc<OfDay<true, false>>]
        returns [];
}

#[cfg(feature = "rust_decimal")]
#[test]
fn decimals() {
    let number = (any::<i64>(), 0_u32..20, -3_i64..4);
    let values = number
        .prop_map(|(wide, scale, narrow)| {
            let digits = if scale % 2 == 0 { wide } else { narrow };
            rust_decimal::Decimal::new(digits, scale)
        })
        .boxed();
    sorts::<_, Ordered>(&values, Ord::cmp);
    sorts::<_, Desc<Ordered>>(&values, Ord::cmp);
    returns::<_, Ordered>(&values);
}
