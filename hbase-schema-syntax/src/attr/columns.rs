//! `#[columns]`, on a group of columns.

use proc_macro2::Span;
use syn::Attribute;

use super::NamingAttr;
use crate::errors::Sink;
use crate::read::{Entry, Place, read_attribute};

/// What `#[columns]` says.
pub(crate) struct ColumnsAttr {
    pub(crate) span: Span,
    pub(crate) naming: NamingAttr,
}

impl ColumnsAttr {
    pub(crate) fn read(attribute: &Attribute, sink: &Sink) -> Self {
        let mut attr = Self {
            span: super::span_of(attribute),
            naming: NamingAttr::default(),
        };
        let place = Place::Columns;
        read_attribute(attribute, place, sink, |entry| match entry {
            Entry::Literal(literal) => Err(super::no_literal(&literal, place)),
            Entry::Option(opt) => attr.naming.take(&opt).unwrap_or_else(|| Err(opt.unknown())),
        });
        attr
    }
}
