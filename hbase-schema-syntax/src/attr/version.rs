//! `#[version]`, on a field.

use proc_macro2::Span;
use syn::{Attribute, Meta};

use crate::errors::Sink;

/// `#[version]`, which has no options.
pub(crate) struct VersionAttr {
    pub(crate) span: Span,
}

impl VersionAttr {
    pub(crate) fn of(attribute: &Attribute, sink: &Sink) -> Self {
        let span = super::parsed::span_of(attribute);
        if !matches!(attribute.meta, Meta::Path(_)) {
            sink.at(
                span,
                "`#[version]` takes no options: write `#[version]` alone, and the column's name and codec in `#[column]`",
            );
        }
        Self { span }
    }
}
