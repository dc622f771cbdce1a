//! Writes values. Buffers are cleared when they are dropped, since some contain keys.

use der::asn1::{AnyRef, BitStringRef, GeneralizedTime};
use der::{Encode, Tag, TagNumber};
use std::time::Duration;

use crate::crypto::Secret;
use crate::time::Time;

/// An encoding. Errors are those of the crate, for values of 4 GiB.
pub(crate) type Encoded = der::Result<Secret>;

/// A `SEQUENCE` of fields with context tags. The first error is kept until [`finish`](Self::finish).
pub(crate) struct Sequence {
    body: Encoded,
}

impl Sequence {
    pub(crate) fn new() -> Self {
        let body = Ok(Secret::default());
        Self { body }
    }

    pub(crate) fn field(mut self, number: u32, value: Encoded) -> Self {
        let field = value.and_then(|value| tlv(TagNumber(number).context_specific(true), &value));
        self.body = self.body.and_then(|mut body| {
            body.extend_from_slice(&field?);
            Ok(body)
        });
        self
    }

    pub(crate) fn optional(self, number: u32, value: Option<Encoded>) -> Self {
        match value {
            Some(value) => self.field(number, value),
            None => self,
        }
    }

    pub(crate) fn finish(self) -> Encoded {
        tlv(Tag::Sequence, &self.body?)
    }
}

pub(crate) fn tlv(tag: Tag, value: &[u8]) -> Encoded {
    AnyRef::new(tag, value)?.to_der().map(Secret::new)
}

pub(crate) fn application(number: u32, value: Encoded) -> Encoded {
    tlv(TagNumber(number).application(true), &value?)
}

/// A `SEQUENCE OF`.
pub(crate) fn list(elements: impl IntoIterator<Item = Encoded>) -> Encoded {
    let mut body = Secret::default();
    for element in elements {
        body.extend_from_slice(&element?);
    }
    tlv(Tag::Sequence, &body)
}

pub(crate) fn integer(value: impl Into<i64>) -> Encoded {
    value.into().to_der().map(Secret::new)
}

pub(crate) fn octets(value: &[u8]) -> Encoded {
    tlv(Tag::OctetString, value)
}

pub(crate) fn text(value: &str) -> Encoded {
    tlv(Tag::GeneralString, value.as_bytes())
}

pub(crate) fn time(value: Time) -> Encoded {
    let time = GeneralizedTime::from_unix_duration(Duration::from_secs(value.0))?;
    time.to_der().map(Secret::new)
}

/// `KerberosFlags` of 32 bits; bit 0 is the highest.
pub(crate) fn flags(value: u32) -> Encoded {
    let bytes = value.to_be_bytes();
    BitStringRef::from_bytes(&bytes)?.to_der().map(Secret::new)
}
