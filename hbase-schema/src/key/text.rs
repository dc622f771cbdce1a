//! Text in row keys.

use hbase_model::primitive::{get_text, put_text};
use hbase_model::{Encoding, KeySink};

use super::encoding::{Fixed, Native, Padded, Reverse};
use super::options::{FixedPart, NativePart, ReversePart, TextPart, pad};
use super::part::{
    BoundAt, DecodePart, DescPart, LeadingPart, RangePart, SaltPart, SelfDelimiting,
    TerminatedDescPart, properties,
};
use crate::codec::CodecError;
use crate::type_lists::{each_text, each_text_from};

macro_rules! text {
    ($([$($g:tt)*] $type:ty;)*) => {$(
        impl<$($g)*> TextPart for $type {
            #[inline]
            fn as_text(&self) -> &str {
                self
            }
        }

        impl<$($g)*> NativePart for $type {
            const ENCODING: Encoding = Encoding::Text { width: None, pad: None };
            const WIDTH: Option<usize> = None;

            #[inline]
            fn encode_native<S: KeySink>(&self, out: &mut S) -> Result<(), CodecError> {
                out.put(self.as_bytes());
                Ok(())
            }
        }

        impl<$($g)* const W: u16> FixedPart<W> for $type {
            const ENCODING: Encoding = Encoding::Text { width: Some(W), pad: None };

            #[inline]
            fn encode_fixed<S: KeySink>(&self, out: &mut S) -> Result<(), CodecError> {
                Ok(put_text(self, Some(W), None, out)?)
            }
        }

        #[diagnostic::do_not_recommend]
        impl<$($g)* const W: u16> RangePart<Fixed<W>> for $type {
            #[inline]
            fn encode_bound<S: KeySink>(&self, out: &mut S) -> Result<BoundAt, CodecError> {
                Ok(super::plain::bound(self.as_bytes(), W.into(), out))
            }
        }

        properties! {
            [$($g)*] $type: RangePart<Native> LeadingPart<Native> LeadingPart<Reverse<Native>>
                ReversePart<Native> TerminatedDescPart<Native> SaltPart;
            [$($g)* const W: u16] $type: SelfDelimiting<Fixed<W>> LeadingPart<Fixed<W>>
                LeadingPart<Reverse<Fixed<W>>> DescPart<Fixed<W>> ReversePart<Fixed<W>>;
            [$($g)* const W: u16, const PAD: u8, const LEFT: bool] $type:
                SelfDelimiting<Padded<W, PAD, LEFT>> LeadingPart<Padded<W, PAD, LEFT>>
                LeadingPart<Reverse<Padded<W, PAD, LEFT>>> DescPart<Padded<W, PAD, LEFT>>
                ReversePart<Padded<W, PAD, LEFT>>;
        }
    )*};
}

each_text!(text);

macro_rules! decode_text {
    ($([$($g:tt)*] $type:ty;)*) => {$(
        impl<$($g)*> DecodePart<'k, Native> for $type {
            #[inline]
            fn decode(bytes: &'k [u8]) -> Result<Self, CodecError> {
                Ok(get_text(bytes, None, None)?.into())
            }
        }

        impl<$($g)*, const W: u16> DecodePart<'k, Fixed<W>> for $type {
            #[inline]
            fn decode(bytes: &'k [u8]) -> Result<Self, CodecError> {
                Ok(get_text(bytes, Some(W), None)?.into())
            }
        }

        impl<$($g)*, const W: u16, const PAD: u8, const LEFT: bool>
            DecodePart<'k, Padded<W, PAD, LEFT>> for $type
        {
            #[inline]
            fn decode(bytes: &'k [u8]) -> Result<Self, CodecError> {
                Ok(get_text(bytes, Some(W), Some(pad::<PAD, LEFT>()))?.into())
            }
        }
    )*};
}

each_text_from!('k, decode_text);
