//! A parsed attribute.

use proc_macro2::Span;
use syn::{Attribute, Meta};

use super::name::Name;
use super::options::Options;
use super::unknown::{no_literal, unknown};
use crate::errors::Sink;
use crate::read::{Entry, OptionSet, TakesName, read_attribute};

/// An attribute with its options.
pub(crate) struct Attr<O> {
    /// The span of the attribute's name, for errors about the whole attribute.
    pub(crate) span: Span,
    /// The unnamed argument, for attributes that take one.
    pub(crate) name: Name,
    /// Whether the attribute has no arguments.
    pub(crate) is_empty: bool,
    /// The span of the first option.
    pub(crate) first_option: Option<Span>,
    pub(crate) options: O,
}

impl<O: Options> Attr<O> {
    /// Parses the attribute; a word that is not one of its options may be one of `others`.
    pub(super) fn read(
        attribute: &Attribute,
        set: OptionSet,
        others: &'static [OptionSet],
        sink: &Sink,
    ) -> Self {
        let mut attr = Self {
            span: span_of(attribute),
            name: Name::of(attribute),
            is_empty: is_empty(&attribute.meta),
            first_option: None,
            options: O::default(),
        };
        read_attribute(attribute, set, others, sink, |entry| match entry {
            Entry::Literal(literal) if set.takes_name != TakesName::No => {
                attr.name.take(&literal, set)
            }
            Entry::Literal(literal) => Err(no_literal(&literal, set)),
            Entry::Option(opt) => {
                attr.first_option.get_or_insert(opt.span());
                let taken = attr.options.take(&opt);
                taken.unwrap_or_else(|| {
                    let takes_name = set.takes_name != TakesName::No;
                    let name = Some(&mut attr.name).filter(|_| takes_name);
                    Err(name.map_or_else(|| unknown(&opt), |name| name.or_unknown(&opt)))
                })
            }
        });
        attr
    }
}

fn is_empty(meta: &Meta) -> bool {
    match meta {
        Meta::Path(_) => true,
        Meta::List(list) => list.tokens.is_empty(),
        Meta::NameValue(_) => false,
    }
}

/// The span of an attribute's name.
pub(super) fn span_of(attribute: &Attribute) -> Span {
    let name = attribute.path().get_ident();
    name.map_or_else(Span::call_site, syn::Ident::span)
}
