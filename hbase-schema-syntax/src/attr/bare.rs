//! Attributes without options: `#[table_date]` and `#[version]`, on a field.

use proc_macro2::Span;
use syn::{Attribute, Meta};

use crate::errors::Sink;

/// An attribute that has no options.
pub(crate) struct BareAttr {
    pub(crate) span: Span,
}

impl BareAttr {
    /// Parses `#[table_date]`.
    pub(crate) fn table_date(attribute: &Attribute, sink: &Sink) -> Self {
        Self::read(
            attribute,
            "`#[table_date]` takes no options: write `#[table_date]` alone, and the date's letters in the table's name",
            sink,
        )
    }

    /// Parses `#[version]`.
    pub(crate) fn version(attribute: &Attribute, sink: &Sink) -> Self {
        Self::read(
            attribute,
            "`#[version]` takes no options: write `#[version]` alone, and the column's name and codec in `#[column]`",
            sink,
        )
    }

    fn read(attribute: &Attribute, message: &str, sink: &Sink) -> Self {
        let span = super::parsed::span_of(attribute);
        if !matches!(attribute.meta, Meta::Path(_)) {
            sink.at(span, message);
        }
        Self { span }
    }
}
