//! Tuples as qualifiers, and their first parts as bounds and prefixes.

use std::borrow::Cow;

use hbase_model::KeyLayout;

use super::bound::{QualifierBound, QualifierPrefix};
use super::qualifier::{OrderedQualifier, Qualifier, part};
use crate::codec::CodecError;
use crate::key::encoding::Native;
use crate::key::{DecodePart, KeyPart, RangePart, SelfDelimiting};

/// Takes the part of type `T` from the start of `rest`.
fn take<T>(rest: &mut &[u8]) -> Result<T, CodecError>
where
    T: KeyPart<Native> + for<'k> DecodePart<'k, Native>,
{
    let len = match T::WIDTH {
        Some(width) => width,
        None => T::measure(rest)?,
    };
    let Some((bytes, behind)) = rest.split_at_checked(len) else {
        return Err(CodecError::new(format_args!(
            "found {} bytes for a part of the qualifier, expected {len}",
            rest.len()
        )));
    };
    *rest = behind;
    T::decode(bytes)
}

macro_rules! tuple {
    ($($name:ident $at:tt $text:literal),+; $last:ident $last_at:tt $last_text:literal) => {
        #[diagnostic::do_not_recommend]
        impl<$($name,)+ $last> Qualifier for ($($name,)+ $last)
        where
            $($name: KeyPart<Native> + SelfDelimiting<Native> + for<'k> DecodePart<'k, Native>,)+
            $last: KeyPart<Native> + for<'k> DecodePart<'k, Native>,
        {
            const LAYOUT: &'static KeyLayout = &KeyLayout {
                salt: None,
                parts: Cow::Borrowed(&[$(part::<$name>($text),)+ part::<$last>($last_text)]),
            };

            fn encode_qualifier(&self, out: &mut Vec<u8>) -> Result<(), CodecError> {
                $(self.$at.encode(out)?;)+
                self.$last_at.encode(out)
            }

            fn decode_qualifier(bytes: &[u8]) -> Result<Self, CodecError> {
                let mut rest = bytes;
                // The last part takes all bytes that are left.
                Ok(($(take::<$name>(&mut rest)?,)+ <$last>::decode(rest)?))
            }
        }

        #[diagnostic::do_not_recommend]
        impl<$($name,)+ $last> OrderedQualifier for ($($name,)+ $last)
        where
            Self: Qualifier,
            $($name: RangePart<Native>,)+
            $last: RangePart<Native>,
        {
        }
    };
}

tuple!(A 0 "0"; B 1 "1");
tuple!(A 0 "0", B 1 "1"; C 2 "2");
tuple!(A 0 "0", B 1 "1", C 2 "2"; D 3 "3");

macro_rules! starts {
    ($($name:ident $at:tt),+ => $whole:ty; $($rest:ident),+) => {
        impl<$($name,)+ $($rest),+> QualifierPrefix<$whole> for ($($name,)+)
        where
            $whole: Qualifier,
            $($name: KeyPart<Native>,)+
        {
            fn encode_prefix(&self, out: &mut Vec<u8>) -> Result<(), CodecError> {
                $(self.$at.encode(out)?;)+
                Ok(())
            }
        }

        impl<$($name,)+ $($rest),+> QualifierBound<$whole> for ($($name,)+)
        where
            $whole: Qualifier,
            $($name: RangePart<Native>,)+
        {
            const IS_PREFIX: bool = true;

            fn encode_bound(&self, out: &mut Vec<u8>) -> Result<(), CodecError> {
                $(KeyPart::<Native>::encode(&self.$at, out)?;)+
                Ok(())
            }
        }
    };
}

starts!(A 0 => (A, B); B);
starts!(A 0 => (A, B, C); B, C);
starts!(A 0, B 1 => (A, B, C); C);
starts!(A 0 => (A, B, C, D); B, C, D);
starts!(A 0, B 1 => (A, B, C, D); C, D);
starts!(A 0, B 1, C 2 => (A, B, C, D); D);
