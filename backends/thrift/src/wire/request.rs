//! Calls: name, sequence number and arguments.

use byteorder::{BigEndian, ByteOrder};
use thrift::protocol::{
    TBinaryOutputProtocol, TCompactOutputProtocol, TFieldIdentifier, TListIdentifier,
    TMessageIdentifier, TMessageType, TOutputProtocol, TStructIdentifier, TType,
};

use super::{Protocol, Wire};

/// The output of arguments.
pub(crate) type Out<'a> = dyn TOutputProtocol + 'a;

/// Writes a call's arguments, each as a [`field`].
pub(crate) type Args<'a> = dyn Fn(&mut Out<'_>) -> thrift::Result<()> + Send + Sync + 'a;

/// A call.
#[derive(Clone, Copy)]
pub(crate) struct Request<'a> {
    pub(crate) name: &'static str,
    pub(crate) args: &'a Args<'a>,
}

impl Request<'_> {
    /// Replaces the content of `out` by this call.
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
            BigEndian::write_i32(&mut out[..4], length);
        }
        Ok(())
    }

    fn message(&self, sequence: i32, out: &mut Out<'_>) -> thrift::Result<()> {
        let header = TMessageIdentifier::new(self.name, TMessageType::Call, sequence);
        out.write_message_begin(&header)?;
        out.write_struct_begin(&TStructIdentifier::new(""))?;
        (self.args)(out)?;
        out.write_field_stop()?;
        out.write_struct_end()?;
        out.write_message_end()
    }
}

/// One argument, or one field of a struct.
fn field(
    out: &mut Out<'_>,
    field_type: TType,
    id: i16,
    value: impl FnOnce(&mut Out<'_>) -> thrift::Result<()>,
) -> thrift::Result<()> {
    out.write_field_begin(&TFieldIdentifier {
        name: None,
        field_type,
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

/// A field of a struct.
pub(crate) fn structure_field(
    out: &mut Out<'_>,
    id: i16,
    fields: impl FnOnce(&mut Out<'_>) -> thrift::Result<()>,
) -> thrift::Result<()> {
    field(out, TType::Struct, id, |out| structure(out, fields))
}

/// A field of bytes or text.
pub(crate) fn bytes_field(out: &mut Out<'_>, id: i16, value: &[u8]) -> thrift::Result<()> {
    field(out, TType::String, id, |out| out.write_bytes(value))
}

/// A field of an `i32`.
pub(crate) fn i32_field(out: &mut Out<'_>, id: i16, value: i32) -> thrift::Result<()> {
    field(out, TType::I32, id, |out| out.write_i32(value))
}

/// A field of an `i64`.
pub(crate) fn i64_field(out: &mut Out<'_>, id: i16, value: i64) -> thrift::Result<()> {
    field(out, TType::I64, id, |out| out.write_i64(value))
}

/// A field of a `bool`.
pub(crate) fn bool_field(out: &mut Out<'_>, id: i16, value: bool) -> thrift::Result<()> {
    field(out, TType::Bool, id, |out| out.write_bool(value))
}

/// A field of a list of strings.
pub(crate) fn strings_field<'s>(
    out: &mut Out<'_>,
    id: i16,
    mut values: impl ExactSizeIterator<Item = &'s [u8]>,
) -> thrift::Result<()> {
    list_field(out, id, TType::String, values.len(), |out| {
        values.try_for_each(|value| out.write_bytes(value))
    })
}

/// A field of a list, whose elements `elements` writes.
pub(crate) fn list_field(
    out: &mut Out<'_>,
    id: i16,
    element: TType,
    length: usize,
    elements: impl FnOnce(&mut Out<'_>) -> thrift::Result<()>,
) -> thrift::Result<()> {
    let length = i32::try_from(length);
    let length = length.map_err(|_| thrift::Error::User("a list of over 2^31 elements".into()))?;
    field(out, TType::List, id, |out| {
        out.write_list_begin(&TListIdentifier::new(element, length))?;
        elements(out)?;
        out.write_list_end()
    })
}
