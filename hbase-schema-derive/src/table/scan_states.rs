//! The impls of the scan builder in its other states: at the start, and in any.

use hbase_schema_syntax::ast::Table;
use proc_macro2::TokenStream;
use quote::quote;

use super::names::{Names, plain, with_params};
use super::scan::{salt_state, scan_type, started};

pub(super) fn expand(table: &Table<'_>, names: &Names) -> TokenStream {
    let whole_table = whole_table(table, names);
    let std_traits = std_traits(names);
    let ranges = ranges(table, names);
    quote! {
        #whole_table
        #std_traits
        #ranges
    }
}

/// `all`, before any part.
fn whole_table(table: &Table<'_>, names: &Names) -> TokenStream {
    let (vis, row, scan_ident) = (&table.input.vis, names.row_type(), &names.scan);
    let fresh = started(table, names);
    let whole = scan_type(names, &quote!(__hs::All), &salt_state(table, &quote!(__hs)));
    let (row_params, _, row_clause) = names.generics.split_for_impl();
    let at_start = with_params(&names.generics, &[quote!(__S)]);
    let (start_params, _, start_clause) = at_start.split_for_impl();
    let here = scan_type(names, &quote!(__hs::Start), &quote!(__S));
    let all = scan_type(names, &quote!(__hs::All), &quote!(__S));
    quote! {
        #[automatically_derived]
        impl #row_params __hs::ScanStart for #fresh #row_clause {
            type Row = #row;
            type All = #whole;

            #[inline]
            fn all(self) -> #whole {
                #scan_ident(self.0.whole_table(), __hs::PhantomData)
            }
        }

        #[automatically_derived]
        impl #start_params #here #start_clause {
            /// Selects all rows: of the whole table, or with the salt that `salted_by` set. A whole
            /// salted table is read in the order of its stored keys, by salt first.
            #vis fn all(self) -> #all {
                #scan_ident(self.0.whole_table(), __hs::PhantomData)
            }
        }
    }
}

/// `Clone` and `Debug`, without bounds on the states.
fn std_traits(names: &Names) -> TokenStream {
    let scan_ident = &names.scan;
    let generics = with_params(&names.generics, &[quote!(__P), quote!(__S)]);
    let (params, _, clause) = generics.split_for_impl();
    let any = scan_type(names, &quote!(__P), &quote!(__S));
    quote! {
        #[automatically_derived]
        impl #params __hs::Clone for #any #clause {
            fn clone(&self) -> Self {
                #scan_ident(__hs::Clone::clone(&self.0), __hs::PhantomData)
            }
        }

        #[automatically_derived]
        impl #params __hs::fmt::Debug for #any #clause {
            fn fmt(&self, __f: &mut __hs::fmt::Formatter<'_>) -> __hs::fmt::Result {
                __hs::fmt::Debug::fmt(&self.0, __f)
            }
        }
    }
}

/// `matching`, unless a part has this name: then the trait's method is called by its path.
fn matching(table: &Table<'_>, row: &TokenStream) -> Option<TokenStream> {
    let vis = &table.input.vis;
    let mut parts = table.key.parts.iter();
    let is_free = parts.all(|part| plain(part.ident) != "matching");
    is_free.then(|| {
        quote! {
            /// Selects only rows whose key parts match a condition; see `KeyQuery::matching`.
            #vis fn matching(
                self,
                __condition: __hs::KeyCondition<#row>,
            ) -> __hs::MatchingQuery<Self>
            where
                __P: __hs::Scannable<__S>,
            {
                __hs::KeyQuery::matching(self, __condition)
            }
        }
    })
}

/// The ranges, in any state that has them.
fn ranges(table: &Table<'_>, names: &Names) -> TokenStream {
    let (vis, row) = (&table.input.vis, names.row_type());
    let any_params = with_params(&names.generics, &[quote!(__P), quote!(__S)]);
    let (any_params, _, any_clause) = any_params.split_for_impl();
    let scannable = [quote!(__P: __hs::Scannable<__S>), quote!(__S)];
    let scannable = with_params(&names.generics, &scannable);
    let (params, _, clause) = scannable.split_for_impl();
    let any = scan_type(names, &quote!(__P), &quote!(__S));
    let matching = matching(table, &row);
    quote! {
        #[automatically_derived]
        impl #any_params #any #any_clause {
            #matching

            /// The ranges of rows that the scan reads, with their cost in their type.
            #vis fn ranges<__C: __hs::Cost>(
                self,
            ) -> __hs::Result<__hs::KeyRanges<#row, __C>, __hs::KeyError>
            where
                __P: __hs::Scannable<__S, Cost = __C>,
            {
                self.0.into_ranges()
            }
        }

        #[automatically_derived]
        impl #params __hs::KeyQuery for #any #clause {
            type Row = #row;
            type Cost = __P::Cost;

            fn into_ranges(
                self,
            ) -> __hs::Result<__hs::KeyRanges<#row, __P::Cost>, __hs::KeyError> {
                self.0.into_ranges()
            }
        }
    }
}
