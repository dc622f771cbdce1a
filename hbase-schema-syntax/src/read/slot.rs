//! The value of one option.

use proc_macro2::Span;

use super::Opt;
use crate::ast::Spanned;

/// An option that may be set once.
///
/// One that was set with an error counts as set, so that no rule adds that it is missing.
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
    /// Reads the option's value; a second one is an error.
    pub(crate) fn fill(
        &mut self,
        opt: &Opt<'_>,
        read: impl FnOnce(&Opt<'_>) -> syn::Result<Spanned<T>>,
    ) -> syn::Result<()> {
        if self.is_set() {
            return Err(opt.error(format_args!(
                "duplicate option `{}` in {}: say it once",
                opt.name(),
                opt.set.written
            )));
        }
        self.span = Some(opt.span());
        self.value = Some(read(opt)?);
        Ok(())
    }

    /// The span of the option's name, if it was set.
    pub(crate) fn span(&self) -> Option<Span> {
        self.span
    }

    /// Whether it was set, with or without an error.
    pub(crate) fn is_set(&self) -> bool {
        self.span.is_some()
    }

    /// Its value, if it was set without an error.
    pub(crate) fn get(&self) -> Option<&T> {
        self.value.as_ref().map(|v| &v.value)
    }

    /// Its value with the value's span.
    pub(crate) fn spanned(&self) -> Option<&Spanned<T>> {
        self.value.as_ref()
    }

    /// Whether it was set with an error.
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
