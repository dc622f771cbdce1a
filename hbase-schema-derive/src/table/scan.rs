//! `CallScan`: the scan builder, with one method per key part.

use hbase_schema_syntax::ast::{Part, Table};
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::spanned::Spanned;

use super::names::{self, Names, local, plain, with_params};
use super::{bounds, encoding, scan_states};

/// The struct itself, which is next to the user's.
pub(crate) fn expand_struct(table: &Table<'_>, names: &Names) -> TokenStream {
    let vis = &table.input.vis;
    let (scan, private) = (&names.scan, &names.private);
    let salt = salt_state(table, private);
    let defaults = [quote!(__P = #private::Start), quote!(__S = #salt)];
    let generics = with_params(&names.generics, &defaults);
    let clause = &names.generics.where_clause;
    let row = names.row_type();
    let doc = format!(
        "Scans rows of [`{}`] by the parts of their key, in order; made by `{}::scan()`.",
        names.row, names.row
    );
    let place = names::declared_at(table.scan_name.as_ref());
    let item = quote_spanned! {place=>
        struct #scan #generics (
            #private::KeyScan,
            #private::PhantomData<fn() -> (#row, __P, __S)>,
        ) #clause;
    };
    quote! {
        #[doc = #doc]
        #[must_use = "a scan does nothing until its rows are read"]
        #[allow(deprecated)]
        #vis #item
    }
}

pub(crate) fn expand(table: &Table<'_>, names: &Names) -> TokenStream {
    let start = start(table, names);
    let parts = of_parts(table, names);
    let salted_by = salted_by(table, names);
    let any_salt = any_salt(table, names);
    let every_state = scan_states::expand(table, names);
    quote! {
        #start
        #parts
        #salted_by
        #any_salt
        #every_state
    }
}

/// The state of the salt at the start.
pub(super) fn salt_state(table: &Table<'_>, hs: &TokenStream) -> TokenStream {
    match table.key.salt.as_ref().map(|salt| salt.value.fan_out()) {
        None => quote!(#hs::Unsalted),
        Some(Some(count)) => quote!(#hs::Pending<#count>),
        Some(None) => quote!(#hs::Wide),
    }
}

/// The state in which the part at `index` is next.
fn position(table: &Table<'_>, index: usize) -> TokenStream {
    if index == 0 {
        quote!(__hs::Start)
    } else if index == table.key.parts.len() {
        quote!(__hs::Done)
    } else {
        quote!(__hs::At<#index>)
    }
}

/// `CallScan<'a, T, P, S>`.
pub(super) fn scan_type(names: &Names, position: &TokenStream, salt: &TokenStream) -> TokenStream {
    let scan = &names.scan;
    let params = names.generics.params.iter().map(|param| match param {
        syn::GenericParam::Lifetime(param) => {
            let lifetime = &param.lifetime;
            quote!(#lifetime)
        }
        syn::GenericParam::Type(param) => {
            let ident = &param.ident;
            quote!(#ident)
        }
        syn::GenericParam::Const(param) => {
            let ident = &param.ident;
            quote!(#ident)
        }
    });
    quote!(#scan<#(#params,)* #position, #salt>)
}

/// The builder without key parts.
pub(super) fn started(table: &Table<'_>, names: &Names) -> TokenStream {
    let salt = salt_state(table, &quote!(__hs));
    scan_type(names, &quote!(__hs::Start), &salt)
}

fn start(table: &Table<'_>, names: &Names) -> TokenStream {
    let vis = &table.input.vis;
    let generics = bounds::add(&names.generics, &bounds::key(table, names));
    let (params, _, clause) = generics.split_for_impl();
    let (row, key) = (names.row_type(), names.key_type());
    let scan = started(table, names);
    let scan_ident = &names.scan;
    let aliases = aliases(table);
    let tokens = table.key.parts.iter().enumerate();
    let tokens = tokens.filter_map(|(index, part)| part_token(vis, index, part, &row));
    quote! {
        #[automatically_derived]
        impl #params #row #clause {
            #(#tokens)*

            /// Starts a scan by the parts of the row key.
            #(#[doc(alias = #aliases)])*
            #[inline]
            #vis fn scan() -> #scan {
                #scan_ident(__hs::KeyScan::new::<#key>(), __hs::PhantomData)
            }
        }
    }
}

/// The constant of a part, for conditions.
fn part_token(
    vis: &syn::Visibility,
    index: usize,
    part: &Part<'_>,
    row: &TokenStream,
) -> Option<TokenStream> {
    let (token, ty) = (part.token.as_ref()?, &part.field.ty);
    let encoding = encoding::closed_in_key(part);
    let doc = format!("The key part `{}`, for conditions.", plain(part.ident));
    Some(quote_spanned! {token.span()=>
        #[doc = #doc]
        #vis const #token: __hs::Part<#row, #ty, #encoding> = __hs::Part::new(#index);
    })
}

/// The names of the key parts: for a function of a part's name, the compiler then names `scan`.
fn aliases(table: &Table<'_>) -> Vec<String> {
    let parts = table.key.parts.iter().map(|part| plain(part.ident));
    let mut aliases: Vec<String> = parts.filter(|name| name != "scan").collect();
    aliases.sort();
    aliases.dedup();
    aliases
}

/// The methods of the parts.
fn of_parts(table: &Table<'_>, names: &Names) -> TokenStream {
    let generics = with_params(
        &names.generics,
        &[quote!(__P), quote!(__S: __hs::SaltState)],
    );
    let generics = bounds::add(&generics, &bounds::key(table, names));
    let (params, _, clause) = generics.split_for_impl();
    let here = scan_type(names, &quote!(__P), &quote!(__S));
    let parts = table.key.parts.iter().enumerate();
    let methods = parts.map(|(index, part)| method(table, names, index, part));
    quote! {
        #[automatically_derived]
        impl #params #here #clause {
            #(#methods)*
        }
    }
}

fn method(table: &Table<'_>, names: &Names, index: usize, part: &Part<'_>) -> TokenStream {
    let vis = &table.input.vis;
    let (ident, ty) = (part.ident, &part.field.ty);
    let arg = local(ident);
    let encoding = encoding::closed_in_key(part);
    let key_arg = quote_spanned!(ty.span()=> __hs::KeyArg<#ty, #encoding>);
    let next = position(table, index + 1);
    let (on_value, on_range) = salt_after(table, index, part);
    let there = scan_type(
        names,
        &quote!(<__A as #key_arg>::After<#next>),
        &quote!(<__A as #key_arg>::Salt<#on_value, #on_range>),
    );
    let doc = format!("Gives the key part `{}`.", plain(ident));
    let scan_ident = &names.scan;
    quote! {
        #[doc = #doc]
        #vis fn #ident<__A: #key_arg>(self, #arg: __A) -> #there
        where
            __P: __hs::Takes<#index>,
        {
            #scan_ident(self.0.part::<#ty, #encoding>(#index, #arg), __hs::PhantomData)
        }
    }
}

/// The states of the salt and of the part's end, after a value and after a range.
fn salt_after(table: &Table<'_>, index: usize, part: &Part<'_>) -> (TokenStream, TokenStream) {
    let (on_value, on_range) = of_salt(table, index, part);
    if part.unseparated.is_some() {
        return (
            quote!(__hs::Loose<#on_value>),
            quote!(__hs::Loose<#on_range>),
        );
    }
    (on_value, on_range)
}

fn of_salt(table: &Table<'_>, index: usize, part: &Part<'_>) -> (TokenStream, TokenStream) {
    let unchanged = (quote!(__S), quote!(__S));
    let Some(salt) = table.key.salt.as_ref().map(|salt| &salt.value) else {
        return unchanged;
    };
    let last = table.key.parts.iter().rposition(|part| part.salt.is_some());
    let Some(text) = part.salt.as_ref().filter(|_| last == Some(index)) else {
        return unchanged;
    };
    let on_value = quote!(<__S as __hs::SaltState>::OnValue<__hs::Known>);
    let on_range = salt.reached_by_range(&text.value).map_or_else(
        || quote!(__S),
        |count| quote!(<__S as __hs::SaltState>::OnRange<__hs::Ranged<#count>>),
    );
    (on_value, on_range)
}

/// The parts that feed the salt may be set ahead of their position.
fn salted_by(table: &Table<'_>, names: &Names) -> TokenStream {
    let marked = feeding(table);
    if marked.is_empty() {
        return TokenStream::new();
    }
    let vis = &table.input.vis;
    let generics = bounds::add(&names.generics, &bounds::key(table, names));
    let (params, _, clause) = generics.split_for_impl();
    let here = scan_type(
        names,
        &quote!(__hs::Start),
        &salt_state(table, &quote!(__hs)),
    );
    let there = scan_type(names, &quote!(__hs::Start), &quote!(__hs::Known));
    let types: Vec<Ident> = (0..marked.len()).map(|n| format_ident!("__A{n}")).collect();
    let values = marked.iter().map(|(_, part)| {
        let (ty, encoding) = (&part.field.ty, encoding::of(part));
        quote_spanned!(ty.span()=> __hs::SingleValue<#ty, #encoding>)
    });
    let args = marked.iter().zip(&types).map(|((_, part), of)| {
        let arg = local(part.ident);
        quote!(#arg: #of)
    });
    let gives = marked.iter().map(|(index, part)| {
        let (arg, ty, encoding) = (local(part.ident), &part.field.ty, encoding::of(part));
        quote!(.salt_part::<#ty, #encoding>(#index, #arg))
    });
    let scan_ident = &names.scan;
    quote! {
        #[automatically_derived]
        impl #params #here #clause {
            /// Sets the parts that feed the salt ahead of their position: the scan then reads one
            /// salt value, and checks these parts of every row.
            #[inline]
            #vis fn salted_by<#(#types: #values),*>(self, #(#args),*) -> #there {
                #scan_ident(self.0 #(#gives)*, __hs::PhantomData)
            }
        }
    }
}

/// The salt may be left open.
fn any_salt(table: &Table<'_>, names: &Names) -> TokenStream {
    let Some(salt) = &table.key.salt else {
        return TokenStream::new();
    };
    let open = salt.value.skipped().map_or_else(
        || quote!(__hs::AnyWideSalt),
        |count| quote!(__hs::AnySalt<#count>),
    );
    let vis = &table.input.vis;
    let (params, _, clause) = names.generics.split_for_impl();
    let here = started(table, names);
    let there = scan_type(names, &quote!(__hs::Gap<__hs::Start>), &open);
    let scan_ident = &names.scan;
    quote! {
        #[automatically_derived]
        impl #params #here #clause {
            /// Leaves the salt open: a skip scan, which jumps to the parts that follow under each
            /// value of the salt. Rows come in the order of the stored keys, by salt first.
            #[inline]
            #vis fn any_salt(self) -> #there {
                #scan_ident(self.0.with_open_salt(), __hs::PhantomData)
            }
        }
    }
}

/// The parts that feed a computed salt, with their indexes.
fn feeding<'t>(table: &'t Table<'_>) -> Vec<(usize, &'t Part<'t>)> {
    let salt = table.key.salt.as_ref();
    if !salt.is_some_and(|salt| salt.value.is_computed()) {
        return Vec::new();
    }
    let parts = table.key.parts.iter().enumerate();
    parts.filter(|(_, part)| part.salt.is_some()).collect()
}
