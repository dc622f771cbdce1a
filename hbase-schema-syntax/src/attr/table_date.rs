//! `#[table_date]`, on a field.

use proc_macro2::Span;
use syn::{Attribute, Meta};

use crate::errors::Sink;

/// `#[table_date]`, which has no options.
pub(crate) struct TableDateAttr {
    pub(crate) span: Span,
}

impl TableDateAttr {
    pub(crate) fn of(attribute: &Attribute, sink: &Sink) -> Self {
        let span = super::parsed::span_of(attribute);
        if !matches!(attribute.meta, Meta::Path(_)) {
            sink.at(
                span,
                "`#[table_date]` takes no options: write `#[table_date]` alone, and the date's letters in the table's name",
            );
        }
        Self { span }
    }
}
