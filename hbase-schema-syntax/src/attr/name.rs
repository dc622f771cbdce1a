//! The unnamed argument of an attribute, a name: `#[family("D1")]`.

use syn::{Attribute, Lit, MacroDelimiter, Meta};

use super::unknown::{is_near_option, unknown};
use crate::ast::{Qualifier, Spanned};
use crate::read::{Opt, OptionSet, TakesName, among};

/// The unnamed argument of an attribute, at most one.
#[derive(Default)]
pub(crate) struct Name {
    text: Option<Spanned<String>>,
    bytes: Option<Spanned<Vec<u8>>>,
    is_set: bool,
}

impl Name {
    /// The name of an attribute that is parsed next. If its syntax is not `#[attribute(…)]`, which
    /// is a separate error, the name counts as set.
    pub(super) fn of(attribute: &Attribute) -> Self {
        let is_set = match &attribute.meta {
            Meta::Path(_) => false,
            Meta::List(list) => !matches!(list.delimiter, MacroDelimiter::Paren(_)),
            Meta::NameValue(_) => true,
        };
        Self {
            is_set,
            ..Self::default()
        }
    }

    pub(super) fn take(&mut self, literal: &Lit, set: OptionSet) -> syn::Result<()> {
        if self.is_set {
            let message = format!("{} takes one name: this is a second one", set.written);
            return Err(syn::Error::new(literal.span(), message));
        }
        self.is_set = true;
        if let (Lit::ByteStr(name), TakesName::TextOrBytes) = (literal, set.takes_name) {
            self.bytes = Some(Spanned::new(name.value(), name.span()));
            return Ok(());
        }
        let Lit::Str(name) = literal else {
            let message = format!(
                "{} takes a name in quotes: write `{}`",
                set.written, set.example
            );
            return Err(syn::Error::new(literal.span(), message));
        };
        self.text = Some(Spanned::new(name.value(), name.span()));
        Ok(())
    }

    /// The error for a word that is not an option: a name without its quotes, or unknown.
    pub(super) fn or_unknown(&mut self, opt: &Opt<'_>) -> syn::Error {
        let name = opt.name();
        let is_bare_name = opt.is_alone() && !is_near_option(opt);
        if self.is_set || !is_bare_name {
            // `name = "D1"` also sets the name, in another syntax.
            self.is_set |= name == "name";
            return unknown(opt);
        }
        self.is_set = true;
        let written = opt.set.written;
        let names = opt.set.names();
        if names.is_empty() {
            return opt.error(format_args!(
                "{written} takes a name in quotes: write `\"{name}\"` if it is one"
            ));
        }
        opt.error(format_args!(
            "`{name}` is not an option of {written}: write `\"{name}\"` if it is a name, or {}",
            among(&names)
        ))
    }

    /// The name, if it was set without an error.
    pub(crate) fn get(&self) -> Option<&Spanned<String>> {
        self.text.as_ref()
    }

    /// The name as bytes, text or not, if it was set without an error.
    pub(crate) fn to_qualifier(&self) -> Option<Spanned<Qualifier>> {
        let bytes = self.bytes.clone().map(|name| name.map(Qualifier::from));
        bytes.or_else(|| Some(self.text.clone()?.map(Qualifier::from)))
    }

    /// Whether it is a literal of bytes, as in `b"\x80\x0B"`.
    pub(crate) fn is_in_bytes(&self) -> bool {
        self.bytes.is_some()
    }

    /// Whether it was set, with or without an error.
    pub(crate) fn is_set(&self) -> bool {
        self.is_set
    }
}
