//! The names of generated items, and their generics.

use std::collections::BTreeSet;

use hbase_schema_syntax::ast::Table;
use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote};
use syn::punctuated::Punctuated;
use syn::{DeriveInput, GenericParam, Generics, Path, parse_quote};

/// The names of the items generated for one struct.
pub(crate) struct Names {
    /// The struct itself.
    pub(crate) row: Ident,
    /// `CallKey`.
    pub(crate) key: Ident,
    /// `CallScan`.
    pub(crate) scan: Ident,
    /// `::hbase_schema::__private`.
    pub(crate) private: TokenStream,
    /// The struct's generics, without defaults.
    pub(crate) generics: Generics,
    /// Those of them that the key's fields name.
    pub(crate) key_generics: Generics,
}

impl Names {
    pub(crate) fn new(table: &Table<'_>) -> Self {
        let parts = table.key.parts.iter().map(|part| &part.field.ty);
        let date = table.date.iter().map(|date| &date.field.ty);
        let key_types = date.chain(parts);
        let mut names = Self::of(table.input, key_types, table.crate_path.as_ref());
        names.key = table.key_name.clone().unwrap_or(names.key);
        names.scan = table.scan_name.clone().unwrap_or(names.scan);
        names
    }

    /// The names for a struct whose key has these types.
    pub(crate) fn of<'t>(
        input: &DeriveInput,
        key_types: impl Iterator<Item = &'t syn::Type>,
        crate_path: Option<&Path>,
    ) -> Self {
        let row = input.ident.clone();
        let generics = without_defaults(&input.generics);
        Self {
            key: format_ident!("{}Key", row, span = row.span()),
            scan: format_ident!("{}Scan", row, span = row.span()),
            private: private(crate_path),
            key_generics: used_by(&generics, key_types),
            generics,
            row,
        }
    }

    /// `Call<'a, T>`.
    pub(crate) fn row_type(&self) -> TokenStream {
        let (row, (_, ty, _)) = (&self.row, self.generics.split_for_impl());
        quote!(#row #ty)
    }

    /// `CallKey<'a>`.
    pub(crate) fn key_type(&self) -> TokenStream {
        let (key, (_, ty, _)) = (&self.key, self.key_generics.split_for_impl());
        quote!(#key #ty)
    }

    /// Whether any type or number is a parameter: then widths are unknown here.
    pub(crate) fn is_generic(&self) -> bool {
        self.generics
            .params
            .iter()
            .any(|param| !matches!(param, GenericParam::Lifetime(_)))
    }
}

/// The span of a generated struct whose name an option may set: an error about a duplicate name then shows the option.
pub(crate) fn declared_at(option: Option<&Ident>) -> Span {
    let here = Span::call_site();
    option.map_or(here, |name| here.located_at(name.span()))
}

/// The runtime's module for generated code.
pub(crate) fn private(path: Option<&Path>) -> TokenStream {
    let by_default = || quote!(::hbase_schema::__private);
    path.map_or_else(by_default, |path| quote!(#path::__private))
}

/// A struct's generics, as an impl repeats them.
pub(crate) fn without_defaults(generics: &Generics) -> Generics {
    let mut generics = generics.clone();
    for param in &mut generics.params {
        match param {
            GenericParam::Type(param) => {
                param.default = None;
            }
            GenericParam::Const(param) => {
                param.default = None;
            }
            GenericParam::Lifetime(_) => {}
        }
    }
    generics
}

/// The parameters that any of `types` names, with those bounds that name no other parameter.
pub(crate) fn used_by<'t>(
    generics: &Generics,
    types: impl Iterator<Item = &'t syn::Type>,
) -> Generics {
    let mut words = BTreeSet::new();
    types.for_each(|ty| collect_words(ty.to_token_stream(), &mut words));
    let mut used = generics.clone();
    used.params = generics
        .params
        .iter()
        .filter(|param| words.contains(&name_of(param).to_string()))
        .cloned()
        .collect();
    let dropped: BTreeSet<String> = generics
        .params
        .iter()
        .map(|param| name_of(param).to_string())
        .filter(|name| !words.contains(name))
        .collect();
    for param in &mut used.params {
        match param {
            GenericParam::Type(param) => param.bounds = without(&param.bounds, &dropped),
            GenericParam::Lifetime(param) => param.bounds = without(&param.bounds, &dropped),
            GenericParam::Const(_) => {}
        }
    }
    if let Some(clause) = &mut used.where_clause {
        clause.predicates = clause
            .predicates
            .iter()
            .filter(|predicate| {
                let mut named = BTreeSet::new();
                collect_words(predicate.to_token_stream(), &mut named);
                named.is_disjoint(&dropped)
            })
            .cloned()
            .collect();
    }
    used
}

/// The bounds that name none of `dropped`.
fn without<T, P>(bounds: &Punctuated<T, P>, dropped: &BTreeSet<String>) -> Punctuated<T, P>
where
    T: ToTokens + Clone,
    P: Default,
{
    let kept = bounds.iter().filter(|bound| {
        let mut named = BTreeSet::new();
        collect_words(bound.to_token_stream(), &mut named);
        named.is_disjoint(dropped)
    });
    kept.cloned().collect()
}

/// Whether a type names a type or a number that is a parameter.
pub(crate) fn is_generic(generics: &Generics, ty: &syn::Type) -> bool {
    let mut words = BTreeSet::new();
    collect_words(ty.to_token_stream(), &mut words);
    let mut params = generics.params.iter();
    params.any(|param| {
        !matches!(param, GenericParam::Lifetime(_)) && words.contains(&name_of(param).to_string())
    })
}

/// Whether a type names a lifetime that is a parameter.
pub(crate) fn names_lifetime(generics: &Generics, ty: &syn::Type) -> bool {
    let mut words = BTreeSet::new();
    collect_words(ty.to_token_stream(), &mut words);
    let mut lifetimes = generics.lifetimes();
    lifetimes.any(|param| words.contains(&param.lifetime.ident.to_string()))
}

fn name_of(param: &GenericParam) -> &Ident {
    match param {
        GenericParam::Lifetime(param) => &param.lifetime.ident,
        GenericParam::Type(param) => &param.ident,
        GenericParam::Const(param) => &param.ident,
    }
}

fn collect_words(tokens: TokenStream, words: &mut BTreeSet<String>) {
    for token in tokens {
        match token {
            TokenTree::Ident(ident) => {
                words.insert(ident.to_string());
            }
            TokenTree::Group(group) => collect_words(group.stream(), words),
            _ => {}
        }
    }
}

/// `generics` with more parameters appended (lifetimes sort to the front).
pub(crate) fn with_params(generics: &Generics, more: &[TokenStream]) -> Generics {
    let mut generics = generics.clone();
    for param in more {
        let param: GenericParam = parse_quote!(#param);
        match param {
            GenericParam::Lifetime(_) => generics.params.insert(0, param),
            _ => generics.params.push(param),
        }
    }
    generics
}

/// A local name for a field's value, distinct from those of generated code.
pub(crate) fn local(ident: &Ident) -> Ident {
    let name = ident.to_string();
    let name = name.strip_prefix("r#").unwrap_or(&name);
    Ident::new(&format!("__part_{name}"), Span::call_site())
}

/// A field's name without `r#`.
pub(crate) fn plain(ident: &Ident) -> String {
    let name = ident.to_string();
    name.strip_prefix("r#").map_or(name.clone(), str::to_owned)
}
