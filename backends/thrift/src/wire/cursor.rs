//! Parses consecutive Thrift values from bytes in memory.

use super::Protocol;

/// The reason why a message could not be parsed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ParseError {
    /// The bytes end before the message does.
    Incomplete,
    /// The bytes are not such a message.
    Invalid(String),
    /// The message exceeds the configured maximum.
    TooLong { found: usize },
}

pub(crate) type Parse<T> = Result<T, ParseError>;

/// The types of values on the wire; strings and binaries are one type, as are lists and sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WireType {
    Stop,
    Bool,
    I8,
    I16,
    I32,
    I64,
    Double,
    Bytes,
    Struct,
    Map,
    List,
}

/// A field's header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Field {
    pub(crate) wire_type: WireType,
    pub(crate) id: i16,
    /// The value of a `bool`, which the compact protocol stores in the header.
    pub(crate) inline_bool: Option<bool>,
}

/// A position in the bytes of a message.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cursor<'a> {
    bytes: &'a [u8],
    position: usize,
    protocol: Protocol,
    /// The compact protocol encodes field ids relative to the previous one.
    last_id: i16,
}

impl<'a> Cursor<'a> {
    pub(crate) fn new(bytes: &'a [u8], protocol: Protocol) -> Self {
        Self {
            bytes,
            position: 0,
            protocol,
            last_id: 0,
        }
    }

    /// Continues at a later position, after a field with this id.
    pub(crate) fn resume(mut self, position: usize, last_id: i16) -> Self {
        self.position = position;
        self.last_id = last_id;
        self
    }

    pub(crate) fn position(&self) -> usize {
        self.position
    }

    /// Number of bytes left.
    pub(crate) fn left(&self) -> usize {
        self.bytes.len().saturating_sub(self.position)
    }

    pub(crate) fn last_id(&self) -> i16 {
        self.last_id
    }

    pub(crate) fn protocol(&self) -> Protocol {
        self.protocol
    }

    /// Enters a struct. Pass the result to [`leave`](Self::leave).
    #[inline]
    pub(crate) fn enter(&mut self) -> i16 {
        std::mem::take(&mut self.last_id)
    }

    #[inline]
    pub(crate) fn leave(&mut self, last_id: i16) {
        self.last_id = last_id;
    }

    #[inline]
    fn take(&mut self, length: usize) -> Parse<&'a [u8]> {
        let end = self
            .position
            .checked_add(length)
            .ok_or(ParseError::Incomplete)?;
        let taken = self
            .bytes
            .get(self.position..end)
            .ok_or(ParseError::Incomplete)?;
        self.position = end;
        Ok(taken)
    }

    #[inline]
    fn array<const N: usize>(&mut self) -> Parse<[u8; N]> {
        let rest = self.bytes.get(self.position..).unwrap_or_default();
        let found = rest.first_chunk::<N>().ok_or(ParseError::Incomplete)?;
        self.position += N;
        Ok(*found)
    }

    #[inline]
    pub(crate) fn byte(&mut self) -> Parse<u8> {
        self.array::<1>().map(|[byte]| byte)
    }

    /// A varint: 7 bits per byte, the lowest first.
    #[inline]
    fn varint(&mut self) -> Parse<u64> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return Ok(number);
            }
        }
        Err(ParseError::Invalid(
            "a number of more than ten bytes".into(),
        ))
    }

    fn zigzag(&mut self) -> Parse<i64> {
        let number = self.varint()?;
        Ok((number >> 1).cast_signed() ^ -((number & 1).cast_signed()))
    }

    pub(crate) fn i16(&mut self) -> Parse<i16> {
        match self.protocol {
            Protocol::Binary => self.array().map(i16::from_be_bytes),
            Protocol::Compact => narrow(self.zigzag()?),
        }
    }

    #[inline]
    pub(crate) fn i32(&mut self) -> Parse<i32> {
        match self.protocol {
            Protocol::Binary => self.array().map(i32::from_be_bytes),
            Protocol::Compact => narrow(self.zigzag()?),
        }
    }

    #[inline]
    pub(crate) fn i64(&mut self) -> Parse<i64> {
        match self.protocol {
            Protocol::Binary => self.array().map(i64::from_be_bytes),
            Protocol::Compact => self.zigzag(),
        }
    }

    pub(crate) fn double(&mut self) -> Parse<[u8; 8]> {
        self.array()
    }

    /// The compact protocol's sequence number: 32 bits without zigzag.
    pub(crate) fn compact_sequence(&mut self) -> Parse<i32> {
        let number = self.varint()?;
        let number = u32::try_from(number);
        let number =
            number.map_err(|_| ParseError::Invalid("a sequence number of over 32 bits".into()))?;
        Ok(number.cast_signed())
    }

    /// A length or a count; negative ones are invalid.
    #[inline]
    pub(crate) fn size(&mut self) -> Parse<usize> {
        match self.protocol {
            Protocol::Binary => narrow(i64::from(self.i32()?)),
            Protocol::Compact => narrow(self.varint()?.cast_signed()),
        }
    }

    #[inline]
    pub(crate) fn bytes(&mut self) -> Parse<&'a [u8]> {
        let length = self.size()?;
        self.take(length)
    }

    /// A string, with replacement characters for bytes that are not UTF-8.
    pub(crate) fn text(&mut self) -> Parse<String> {
        Ok(String::from_utf8_lossy(self.bytes()?).into_owned())
    }

    /// A `bool`: in its field's header, or a separate byte.
    pub(crate) fn bool(&mut self, field: Field) -> Parse<bool> {
        match field.inline_bool {
            Some(value) => Ok(value),
            None => Ok(self.byte()? == 1),
        }
    }

    #[inline]
    pub(crate) fn field(&mut self) -> Parse<Field> {
        match self.protocol {
            Protocol::Binary => self.binary_field(),
            Protocol::Compact => self.compact_field(),
        }
    }

    #[inline]
    fn binary_field(&mut self) -> Parse<Field> {
        let wire_type = binary_type(self.byte()?)?;
        let id = match wire_type {
            WireType::Stop => 0,
            _ => self.array().map(i16::from_be_bytes)?,
        };
        Ok(Field {
            wire_type,
            id,
            inline_bool: None,
        })
    }

    fn compact_field(&mut self) -> Parse<Field> {
        let header = self.byte()?;
        let wire_type = compact_type(header & 0x0f)?;
        let id = match (wire_type, header >> 4) {
            (WireType::Stop, _) => 0,
            (_, 0) => self.i16()?,
            (_, delta) => self
                .last_id
                .checked_add(i16::from(delta))
                .ok_or_else(|| ParseError::Invalid("a field id above 32767".into()))?,
        };
        if wire_type != WireType::Stop {
            self.last_id = id;
        }
        Ok(Field {
            wire_type,
            id,
            inline_bool: (wire_type == WireType::Bool).then_some(header & 0x0f == 1),
        })
    }

    /// The header of a list or set: the type of its elements and their number.
    #[inline]
    pub(crate) fn list_header(&mut self) -> Parse<(WireType, usize)> {
        let header = self.byte()?;
        if self.protocol == Protocol::Binary {
            return Ok((binary_type(header)?, self.size()?));
        }
        let count = match header >> 4 {
            15 => self.size()?,
            few => usize::from(few),
        };
        Ok((compact_type(header & 0x0f)?, count))
    }

    /// The header of a map: the types of its keys and values and the number of entries.
    #[inline]
    pub(crate) fn map_header(&mut self) -> Parse<(WireType, WireType, usize)> {
        if self.protocol == Protocol::Binary {
            let [key, value] = self.array()?;
            return Ok((binary_type(key)?, binary_type(value)?, self.size()?));
        }
        let count = self.size()?;
        if count == 0 {
            return Ok((WireType::Bytes, WireType::Bytes, 0));
        }
        let types = self.byte()?;
        Ok((
            compact_type(types >> 4)?,
            compact_type(types & 0x0f)?,
            count,
        ))
    }
}

fn narrow<T: TryFrom<i64>>(number: i64) -> Parse<T> {
    T::try_from(number).map_err(|_| ParseError::Invalid(format!("the length or number {number}")))
}

#[inline]
fn binary_type(code: u8) -> Parse<WireType> {
    Ok(match code {
        0 => WireType::Stop,
        2 => WireType::Bool,
        3 => WireType::I8,
        4 => WireType::Double,
        6 => WireType::I16,
        8 => WireType::I32,
        10 => WireType::I64,
        11 => WireType::Bytes,
        12 => WireType::Struct,
        13 => WireType::Map,
        14 | 15 => WireType::List,
        other => return Err(unknown_type(other)),
    })
}

#[inline]
fn compact_type(code: u8) -> Parse<WireType> {
    Ok(match code {
        0 => WireType::Stop,
        1 | 2 => WireType::Bool,
        3 => WireType::I8,
        4 => WireType::I16,
        5 => WireType::I32,
        6 => WireType::I64,
        7 => WireType::Double,
        8 => WireType::Bytes,
        9 | 10 => WireType::List,
        11 => WireType::Map,
        12 => WireType::Struct,
        other => return Err(unknown_type(other)),
    })
}

#[cold]
fn unknown_type(code: u8) -> ParseError {
    ParseError::Invalid(format!("a value of the unknown type {code}"))
}
