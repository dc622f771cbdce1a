//! Thrift messages as bytes: the crate `thrift` encodes calls; replies are parsed in place, so that a
//! row's cells are copied once.

mod compound;
mod cursor;
mod message;
mod reply;
mod request;
mod rows;
mod values;

pub(crate) use cursor::{Cursor, Field, Parse, ParseError, WireType};
pub(crate) use message::MessageFinder;
pub(crate) use reply::{Reply, parse_reply};
pub(crate) use request::{
    Args, Out, Request, bool_field, bytes_field, i32_field, i64_field, list_field, strings_field,
    structure, structure_field,
};
pub(crate) use rows::{one_row, rows};
pub(crate) use values::{
    ColumnDescriptor, descriptors, flag, long, nothing, number, regions, text, texts, versions,
};

/// The encoding of values.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Protocol {
    #[default]
    Binary,
    Compact,
}

/// A gateway's protocol and transport.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Wire {
    pub(crate) protocol: Protocol,
    /// Whether each message is preceded by its length.
    pub(crate) framed: bool,
}

impl Wire {
    /// `buffered transport, binary protocol`
    pub(crate) fn describe(self) -> &'static str {
        match (self.framed, self.protocol) {
            (false, Protocol::Binary) => "buffered transport, binary protocol",
            (false, Protocol::Compact) => "buffered transport, compact protocol",
            (true, Protocol::Binary) => "framed transport, binary protocol",
            (true, Protocol::Compact) => "framed transport, compact protocol",
        }
    }
}

#[cfg(test)]
mod tests;
