//! The value of one option.

use proc_macro2::Span;

use super::Opt;
use crate::ast::Spanned;

/// An option that may be set at most once.
///
/// An option with an invalid value counts as set, so that no rule reports it as missing.
pub(crate) struct Slot<T> {
    span: Option<Span>,
    value: Option<Spanned<T>>,
}

impl<T> Default for Slot<T> {
    fn default() -> Self {
        Self {
            span: None,
            value: None,
        }
    }
}

impl<T> Slot<T> {
    /// Parses the option's value; a second one is an error.
    pub(crate) fn fill(
        &mut self,
        opt: &Opt<'_>,
        read: impl FnOnce(&Opt<'_>) -> syn::Result<Spanned<T>>,
    ) -> syn::Result<()> {
        if self.is_set() {
            return Err(opt.error(format_args!(
                "duplicate option `{}` in {}: write it once",
                opt.name(),
                opt.set.written
            )));
        }
        self.span = Some(opt.span());
        self.value = Some(read(opt)?);
        Ok(())
    }

    /// The span of the option's name, if it is set.
    pub(crate) fn span(&self) -> Option<Span> {
        self.span
    }

    /// Whether the option is set, valid or not.
    pub(crate) fn is_set(&self) -> bool {
        self.span.is_some()
    }

    /// The value, if it is valid.
    pub(crate) fn get(&self) -> Option<&T> {
        self.value.as_ref().map(|v| &v.value)
    }

    /// The value with its span.
    pub(crate) fn spanned(&self) -> Option<&Spanned<T>> {
        self.value.as_ref()
    }

    /// Whether the option is set and invalid.
    pub(crate) fn is_broken(&self) -> bool {
        self.is_set() && self.value.is_none()
    }
}

impl<T: Clone> Slot<T> {
    /// A copy of the value.
    pub(crate) fn cloned(&self) -> Option<T> {
        self.get().cloned()
    }
}
