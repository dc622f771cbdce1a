//! `#[column]`, on a field.

use proc_macro2::Span;
use syn::{Attribute, Path};

use super::Name;
use crate::ast::{DefaultValue, Spanned};
use crate::errors::Sink;
use crate::read::{Entry, Opt, Place, Slot, read_attribute, value};

/// What `#[column]` says.
pub(crate) struct ColumnAttr {
    pub(crate) span: Span,
    pub(crate) name: Name,
    pub(crate) rename: Slot<String>,
    pub(crate) text: Slot<()>,
    pub(crate) json: Slot<()>,
    pub(crate) with: Slot<Path>,
    pub(crate) default: Slot<DefaultValue>,
    pub(crate) skip: Slot<()>,
    pub(crate) counter: Slot<()>,
    pub(crate) flatten: Slot<()>,
    pub(crate) prefix: Slot<String>,
}

impl ColumnAttr {
    pub(crate) fn read(attribute: &Attribute, sink: &Sink) -> Self {
        let mut attr = Self::empty(super::span_of(attribute));
        attr.name.said = Name::is_lost(attribute);
        read_attribute(attribute, Place::Column, sink, |entry| match entry {
            Entry::Literal(literal) => attr.name.take(&literal, Place::Column),
            Entry::Option(opt) => attr.option(&opt),
        });
        attr
    }

    fn empty(span: Span) -> Self {
        Self {
            span,
            name: Name::default(),
            rename: Slot::default(),
            text: Slot::default(),
            json: Slot::default(),
            with: Slot::default(),
            default: Slot::default(),
            skip: Slot::default(),
            counter: Slot::default(),
            flatten: Slot::default(),
            prefix: Slot::default(),
        }
    }

    fn option(&mut self, opt: &Opt<'_>) -> syn::Result<()> {
        match opt.name().as_str() {
            "rename" => self
                .rename
                .fill(opt, |opt| value::text(opt, "rename = \"PEER\"")),
            "text" => self.text.set(opt),
            "json" => self.json.set(opt),
            "with" => self
                .with
                .fill(opt, |opt| value::path(opt, "with = my::module")),
            "default" => self.default.fill(opt, default),
            "skip" => self.skip.set(opt),
            "counter" => self.counter.set(opt),
            "flatten" => self.flatten.set(opt),
            "prefix" => self
                .prefix
                .fill(opt, |opt| value::text(opt, "prefix = \"HOME_\"")),
            _ => Err(self.name.unknown(opt)),
        }
    }

    /// The qualifier that was chosen, by name or by `rename`.
    pub(crate) fn qualifier(&self) -> Option<&Spanned<String>> {
        self.name.get().or(self.rename.spanned())
    }

    /// Whether a qualifier was chosen, be it with a mistake.
    pub(crate) fn is_renamed(&self) -> bool {
        self.name.is_said() || self.rename.said().is_some()
    }
}

// default | default = path
fn default(opt: &Opt<'_>) -> syn::Result<Spanned<DefaultValue>> {
    if opt.has_value() {
        let path = value::path(opt, "default = my::function")?;
        return Ok(Spanned::new(DefaultValue::Function(path.value), path.span));
    }
    opt.flag()?;
    Ok(Spanned::new(DefaultValue::Trait(opt.span()), opt.span()))
}
