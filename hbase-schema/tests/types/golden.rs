//! The typed codecs compared with the bytes of `HBase`'s own `OrderedBytes` and `Bytes`.

use hbase_schema::cell;
use hbase_schema::key::encoding::{Desc, Java, Ordered};
use hbase_schema::key::{DecodePart, DescPart, KeyPart};
use serde::Deserialize;

use crate::support::{assert_cell, assert_part, golden, part, unhex};

#[derive(Deserialize)]
struct OrderedLine {
    #[serde(rename = "type")]
    kind: String,
    order: String,
    value: Option<String>,
    bits: Option<String>,
    value_hex: Option<String>,
    hex: String,
}

impl OrderedLine {
    fn assert<T>(&self, value: &T)
    where
        T: KeyPart<Ordered> + DescPart<Ordered> + for<'k> DecodePart<'k, Ordered> + PartialEq,
    {
        let bytes = unhex(&self.hex);
        let longer = [&*bytes, b"\0\xff4"].concat();
        if self.order == "ASCENDING" {
            assert_part::<T, Ordered>(value, &bytes);
            assert_eq!(<T as KeyPart<Ordered>>::measure(&longer), Ok(bytes.len()));
        } else {
            assert_part::<T, Desc<Ordered>>(value, &bytes);
            assert_eq!(
                <T as KeyPart<Desc<Ordered>>>::measure(&longer),
                Ok(bytes.len())
            );
        }
    }

    /// NaN equals nothing: the bits are compared.
    fn assert_bits<T>(&self, value: &T, bits: impl Fn(&T) -> u64)
    where
        T: KeyPart<Ordered> + DescPart<Ordered> + for<'k> DecodePart<'k, Ordered>,
    {
        let bytes = unhex(&self.hex);
        let back = if self.order == "ASCENDING" {
            assert_eq!(part::<T, Ordered>(value), bytes);
            <T as DecodePart<'_, Ordered>>::decode(&bytes)
        } else {
            assert_eq!(part::<T, Desc<Ordered>>(value), bytes);
            <T as DecodePart<'_, Desc<Ordered>>>::decode(&bytes)
        };
        assert_eq!(back.map(|back| bits(&back)), Ok(bits(value)));
    }

    fn value(&self) -> &str {
        self.value.as_deref().expect("a value")
    }

    fn bits(&self) -> u64 {
        u64::from_str_radix(self.bits.as_deref().expect("bits"), 16).expect("hex")
    }

    fn check(&self) {
        match self.kind.as_str() {
            "int8" => self.assert(&self.value().parse::<i8>().unwrap()),
            "int16" => self.assert(&self.value().parse::<i16>().unwrap()),
            "int32" => self.assert(&self.value().parse::<i32>().unwrap()),
            "int64" => self.assert(&self.value().parse::<i64>().unwrap()),
            "float32" => {
                let bits = u32::try_from(self.bits()).expect("32 bits");
                self.assert_bits(&f32::from_bits(bits), |value| value.to_bits().into());
            }
            "float64" => self.assert_bits(&f64::from_bits(self.bits()), |value| value.to_bits()),
            "numeric" => self.check_decimal(),
            "string" => {
                self.assert(&self.value().to_owned());
                self.assert(&Box::<str>::from(self.value()));
                self.assert(&std::sync::Arc::<str>::from(self.value()));
            }
            "blob_var" => {
                let value = unhex(self.value_hex.as_deref().expect("hex"));
                self.assert(&value.clone().into_boxed_slice());
                self.assert(&value);
            }
            other => panic!("{other}"),
        }
    }

    fn check_decimal(&self) {
        #[cfg(feature = "rust_decimal")]
        self.assert(&self.value().parse::<rust_decimal::Decimal>().unwrap());
        #[cfg(feature = "bigdecimal")]
        self.assert(&self.value().parse::<bigdecimal::BigDecimal>().unwrap());
    }
}

#[test]
fn ordered_parts_are_those_of_hbase_in_both_orders() {
    let lines: Vec<OrderedLine> = golden("ordered_bytes.jsonl");
    assert!(lines.len() > 200);
    lines.iter().for_each(OrderedLine::check);
}

#[derive(Deserialize)]
struct BytesLine {
    #[serde(rename = "type")]
    kind: String,
    value: Option<String>,
    bits: Option<String>,
    hex: Option<String>,
}

impl BytesLine {
    fn value(&self) -> &str {
        self.value.as_deref().expect("a value")
    }

    fn bits(&self) -> u64 {
        u64::from_str_radix(self.bits.as_deref().expect("bits"), 16).expect("hex")
    }

    fn check(&self) {
        let Some(hex) = &self.hex else { return };
        let bytes = unhex(hex);
        match self.kind.as_str() {
            "long" => integer(&self.value().parse::<i64>().unwrap(), &bytes),
            "int" => integer(&self.value().parse::<i32>().unwrap(), &bytes),
            "short" => integer(&self.value().parse::<i16>().unwrap(), &bytes),
            "double" => float(&f64::from_bits(self.bits()), &bytes, |v| v.to_bits()),
            "float" => {
                let bits = u32::try_from(self.bits()).expect("32 bits");
                float(&f32::from_bits(bits), &bytes, |v| v.to_bits().into());
            }
            "boolean" => {
                let value = self.value() == "true";
                assert_part::<bool, Java>(&value, &bytes);
                assert_cell::<bool, cell::NativeCodec>(&value, &bytes);
            }
            "string" => assert_cell::<String, cell::NativeCodec>(&self.value().into(), &bytes),
            "bigdecimal" => decimal(self.value(), &bytes),
            other => panic!("{other}"),
        }
    }
}

/// `java` in a key is the same as a cell.
fn integer<T>(value: &T, bytes: &[u8])
where
    T: KeyPart<Java> + for<'k> DecodePart<'k, Java> + PartialEq,
    T: cell::EncodeCell<cell::NativeCodec> + for<'r> cell::DecodeCell<'r, cell::NativeCodec>,
{
    assert_part::<T, Java>(value, bytes);
    assert_cell::<T, cell::NativeCodec>(value, bytes);
}

fn float<T>(value: &T, bytes: &[u8], bits: impl Fn(&T) -> u64)
where
    T: KeyPart<Java> + for<'k> DecodePart<'k, Java>,
    T: cell::EncodeCell<cell::NativeCodec> + for<'r> cell::DecodeCell<'r, cell::NativeCodec>,
{
    let mut out = Vec::new();
    assert_eq!(value.encode_cell(&mut out), Ok(true));
    assert_eq!(out, bytes);
    let back = T::decode_cell(bytes).map(|back| bits(&back));
    assert_eq!(back, Ok(bits(value)));
    let mut key = Vec::new();
    KeyPart::<Java>::encode(value, &mut key).unwrap();
    assert_eq!(key, bytes);
    let back = <T as DecodePart<'_, Java>>::decode(bytes);
    assert_eq!(back.map(|back| bits(&back)), Ok(bits(value)));
}

#[cfg(any(feature = "rust_decimal", feature = "bigdecimal"))]
fn decimal(text: &str, bytes: &[u8]) {
    #[cfg(feature = "bigdecimal")]
    assert_cell::<bigdecimal::BigDecimal, cell::NativeCodec>(&text.parse().unwrap(), bytes);
    #[cfg(feature = "rust_decimal")]
    match text.parse::<rust_decimal::Decimal>() {
        // Its zeros are digits, not an exponent: it reads this, and writes it in full.
        Ok(value) if text.contains("E+") => {
            let back =
                <rust_decimal::Decimal as cell::DecodeCell<'_, cell::NativeCodec>>::decode_cell;
            assert_eq!(back(bytes), Ok(value));
        }
        Ok(value) => assert_cell::<rust_decimal::Decimal, cell::NativeCodec>(&value, bytes),
        Err(error) => panic!("{text}: {error}"),
    }
}

#[cfg(not(any(feature = "rust_decimal", feature = "bigdecimal")))]
fn decimal(_text: &str, _bytes: &[u8]) {}

#[test]
fn cells_are_those_of_bytes_to_bytes() {
    let lines: Vec<BytesLine> = golden("bytes.jsonl");
    assert!(lines.len() > 80);
    lines.iter().for_each(BytesLine::check);
}
