//! One option of an attribute.

use proc_macro2::Span;
use syn::ext::IdentExt;
use syn::parse::ParseStream;
use syn::{Ident, Token, token};

use super::{Place, here, suggest};

/// An option: its name is read, its value is not.
pub(crate) struct Opt<'a> {
    name: Ident,
    place: Place,
    /// What follows the name.
    pub(crate) input: ParseStream<'a>,
}

impl<'a> Opt<'a> {
    pub(super) fn new(name: Ident, place: Place, input: ParseStream<'a>) -> Self {
        Self { name, place, input }
    }

    /// The name as text.
    pub(crate) fn name(&self) -> String {
        self.name.unraw().to_string()
    }

    /// Where the name stands.
    pub(crate) fn span(&self) -> Span {
        self.name.span()
    }

    /// The attribute it stands in, as written.
    pub(crate) fn written(&self) -> &'static str {
        self.place.written()
    }

    /// The attribute it stands in.
    pub(crate) fn place(&self) -> Place {
        self.place
    }

    /// Whether `=` follows.
    pub(crate) fn has_value(&self) -> bool {
        self.input.peek(Token![=])
    }

    /// A mistake at the option's name.
    pub(crate) fn error(&self, message: impl std::fmt::Display) -> syn::Error {
        syn::Error::new(self.span(), message)
    }

    /// Whether it is a word by itself that comes near no option: likely a name without quotes.
    pub(crate) fn is_bare_name(&self) -> bool {
        let alone = self.input.is_empty() || self.input.peek(Token![,]);
        alone && !suggest::is_option(&self.name(), self.place)
    }

    /// The option is none of this place's.
    pub(crate) fn unknown(&self) -> syn::Error {
        self.error(suggest::unknown(&self.name(), self.place))
    }

    /// The option stands alone.
    pub(crate) fn flag(&self) -> syn::Result<()> {
        let name = self.name();
        if self.has_value() || self.input.peek(token::Paren) {
            let message = format!("`{name}` takes no value: write `{name}` alone");
            return Err(here(self.input, message));
        }
        Ok(())
    }

    /// Goes to the value behind `=`; `example` shows one.
    pub(crate) fn value(&self, example: &str) -> syn::Result<()> {
        let needs = format!("`{}` needs a value: write `{example}`", self.name());
        if !self.has_value() {
            return Err(self.error(needs));
        }
        self.input.parse::<Token![=]>()?;
        if self.input.is_empty() || self.input.peek(Token![,]) {
            return Err(self.error(needs));
        }
        Ok(())
    }

    /// Goes to the list in parentheses; `example` shows one.
    pub(crate) fn parens(&self, example: &str) -> syn::Result<()> {
        if self.input.peek(token::Paren) {
            return Ok(());
        }
        Err(self.error(format_args!(
            "`{}` takes a list in parentheses: write `{example}`",
            self.name()
        )))
    }
}
