//! All errors of one struct.

use std::cell::RefCell;
use std::fmt::{self, Display};

use proc_macro2::{Span, TokenStream};

/// The errors of one struct; at least one.
#[derive(Clone, Debug)]
pub struct Errors {
    first: syn::Error,
    rest: Vec<syn::Error>,
}

impl Errors {
    /// Each error, in the order found.
    pub fn iter(&self) -> impl Iterator<Item = &syn::Error> {
        std::iter::once(&self.first).chain(&self.rest)
    }

    /// All errors combined, for `syn::Result`.
    pub fn into_syn(self) -> syn::Error {
        let mut all = self.first;
        all.extend(self.rest);
        all
    }

    /// One `compile_error!` for each error, at its span.
    pub fn into_compile_error(self) -> TokenStream {
        self.into_syn().into_compile_error()
    }
}

impl From<Errors> for syn::Error {
    fn from(errors: Errors) -> Self {
        errors.into_syn()
    }
}

impl Display for Errors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Display::fmt(&self.first, f)?;
        self.rest.iter().try_for_each(|e| write!(f, "\n{e}"))
    }
}

impl std::error::Error for Errors {}

/// Collects the errors of all stages, which continue after each. Only [`collect`] creates one, and
/// it returns the errors, so that no stage can lose them.
#[derive(Default)]
pub(crate) struct Sink(RefCell<Vec<syn::Error>>);

impl Sink {
    /// Adds an error at a token.
    pub(crate) fn at(&self, span: Span, message: impl Display) {
        self.push(syn::Error::new(span, message));
    }

    /// Adds the errors of a parser, which `syn` may have combined into one.
    pub(crate) fn push(&self, error: syn::Error) {
        self.0.borrow_mut().extend(error);
    }

    /// Returns the value, or adds the error and returns `None`.
    pub(crate) fn ok<T>(&self, result: syn::Result<T>) -> Option<T> {
        result.map_err(|e| self.push(e)).ok()
    }

    /// Whether there are no errors yet.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.borrow().is_empty()
    }
}

/// Runs the stages; returns their result, or all errors.
pub(crate) fn collect<T>(run: impl FnOnce(&Sink) -> Option<T>) -> Result<T, Errors> {
    let sink = Sink::default();
    let value = run(&sink);
    let mut found = sink.0.into_inner().into_iter();
    match (found.next(), value) {
        (None, Some(value)) => Ok(value),
        (first, _) => Err(Errors {
            first: first.unwrap_or_else(unexplained),
            rest: found.collect(),
        }),
    }
}

fn unexplained() -> syn::Error {
    syn::Error::new(
        Span::call_site(),
        "this struct was rejected without a reason: please report it as a bug in hbase-schema",
    )
}
