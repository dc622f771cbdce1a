//! `#[timestamp]`, on a field.

use proc_macro2::Span;
use syn::{Attribute, Meta};

use crate::errors::Sink;

/// `#[timestamp]`, which has no options.
pub(crate) struct TimestampAttr {
    pub(crate) span: Span,
}

impl TimestampAttr {
    pub(crate) fn of(attribute: &Attribute, sink: &Sink) -> Self {
        let span = super::span_of(attribute);
        if !matches!(attribute.meta, Meta::Path(_)) {
            sink.at(
                span,
                "`#[timestamp]` takes no options: write `#[timestamp]` alone",
            );
        }
        Self { span }
    }
}
