//! `#[derive(Columns)]`: a group of columns that tables flatten.

mod parts;
mod read;
mod tokens;
mod write;

use hbase_schema_syntax::ast::ColumnGroup;
use proc_macro2::TokenStream;
use quote::quote;
use syn::DeriveInput;

use crate::block;
use crate::table::fallback::crate_path;
use crate::table::names::{private, with_params, without_defaults};
use crate::table::{checks, with_codec};

pub(crate) fn derive(input: &DeriveInput) -> TokenStream {
    match hbase_schema_syntax::parse_columns(input) {
        Ok(group) => expand(&group),
        Err(errors) => {
            let errors = errors.into_compile_error();
            let fallback = fallback(input);
            quote!(#errors #fallback)
        }
    }
}

/// Stand-in impls for a group with errors, so that the tables that flatten it report none.
fn fallback(input: &DeriveInput) -> TokenStream {
    let private = private(crate_path(input, "columns").as_ref());
    let generics = without_defaults(&input.generics);
    let (ident, (params, ty, clause)) = (&input.ident, generics.split_for_impl());
    let read = with_params(&generics, &[quote!('__k)]);
    let (read_params, _, read_clause) = read.split_for_impl();
    let more = [quote!(__R), quote!(const __GROUP: ::core::primitive::usize)];
    let tokens = with_params(&generics, &more);
    let (tokens_params, _, tokens_clause) = tokens.split_for_impl();
    let impls = quote! {
        impl #params __hs::Columns for #ident #ty #clause {
            const COLUMNS: &'static [__hs::ColumnSchema] = &[];

            fn write_columns(&self, _: &mut __hs::CellWriter<'_>) {
                ::core::unreachable!()
            }
        }

        impl #tokens_params __hs::GroupTokens<__R, __GROUP> for #ident #ty #tokens_clause {
            type Tokens = ();
            const TOKENS: () = ();
        }

        impl #read_params __hs::FromColumns<'__k> for #ident #ty #read_clause {
            fn from_columns(_: &__hs::RowCells<'__k>) -> __hs::Result<Self, __hs::RowError> {
                ::core::unreachable!()
            }
        }
    };
    block::of_stand_ins(&private, &[impls])
}

fn expand(group: &ColumnGroup<'_>) -> TokenStream {
    let private = private(group.crate_path.as_ref());
    let generics = without_defaults(&group.input.generics);
    block::of_impls(
        &private,
        &[
            with_codec::expand(&group.columns, &generics),
            checks::columns(&group.columns, &generics),
            write::expand(group, &generics),
            read::expand(group, &generics),
            tokens::expand(group, &generics),
        ],
    )
}
