//! Reads values without copying them. Each length is checked against the bytes that remain; nesting is that of the
//! functions that read, not that of the input.

use der::asn1::{AnyRef, BitStringRef, GeneralizedTime};
use der::{Decode, Reader, SliceReader, Tag, TagNumber, Tagged};

use super::DecodeError;
use crate::time::Time;

type Result<T> = std::result::Result<T, DecodeError>;

/// The fields of a `SEQUENCE`, read in the order of their numbers. Fields after the last one that is read are ignored:
/// RFC 4120 section 1.5 lets later versions add some.
pub(crate) struct Fields<'a> {
    message: &'static str,
    reader: SliceReader<'a>,
}

/// The `SEQUENCE` inside an application tag. Bytes after it are ignored: decrypted messages may be padded.
pub(crate) fn application<'a>(
    message: &'static str,
    number: u32,
    bytes: &'a [u8],
) -> Result<Fields<'a>> {
    let outer = any(message, bytes)?;
    let expected = TagNumber(number).application(true);
    if outer.tag() != expected {
        let found = outer.tag();
        return Err(DecodeError::new(
            message,
            format!("found {found}, expected {expected}"),
        ));
    }
    Fields::of(message, outer.value())
}

/// The elements of a `SEQUENCE OF`.
pub(crate) fn list<'a>(message: &'static str, bytes: &'a [u8]) -> Result<Vec<AnyRef<'a>>> {
    let mut reader = sequence(message, bytes)?;
    let mut elements = Vec::new();
    while !reader.is_finished() {
        elements.push(AnyRef::decode(&mut reader).map_err(error(message))?);
    }
    Ok(elements)
}

impl<'a> Fields<'a> {
    /// The fields of an encoded `SEQUENCE`.
    pub(crate) fn of(message: &'static str, bytes: &'a [u8]) -> Result<Self> {
        let reader = sequence(message, bytes)?;
        Ok(Self { message, reader })
    }

    /// The fields of a value that has been read.
    pub(crate) fn within(message: &'static str, value: AnyRef<'a>) -> Result<Self> {
        let reader = reader_of(message, value)?;
        Ok(Self { message, reader })
    }

    /// The encoding inside the next field's tag, if the field has this number.
    pub(crate) fn optional(&mut self, number: u32) -> Result<Option<&'a [u8]>> {
        if self.reader.is_finished() {
            return Ok(None);
        }
        let tag = Tag::peek(&self.reader).map_err(error(self.message))?;
        if tag != TagNumber(number).context_specific(true) {
            return Ok(None);
        }
        let field = AnyRef::decode(&mut self.reader).map_err(error(self.message))?;
        Ok(Some(field.value()))
    }

    pub(crate) fn required(&mut self, number: u32) -> Result<&'a [u8]> {
        match self.optional(number)? {
            Some(value) => Ok(value),
            None => Err(self.error(format!("the field [{number}] is missing"))),
        }
    }

    pub(crate) fn integer(&mut self, number: u32) -> Result<i64> {
        let value = self.required(number)?;
        i64::from_der(value).map_err(self.in_field(number))
    }

    pub(crate) fn optional_integer(&mut self, number: u32) -> Result<Option<i64>> {
        let Some(value) = self.optional(number)? else {
            return Ok(None);
        };
        i64::from_der(value)
            .map(Some)
            .map_err(self.in_field(number))
    }

    /// A number of 32 bits. Old senders encode those from 2³¹ on as negative numbers.
    pub(crate) fn optional_u32(&mut self, number: u32) -> Result<Option<u32>> {
        let Some(value) = self.optional_integer(number)? else {
            return Ok(None);
        };
        let unsigned = u32::try_from(value).ok();
        let found = unsigned.or_else(|| Some(i32::try_from(value).ok()?.cast_unsigned()));
        match found {
            Some(found) => Ok(Some(found)),
            None => Err(self.error(format!("[{number}] is {value}, expected 32 bits"))),
        }
    }

    pub(crate) fn optional_octets(&mut self, number: u32) -> Result<Option<&'a [u8]>> {
        let Some(value) = self.optional(number)? else {
            return Ok(None);
        };
        tagged(self.message, Tag::OctetString, value).map(Some)
    }

    pub(crate) fn octets(&mut self, number: u32) -> Result<&'a [u8]> {
        tagged(self.message, Tag::OctetString, self.required(number)?)
    }

    /// A `KerberosString`. Realms and names outside ASCII are UTF-8 in practice.
    pub(crate) fn text(&mut self, number: u32) -> Result<String> {
        text(self.message, self.required(number)?)
    }

    pub(crate) fn optional_text(&mut self, number: u32) -> Result<Option<String>> {
        let Some(value) = self.optional(number)? else {
            return Ok(None);
        };
        text(self.message, value).map(Some)
    }

    pub(crate) fn time(&mut self, number: u32) -> Result<Time> {
        time(self.message, self.required(number)?)
    }

    pub(crate) fn optional_time(&mut self, number: u32) -> Result<Option<Time>> {
        let Some(value) = self.optional(number)? else {
            return Ok(None);
        };
        time(self.message, value).map(Some)
    }

    /// The first 32 bits of `KerberosFlags`; bit 0 is the highest.
    pub(crate) fn flags(&mut self, number: u32) -> Result<u32> {
        let value = self.required(number)?;
        let bits = BitStringRef::from_der(value).map_err(self.in_field(number))?;
        let mut word = [0; 4];
        for (to, from) in word.iter_mut().zip(bits.raw_bytes()) {
            *to = *from;
        }
        Ok(u32::from_be_bytes(word))
    }

    /// Checks a number that RFC 4120 fixes, such as the type of the message.
    pub(crate) fn constant(&mut self, number: u32, expected: i64) -> Result<()> {
        let found = self.integer(number)?;
        if found == expected {
            return Ok(());
        }
        Err(self.error(format!("[{number}] is {found}, expected {expected}")))
    }

    pub(crate) fn error(&self, cause: String) -> DecodeError {
        DecodeError::new(self.message, cause)
    }

    fn in_field(&self, number: u32) -> impl Fn(der::Error) -> DecodeError + use<> {
        let message = self.message;
        move |cause| DecodeError::new(message, format!("[{number}]: {cause}"))
    }
}

/// The text of an encoded `GeneralString`.
pub(crate) fn text(message: &'static str, bytes: &[u8]) -> Result<String> {
    let text = tagged(message, Tag::GeneralString, bytes)?;
    match std::str::from_utf8(text) {
        Ok(text) => Ok(text.to_owned()),
        Err(_) => Err(DecodeError::new(message, "a name is not UTF-8")),
    }
}

fn time(message: &'static str, bytes: &[u8]) -> Result<Time> {
    let time = GeneralizedTime::from_der(bytes).map_err(error(message))?;
    Ok(Time(time.to_unix_duration().as_secs()))
}

fn tagged<'a>(message: &'static str, expected: Tag, bytes: &'a [u8]) -> Result<&'a [u8]> {
    let value = any(message, bytes)?;
    let found = value.tag();
    if found == expected {
        return Ok(value.value());
    }
    Err(DecodeError::new(
        message,
        format!("found {found}, expected {expected}"),
    ))
}

fn sequence<'a>(message: &'static str, bytes: &'a [u8]) -> Result<SliceReader<'a>> {
    reader_of(message, any(message, bytes)?)
}

fn reader_of<'a>(message: &'static str, value: AnyRef<'a>) -> Result<SliceReader<'a>> {
    let found = value.tag();
    if found != Tag::Sequence {
        return Err(DecodeError::new(
            message,
            format!("found {found}, expected SEQUENCE"),
        ));
    }
    SliceReader::new(value.value()).map_err(error(message))
}

fn any<'a>(message: &'static str, bytes: &'a [u8]) -> Result<AnyRef<'a>> {
    let mut reader = SliceReader::new(bytes).map_err(error(message))?;
    AnyRef::decode(&mut reader).map_err(error(message))
}

fn error(message: &'static str) -> impl Fn(der::Error) -> DecodeError {
    move |cause| DecodeError::new(message, cause.to_string())
}
