//! Where the change of a struct since it was locked is reported: at its field.

use hbase_schema_syntax::ast::Table;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};

use super::names::{Names, with_params};

/// `impl Declared` and `impl AtField`. Neither has bounds on the fields' types, which would cost the compiler more than the rest.
pub(crate) fn expand(table: &Table<'_>, names: &Names) -> TokenStream {
    let found = Ident::new("__found", Span::call_site());
    let parts = table.key.parts.iter().map(|part| part.ident);
    let fields = parts.chain(table.columns.iter().map(|column| column.ident));
    let reports = fields
        .zip(1_usize..)
        .map(|(field, number)| quote_spanned!(field.span()=> __hs::lock::report(#found, #number);));
    let rest = quote_spanned!(table.input.ident.span()=> __hs::lock::report(#found, 0usize));
    let generics = with_params(&names.generics, &[quote!(__F: __hs::lock::Found)]);
    let (params, _, clause) = generics.split_for_impl();
    let row = names.row_type();
    let (of, _, declared) = names.generics.split_for_impl();
    quote! {
        #[automatically_derived]
        impl #of __hs::lock::Declared for #row #declared {}

        #[automatically_derived]
        impl #params __hs::lock::AtField<__F> for #row #clause {
            const REPORT: () = {
                let #found = &<__F as __hs::lock::Found>::FINDING;
                #(#reports)*
                #rest
            };
        }
    }
}
