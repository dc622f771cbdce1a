//! Reads Thrift's values one after another from bytes in memory.

use super::Protocol;

/// Why reading stopped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Stop {
    /// The bytes end here; more may follow.
    More,
    /// These are not the bytes of such a message.
    Bad(String),
    /// Longer than is allowed.
    TooLong { found: usize },
}

pub(crate) type Read<T> = Result<T, Stop>;

/// The kinds of values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
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

/// A field's head.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Field {
    pub(crate) kind: Kind,
    pub(crate) id: i16,
    /// In the compact protocol a field's head holds its truth value.
    pub(crate) truth: Option<bool>,
}

/// A place in the bytes of a message.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cursor<'a> {
    bytes: &'a [u8],
    at: usize,
    protocol: Protocol,
    /// The compact protocol counts field ids from the one before.
    last_id: i16,
}

impl<'a> Cursor<'a> {
    pub(crate) fn new(bytes: &'a [u8], protocol: Protocol) -> Self {
        Self {
            bytes,
            at: 0,
            protocol,
            last_id: 0,
        }
    }

    /// The same, from a later place, where the last field had this id.
    pub(crate) fn resume(mut self, at: usize, last_id: i16) -> Self {
        self.at = at;
        self.last_id = last_id;
        self
    }

    pub(crate) fn at(&self) -> usize {
        self.at
    }

    /// How many bytes follow.
    pub(crate) fn left(&self) -> usize {
        self.bytes.len().saturating_sub(self.at)
    }

    pub(crate) fn last_id(&self) -> i16 {
        self.last_id
    }

    pub(crate) fn protocol(&self) -> Protocol {
        self.protocol
    }

    /// Goes into a struct; what it returns is given to [`leave`](Self::leave).
    #[inline]
    pub(crate) fn enter(&mut self) -> i16 {
        std::mem::take(&mut self.last_id)
    }

    #[inline]
    pub(crate) fn leave(&mut self, last_id: i16) {
        self.last_id = last_id;
    }

    #[inline]
    fn take(&mut self, length: usize) -> Read<&'a [u8]> {
        let end = self.at.checked_add(length).ok_or(Stop::More)?;
        let taken = self.bytes.get(self.at..end).ok_or(Stop::More)?;
        self.at = end;
        Ok(taken)
    }

    #[inline]
    fn array<const N: usize>(&mut self) -> Read<[u8; N]> {
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        let found = rest.first_chunk::<N>().ok_or(Stop::More)?;
        self.at += N;
        Ok(*found)
    }

    #[inline]
    pub(crate) fn byte(&mut self) -> Read<u8> {
        self.array::<1>().map(|[byte]| byte)
    }

    /// A number of 7 bits a byte, the lowest first.
    #[inline]
    fn varint(&mut self) -> Read<u64> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return Ok(number);
            }
        }
        Err(Stop::Bad("a number of more than ten bytes".into()))
    }

    fn zigzag(&mut self) -> Read<i64> {
        let number = self.varint()?;
        Ok((number >> 1).cast_signed() ^ -((number & 1).cast_signed()))
    }

    pub(crate) fn i16(&mut self) -> Read<i16> {
        match self.protocol {
            Protocol::Binary => self.array().map(i16::from_be_bytes),
            Protocol::Compact => narrow(self.zigzag()?),
        }
    }

    #[inline]
    pub(crate) fn i32(&mut self) -> Read<i32> {
        match self.protocol {
            Protocol::Binary => self.array().map(i32::from_be_bytes),
            Protocol::Compact => narrow(self.zigzag()?),
        }
    }

    #[inline]
    pub(crate) fn i64(&mut self) -> Read<i64> {
        match self.protocol {
            Protocol::Binary => self.array().map(i64::from_be_bytes),
            Protocol::Compact => self.zigzag(),
        }
    }

    pub(crate) fn double(&mut self) -> Read<[u8; 8]> {
        self.array()
    }

    /// The compact protocol's sequence number, 32 bits as they are.
    pub(crate) fn unsigned(&mut self) -> Read<i32> {
        let number = self.varint()?;
        let number = u32::try_from(number);
        let number = number.map_err(|_| Stop::Bad("a sequence number of over 32 bits".into()))?;
        Ok(number.cast_signed())
    }

    /// A length or a count, which is never negative.
    #[inline]
    pub(crate) fn size(&mut self) -> Read<usize> {
        match self.protocol {
            Protocol::Binary => narrow(i64::from(self.i32()?)),
            Protocol::Compact => narrow(self.varint()?.cast_signed()),
        }
    }

    #[inline]
    pub(crate) fn bytes(&mut self) -> Read<&'a [u8]> {
        let length = self.size()?;
        self.take(length)
    }

    /// A truth value: in its field's head, or a byte of its own.
    pub(crate) fn truth(&mut self, field: Field) -> Read<bool> {
        match field.truth {
            Some(truth) => Ok(truth),
            None => Ok(self.byte()? == 1),
        }
    }

    #[inline]
    pub(crate) fn field(&mut self) -> Read<Field> {
        match self.protocol {
            Protocol::Binary => self.binary_field(),
            Protocol::Compact => self.compact_field(),
        }
    }

    #[inline]
    fn binary_field(&mut self) -> Read<Field> {
        let kind = binary_kind(self.byte()?)?;
        let id = match kind {
            Kind::Stop => 0,
            _ => self.array().map(i16::from_be_bytes)?,
        };
        Ok(Field {
            kind,
            id,
            truth: None,
        })
    }

    fn compact_field(&mut self) -> Read<Field> {
        let head = self.byte()?;
        let kind = compact_kind(head & 0x0f)?;
        let id = match (kind, head >> 4) {
            (Kind::Stop, _) => 0,
            (_, 0) => self.i16()?,
            (_, more) => self
                .last_id
                .checked_add(i16::from(more))
                .ok_or_else(|| Stop::Bad("a field id above 32767".into()))?,
        };
        if kind != Kind::Stop {
            self.last_id = id;
        }
        Ok(Field {
            kind,
            id,
            truth: (kind == Kind::Bool).then_some(head & 0x0f == 1),
        })
    }

    /// A list's, or a set's, kind of elements and how many there are.
    #[inline]
    pub(crate) fn list(&mut self) -> Read<(Kind, usize)> {
        let head = self.byte()?;
        if self.protocol == Protocol::Binary {
            return Ok((binary_kind(head)?, self.size()?));
        }
        let count = match head >> 4 {
            15 => self.size()?,
            few => usize::from(few),
        };
        Ok((compact_kind(head & 0x0f)?, count))
    }

    /// A map's kinds of keys and values, and how many pairs there are.
    #[inline]
    pub(crate) fn map(&mut self) -> Read<(Kind, Kind, usize)> {
        if self.protocol == Protocol::Binary {
            let [key, value] = self.array()?;
            return Ok((binary_kind(key)?, binary_kind(value)?, self.size()?));
        }
        let count = self.size()?;
        if count == 0 {
            return Ok((Kind::Bytes, Kind::Bytes, 0));
        }
        let kinds = self.byte()?;
        Ok((
            compact_kind(kinds >> 4)?,
            compact_kind(kinds & 0x0f)?,
            count,
        ))
    }
}

fn narrow<T: TryFrom<i64>>(number: i64) -> Read<T> {
    T::try_from(number).map_err(|_| Stop::Bad(format!("the length or number {number}")))
}

#[inline]
fn binary_kind(code: u8) -> Read<Kind> {
    Ok(match code {
        0 => Kind::Stop,
        2 => Kind::Bool,
        3 => Kind::I8,
        4 => Kind::Double,
        6 => Kind::I16,
        8 => Kind::I32,
        10 => Kind::I64,
        11 => Kind::Bytes,
        12 => Kind::Struct,
        13 => Kind::Map,
        14 | 15 => Kind::List,
        other => return Err(no_kind(other)),
    })
}

#[inline]
fn compact_kind(code: u8) -> Read<Kind> {
    Ok(match code {
        0 => Kind::Stop,
        1 | 2 => Kind::Bool,
        3 => Kind::I8,
        4 => Kind::I16,
        5 => Kind::I32,
        6 => Kind::I64,
        7 => Kind::Double,
        8 => Kind::Bytes,
        9 | 10 => Kind::List,
        11 => Kind::Map,
        12 => Kind::Struct,
        other => return Err(no_kind(other)),
    })
}

#[cold]
fn no_kind(code: u8) -> Stop {
    Stop::Bad(format!("a value of the unknown kind {code}"))
}
