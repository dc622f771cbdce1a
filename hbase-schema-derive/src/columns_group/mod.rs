//! `#[derive(Columns)]`: a group of columns that tables flatten.

mod read;
mod write;

use hbase_schema_syntax::ast::ColumnGroup;
use proc_macro2::TokenStream;
use quote::quote;
use syn::{DeriveInput, Generics};

use crate::table::names::{private, without_defaults};
use crate::table::{checks, with_codec};

pub(crate) fn derive(input: &DeriveInput) -> TokenStream {
    match hbase_schema_syntax::parse_columns(input) {
        Ok(group) => expand(&group),
        Err(errors) => errors.into_compile_error(),
    }
}

fn expand(group: &ColumnGroup<'_>) -> TokenStream {
    let private = private(group.crate_path.as_ref());
    let generics = without_defaults(&group.input.generics);
    let codecs = with_codec::expand(&group.columns);
    let checks = checks::columns(&group.columns, &generics);
    let write = write::expand(group, &generics);
    let read = read::expand(group, &generics);
    quote! {
        #[doc(hidden)]
        #[allow(non_upper_case_globals, unused_qualifications, clippy::all, clippy::pedantic)]
        const _: () = {
            use #private::{self as __hs, NotAsked as _};
            #codecs
            #checks
            #write
            #read
        };
    }
}

/// `Audit<'a, T>`.
fn group_type(group: &ColumnGroup<'_>, generics: &Generics) -> TokenStream {
    let (ident, (_, ty, _)) = (&group.input.ident, generics.split_for_impl());
    quote!(#ident #ty)
}

/// The schema of the column with this number, as an expression within an impl of the group.
fn schema_of(index: usize) -> TokenStream {
    quote!(&<Self as __hs::Columns>::COLUMNS[#index])
}
