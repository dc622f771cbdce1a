//! What generated code does with a `Result`: it returns the error, by a `match`.
//!
//! `?` would cost the compiler more time than the rest of a field's statement: it is two calls of trait methods.

use proc_macro2::{Span, TokenStream};
use quote::quote_spanned;

/// The value of a call, or the return of its error, which has the type of the function's errors.
pub(crate) fn value_of(span: Span, call: &TokenStream) -> TokenStream {
    quote_spanned! {span=>
        match #call {
            __hs::Ok(__value) => __value,
            __hs::Err(__error) => return __hs::Err(__error),
        }
    }
}

/// The statement of a call without a value.
pub(crate) fn done(span: Span, call: &TokenStream) -> TokenStream {
    quote_spanned! {span=>
        if let __hs::Err(__error) = #call {
            return __hs::Err(__error);
        }
    }
}
