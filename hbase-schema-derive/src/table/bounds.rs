//! The bounds of the fields' types, as where-clauses at the types' own spans.
//!
//! All impls have the same clauses, so that a type without a required trait is reported once, with
//! that trait's message, and not again from within the generated code.
//!
//! The macro decides nothing by the name of a type, which aliases, newtypes and generics would defeat. It generates
//! bounds on traits that carry their own messages. They are where-clauses, not const assertions: the assertions of a
//! generic struct are evaluated only when it is instantiated, and they cannot name the field.

use hbase_model::time::PeriodUnit;
use hbase_schema_syntax::ast::{
    CellColumn, Codec, Column, ColumnKind, Part, Table, TimestampField,
};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Generics, TypeParamBound, WhereClause, WherePredicate, parse_quote};

use super::names::{Names, is_generic, names_lifetime};
use super::{dates, encoding, with_codec};

/// `generics` with these bounds in its where-clause.
pub(crate) fn add(generics: &Generics, bounds: &[TokenStream]) -> Generics {
    let mut generics = generics.clone();
    let clause: WhereClause = parse_quote!(where #(#bounds),*);
    let known = generics.clone();
    let predicates = clause.predicates.into_iter();
    generics.make_where_clause().predicates.extend(
        predicates.filter(|predicate| {
            !is_ambiguous(&known, predicate) && !is_declared(&known, predicate)
        }),
    );
    generics
}

/// Whether the struct declares the bound for all lifetimes, as in `T: for<'r> DecodeCell<'r, Native>`: next to such a
/// bound, the compiler accepts no bound for a single lifetime. A bound on another trait of that name does not satisfy
/// the impls, and the compiler reports that.
fn is_declared(generics: &Generics, predicate: &WherePredicate) -> bool {
    let WherePredicate::Type(added) = predicate else {
        return false;
    };
    let ty = added.bounded_ty.to_token_stream().to_string();
    let names: Vec<_> = added.bounds.iter().filter_map(trait_name).collect();
    let of_params = generics
        .type_params()
        .filter(|param| param.ident == ty)
        .flat_map(|param| param.bounds.iter().map(|bound| (false, bound)));
    let clause = generics.where_clause.iter();
    let of_clause = clause
        .flat_map(|clause| &clause.predicates)
        .filter_map(|predicate| match predicate {
            WherePredicate::Type(declared) => Some(declared),
            _ => None,
        })
        .filter(|declared| ty == declared.bounded_ty.to_token_stream().to_string())
        .flat_map(|declared| {
            let of_all = declared.lifetimes.is_some();
            declared.bounds.iter().map(move |bound| (of_all, bound))
        });
    of_params.chain(of_clause).any(|(of_all, bound)| {
        let is_of_all =
            of_all || matches!(bound, TypeParamBound::Trait(b) if b.lifetimes.is_some());
        is_of_all && trait_name(bound).is_some_and(|name| names.contains(&name))
    })
}

/// The last segment of a bound's path.
fn trait_name(bound: &TypeParamBound) -> Option<&Ident> {
    match bound {
        TypeParamBound::Trait(bound) => bound.path.segments.last().map(|segment| &segment.ident),
        _ => None,
    }
}

/// Whether a bound may coincide with another one of the same type up to lifetimes: then the
/// compiler accepts neither. A type without parameters satisfies the bound, or `checks` reports it.
fn is_ambiguous(generics: &Generics, predicate: &WherePredicate) -> bool {
    let WherePredicate::Type(predicate) = predicate else {
        return false;
    };
    let ty = &predicate.bounded_ty;
    let of_struct = |name: &str| !name.starts_with("__");
    let lifetimes = generics.lifetimes().map(|param| &param.lifetime.ident);
    let many = lifetimes
        .filter(|name| of_struct(&name.to_string()))
        .count()
        > 1;
    many && !is_generic(generics, ty) && names_lifetime(generics, ty)
}

/// The key's bounds on its parts. A part whose type is a type parameter has all its bounds here;
/// `checks` checks further bounds of other types once.
pub(crate) fn key(table: &Table<'_>, names: &Names) -> Vec<TokenStream> {
    let parts = table.key.parts.iter();
    parts
        .flat_map(|part| {
            let ty = &part.field.ty;
            let bounds = if is_generic(&names.generics, ty) {
                generic(table, part)
            } else {
                encoding::bounds(part)
            };
            bounds.into_iter().map(move |bound| quote!(#ty: #bound))
        })
        .chain(dates::bound(table))
        .collect()
}

/// A part whose type is a type parameter may have any encoding that the parameter is bound to.
fn generic(table: &Table<'_>, part: &Part<'_>) -> Vec<TokenStream> {
    let (span, encoding) = (part.field.ty.span(), encoding::of(part));
    let mut bounds = vec![quote_spanned!(span=> __hs::KeyPart<#encoding>)];
    if needs_end(table, part) {
        bounds.push(quote_spanned!(span=> __hs::SelfDelimiting<#encoding>));
    }
    if needs_to_spread(table, part) {
        bounds.push(quote_spanned!(span=> __hs::LeadingPart<#encoding>));
    }
    if part.salt.is_some() && part.omit_none.is_none() {
        bounds.push(quote_spanned!(span=> __hs::SaltPart));
    }
    bounds
}

/// Whether the part's own bytes must determine its end.
pub(crate) fn needs_end(table: &Table<'_>, part: &Part<'_>) -> bool {
    let last = table.key.parts.last();
    let ends = part.separator.is_some() || part.unseparated.is_some();
    !ends && last.is_none_or(|last| last.ident != part.ident)
}

/// Whether it is the first part, in which a time would make a hotspot.
pub(crate) fn needs_to_spread(table: &Table<'_>, part: &Part<'_>) -> bool {
    let first = table.key.parts.first();
    let bare = table.key.salt.is_none() && !table.allow.hotspot;
    bare && first.is_some_and(|first| first.ident == part.ident)
}

/// The bounds of parts for decoding the key; `'__k` is the key's lifetime.
pub(crate) fn decode_key(table: &Table<'_>) -> Vec<TokenStream> {
    let parts = table.key.parts.iter();
    parts
        .map(|part| {
            let ty = &part.field.ty;
            let encoding = encoding::of(part);
            quote_spanned!(ty.span()=> #ty: __hs::DecodePart<'__k, #encoding>)
        })
        .collect()
}

/// The bounds of fields for encoding the cells.
pub(crate) fn cells(table: &Table<'_>) -> Vec<TokenStream> {
    let mut bounds = columns(&table.columns);
    if let Some(field) = &table.timestamp {
        let ty = &field.field.ty;
        let of = version_trait(field);
        bounds.push(quote_spanned!(ty.span()=> #ty: #of));
    }
    bounds
}

/// The trait of the field that holds the cells' timestamp.
pub(crate) fn version_trait(field: &TimestampField<'_>) -> TokenStream {
    let span = field.field.ty.span();
    field.period.map_or_else(
        || quote_spanned!(span=> __hs::CellVersion),
        |period| {
            let period = period_type(period, span);
            quote_spanned!(span=> __hs::PeriodVersion<#period>)
        },
    )
}

/// The type of a period, of the same name as its variant.
pub(crate) fn period_type(period: PeriodUnit, span: Span) -> TokenStream {
    let name = Ident::new(period.variant(), span);
    quote_spanned!(span=> __hs::#name)
}

/// The bounds of fields for encoding these columns.
pub(crate) fn columns(columns: &[Column<'_>]) -> Vec<TokenStream> {
    columns.iter().map(encode_cell).collect()
}

fn encode_cell(column: &Column<'_>) -> TokenStream {
    let ty = &column.field.ty;
    match &column.kind {
        ColumnKind::Flatten { .. } => quote_spanned!(ty.span()=> #ty: __hs::Columns),
        ColumnKind::Cell(cell) => {
            let codec = codec(cell, column);
            quote_spanned!(ty.span()=> #ty: __hs::EncodeCell<#codec>)
        }
        ColumnKind::Dynamic(dynamic) => {
            let codec = own_codec(&dynamic.codec, column);
            quote_spanned!(ty.span()=> #ty: __hs::DynamicField<#codec>)
        }
    }
}

/// The bounds of fields for decoding the cells; `'__k` is the row's lifetime.
pub(crate) fn decode_columns(columns: &[Column<'_>]) -> Vec<TokenStream> {
    columns
        .iter()
        .map(|column| {
            let ty = &column.field.ty;
            match &column.kind {
                ColumnKind::Flatten { .. } => {
                    quote_spanned!(ty.span()=> #ty: __hs::FromColumns<'__k>)
                }
                ColumnKind::Cell(cell) => {
                    let codec = codec(cell, column);
                    quote_spanned!(ty.span()=> #ty: __hs::DecodeCell<'__k, #codec>)
                }
                ColumnKind::Dynamic(dynamic) => {
                    let codec = own_codec(&dynamic.codec, column);
                    quote_spanned!(ty.span()=> #ty: __hs::DecodeDynamic<'__k, #codec>)
                }
            }
        })
        .collect()
}

/// The codec type of a column.
pub(crate) fn codec(cell: &CellColumn, column: &Column<'_>) -> TokenStream {
    let codec = own_codec(&cell.codec, column);
    if cell.store_none.is_some() {
        return quote!(__hs::StoreNone<#codec>);
    }
    codec
}

/// The codec type, where an absent value has no cell.
pub(crate) fn own_codec(codec: &Codec, column: &Column<'_>) -> TokenStream {
    match codec {
        Codec::Native => quote!(__hs::NativeCell),
        Codec::Text(_) => quote!(__hs::TextCell),
        Codec::JavaText(_) => quote!(__hs::JavaTextCell),
        Codec::Json(_) => quote!(__hs::JsonCell),
        Codec::Part(part) => encoding::of_cell(part),
        Codec::With(_) => {
            let name = with_codec::name(column);
            quote!(__hs::With<#name>)
        }
        Codec::WithName(_) => {
            let (name, ty) = (with_codec::name(column), &column.field.ty);
            let names = quote_spanned!(ty.span()=> <#ty as __hs::DynamicTypes>::Qualifier);
            quote!(__hs::WithName<#name, #names>)
        }
    }
}
