//! Blocks of generated impls: the runtime's names are in scope, and lints of the user's crate are off.
//!
//! Generated code has no `#[diagnostic]` attributes: tool attributes do not resolve without a prelude. Messages are on
//! the traits of the runtime.

use proc_macro2::TokenStream;
use quote::quote;

/// The impls of an accepted struct. `private` is the runtime's module `__private`.
pub(crate) fn of_impls(private: &TokenStream, impls: &[TokenStream]) -> TokenStream {
    quote! {
        #[doc(hidden)]
        #[allow(
            dead_code,
            non_upper_case_globals,
            unused_lifetimes,
            unused_qualifications,
            deprecated,
            private_bounds,
            private_interfaces,
            clippy::all,
            clippy::pedantic
        )]
        const _: () = {
            use #private::{self as __hs, Unchecked as _};
            #(#impls)*
        };
    }
}

/// The stand-in impls of a rejected struct: only the struct's own errors are to be reported.
pub(crate) fn of_stand_ins(private: &TokenStream, impls: &[TokenStream]) -> TokenStream {
    quote! {
        #[doc(hidden)]
        #[allow(warnings, clippy::all, clippy::pedantic)]
        const _: () = {
            use #private as __hs;
            #(#impls)*
        };
    }
}
