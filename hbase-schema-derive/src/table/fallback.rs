//! What is generated where the struct has mistakes: enough that code that uses it does not add a
//! second error to each.

use proc_macro2::TokenStream;
use syn::DeriveInput;

pub(crate) fn expand(_input: &DeriveInput) -> TokenStream {
    TokenStream::new()
}
