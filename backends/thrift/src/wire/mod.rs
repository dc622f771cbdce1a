//! Thrift's messages as bytes: requests are written with the crate `thrift`, answers are read in
//! place, so that a row's cells are copied once.

mod answer;
mod cursor;
mod request;
mod rows;
mod values;
mod whole;

pub(crate) use answer::{Reply, open};
pub(crate) use cursor::{Cursor, Kind, Stop};
pub(crate) use request::{
    Args, Out, Request, bool_field, bytes_field, field, i32_field, length, strings, strings_field,
    structure,
};
pub(crate) use rows::{one_row, rows};
pub(crate) use values::{
    Described, descriptors, flag, long, nothing, number, regions, text, texts, versions,
};
pub(crate) use whole::Whole;

/// How values become bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Protocol {
    #[default]
    Binary,
    Compact,
}

/// Protocol and transport of a gateway.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Wire {
    pub(crate) protocol: Protocol,
    /// Whether each message has its length in front.
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
