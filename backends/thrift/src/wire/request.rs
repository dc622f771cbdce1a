//! Requests: a call's name, its number and its arguments.

use thrift::protocol::{
    TBinaryOutputProtocol, TCompactOutputProtocol, TFieldIdentifier, TListIdentifier,
    TMessageIdentifier, TMessageType, TOutputProtocol, TStructIdentifier, TType,
};

use super::{Protocol, Wire};

/// Where arguments are written to.
pub(crate) type Out<'a> = dyn TOutputProtocol + 'a;

/// Writes a call's arguments, each with [`field`].
pub(crate) type Args<'a> = dyn Fn(&mut Out<'_>) -> thrift::Result<()> + Send + Sync + 'a;

/// A call.
#[derive(Clone, Copy)]
pub(crate) struct Request<'a> {
    pub(crate) name: &'static str,
    pub(crate) args: &'a Args<'a>,
}

impl Request<'_> {
    /// Replaces what is in `out` by this call.
    pub(crate) fn write(&self, wire: Wire, sequence: i32, out: &mut Vec<u8>) -> thrift::Result<()> {
        out.clear();
        if wire.framed {
            out.extend_from_slice(&[0; 4]);
        }
        match wire.protocol {
            Protocol::Binary => {
                self.message(sequence, &mut TBinaryOutputProtocol::new(&mut *out, true))?;
            }
            Protocol::Compact => {
                self.message(sequence, &mut TCompactOutputProtocol::new(&mut *out))?;
            }
        }
        if wire.framed {
            let length = i32::try_from(out.len() - 4)
                .map_err(|_| thrift::Error::User("a request of over 2 GiB".into()))?;
            out[..4].copy_from_slice(&length.to_be_bytes());
        }
        Ok(())
    }

    fn message(&self, sequence: i32, out: &mut Out<'_>) -> thrift::Result<()> {
        let head = TMessageIdentifier::new(self.name, TMessageType::Call, sequence);
        out.write_message_begin(&head)?;
        out.write_struct_begin(&TStructIdentifier::new(""))?;
        (self.args)(out)?;
        out.write_field_stop()?;
        out.write_struct_end()?;
        out.write_message_end()
    }
}

/// One argument, or one field of a struct.
pub(crate) fn field(
    out: &mut Out<'_>,
    kind: TType,
    id: i16,
    value: impl FnOnce(&mut Out<'_>) -> thrift::Result<()>,
) -> thrift::Result<()> {
    out.write_field_begin(&TFieldIdentifier {
        name: None,
        field_type: kind,
        id: Some(id),
    })?;
    value(out)?;
    out.write_field_end()
}

/// A struct as a value; its name is not sent.
pub(crate) fn structure(
    out: &mut Out<'_>,
    fields: impl FnOnce(&mut Out<'_>) -> thrift::Result<()>,
) -> thrift::Result<()> {
    out.write_struct_begin(&NAMELESS)?;
    fields(out)?;
    out.write_field_stop()?;
    out.write_struct_end()
}

static NAMELESS: TStructIdentifier = TStructIdentifier {
    name: String::new(),
};

/// A field of bytes or text.
pub(crate) fn bytes_field(out: &mut Out<'_>, id: i16, value: &[u8]) -> thrift::Result<()> {
    field(out, TType::String, id, |out| out.write_bytes(value))
}

/// A field of an `i32`.
pub(crate) fn i32_field(out: &mut Out<'_>, id: i16, value: i32) -> thrift::Result<()> {
    field(out, TType::I32, id, |out| out.write_i32(value))
}

/// A field of a `bool`.
pub(crate) fn bool_field(out: &mut Out<'_>, id: i16, value: bool) -> thrift::Result<()> {
    field(out, TType::Bool, id, |out| out.write_bool(value))
}

/// A field of a list of strings.
pub(crate) fn strings_field<'s>(
    out: &mut Out<'_>,
    id: i16,
    values: impl ExactSizeIterator<Item = &'s [u8]>,
) -> thrift::Result<()> {
    field(out, TType::List, id, |out| strings(out, values))
}

/// A list of strings.
pub(crate) fn strings<'s>(
    out: &mut Out<'_>,
    strings: impl ExactSizeIterator<Item = &'s [u8]>,
) -> thrift::Result<()> {
    out.write_list_begin(&TListIdentifier::new(TType::String, length(strings.len())?))?;
    for string in strings {
        out.write_bytes(string)?;
    }
    out.write_list_end()
}

/// How many elements a list has, as Thrift writes it.
pub(crate) fn length(length: usize) -> thrift::Result<i32> {
    i32::try_from(length).map_err(|_| thrift::Error::User("a list of over 2^31 elements".into()))
}
