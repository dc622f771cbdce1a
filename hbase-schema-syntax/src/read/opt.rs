//! One option of an attribute.

use proc_macro2::Span;
use syn::ext::IdentExt;
use syn::parse::ParseStream;
use syn::{Ident, Token, token};

use super::{OptionSet, here};

/// An option whose name is parsed, and whose value is not.
pub(crate) struct Opt<'a> {
    name: Ident,
    /// The attribute or list that contains the option.
    pub(crate) set: OptionSet,
    /// The attributes that have the option, if `set` does not.
    pub(crate) others: &'static [OptionSet],
    /// The tokens after the name.
    pub(crate) input: ParseStream<'a>,
}

impl<'a> Opt<'a> {
    pub(super) fn new(
        name: Ident,
        set: OptionSet,
        others: &'static [OptionSet],
        input: ParseStream<'a>,
    ) -> Self {
        Self {
            name,
            set,
            others,
            input,
        }
    }

    /// The name as text.
    pub(crate) fn name(&self) -> String {
        self.name.unraw().to_string()
    }

    /// The span of the name.
    pub(crate) fn span(&self) -> Span {
        self.name.span()
    }

    /// An example of the option; empty if the set does not have it.
    pub(crate) fn example(&self) -> &'static str {
        self.set.find(&self.name()).map_or("", |spec| spec.example)
    }

    /// Whether `=` follows.
    pub(crate) fn has_value(&self) -> bool {
        self.input.peek(Token![=])
    }

    /// Whether `=` and a word follow.
    pub(crate) fn has_word(&self) -> bool {
        self.has_value() && self.input.peek2(Ident)
    }

    /// Whether nothing follows before the next comma.
    pub(crate) fn is_alone(&self) -> bool {
        self.input.is_empty() || self.input.peek(Token![,])
    }

    /// An error at the option's name.
    pub(crate) fn error(&self, message: impl std::fmt::Display) -> syn::Error {
        syn::Error::new(self.span(), message)
    }

    /// Expects the option without a value.
    pub(crate) fn flag(&self) -> syn::Result<()> {
        let name = self.name();
        if self.has_value() || self.input.peek(token::Paren) {
            let message = format!("`{name}` takes no value: write `{name}` alone");
            return Err(here(self.input, message));
        }
        Ok(())
    }

    /// Parses `=`, before the value.
    pub(crate) fn value(&self) -> syn::Result<()> {
        let needs = format!(
            "`{}` needs a value: write `{}`",
            self.name(),
            self.example()
        );
        if !self.has_value() {
            return Err(self.error(needs));
        }
        self.input.parse::<Token![=]>()?;
        if self.is_alone() {
            return Err(self.error(needs));
        }
        Ok(())
    }

    /// Expects a list in parentheses.
    pub(crate) fn parens(&self) -> syn::Result<()> {
        if self.input.peek(token::Paren) {
            return Ok(());
        }
        Err(self.error(format_args!(
            "`{}` takes a list in parentheses: write `{}`",
            self.name(),
            self.example()
        )))
    }
}
