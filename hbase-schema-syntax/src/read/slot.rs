//! A place for one option's value.

use proc_macro2::Span;

use super::Opt;
use crate::ast::Spanned;

/// An option that may be said once.
///
/// One that was said with a mistake counts as said: no rule shall add that it is missing.
pub(crate) struct Slot<T> {
    said: Option<Span>,
    value: Option<Spanned<T>>,
}

impl<T> Default for Slot<T> {
    fn default() -> Self {
        Self {
            said: None,
            value: None,
        }
    }
}

impl<T> Slot<T> {
    /// Takes the option's value; refuses a second one.
    pub(crate) fn fill(
        &mut self,
        opt: &Opt<'_>,
        read: impl FnOnce(&Opt<'_>) -> syn::Result<Spanned<T>>,
    ) -> syn::Result<()> {
        if self.said.is_some() {
            return Err(opt.error(format_args!(
                "duplicate option `{}` in {}: say it once",
                opt.name(),
                opt.written()
            )));
        }
        self.said = Some(opt.span());
        self.value = Some(read(opt)?);
        Ok(())
    }

    /// Where the option's name stands, if it was said.
    pub(crate) fn said(&self) -> Option<Span> {
        self.said
    }

    /// Its value, where it was said without a mistake.
    pub(crate) fn get(&self) -> Option<&T> {
        self.value.as_ref().map(|v| &v.value)
    }

    /// Its value and where that stands.
    pub(crate) fn spanned(&self) -> Option<&Spanned<T>> {
        self.value.as_ref()
    }

    /// Whether it was said, but with a mistake.
    pub(crate) fn is_broken(&self) -> bool {
        self.said.is_some() && self.value.is_none()
    }
}

impl Slot<()> {
    /// Takes an option that stands alone.
    pub(crate) fn set(&mut self, opt: &Opt<'_>) -> syn::Result<()> {
        self.fill(opt, |opt| {
            opt.flag()?;
            Ok(Spanned::new((), opt.span()))
        })
    }
}

impl<T: Clone> Slot<T> {
    /// A copy of the value.
    pub(crate) fn cloned(&self) -> Option<T> {
        self.get().cloned()
    }
}
