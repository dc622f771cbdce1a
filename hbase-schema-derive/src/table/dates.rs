//! The date in a table's name, as a field of the row and of its key.

use hbase_model::time::PeriodUnit;
use hbase_schema_syntax::ast::{DateField, Table};
use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Field, Ident};

use super::bounds;
use super::names::{Names, is_generic, names_lifetime, plain};

/// The fields of the key struct: the date, then the parts.
pub(super) fn key_fields<'t>(table: &'t Table<'_>) -> Vec<(&'t Ident, &'t Field)> {
    let date = table.date.iter().map(|date| (date.ident, date.field));
    let parts = table.key.parts.iter().map(|part| (part.ident, part.field));
    date.chain(parts).collect()
}

/// `impl DatedTable`.
pub(super) fn expand(table: &Table<'_>, names: &Names) -> TokenStream {
    let Some(date) = &table.date else {
        return TokenStream::new();
    };
    let mut all = bounds::key(table, names);
    all.extend(bounds::cells(table));
    let generics = bounds::add(&names.generics, &all);
    let (params, _, clause) = generics.split_for_impl();
    let row = names.row_type();
    let (ty, unit) = (&date.field.ty, unit(date.unit));
    // A type parameter cannot be named outside of the impl.
    let too_coarse = (!is_generic(&names.generics, ty) && !names_lifetime(&names.generics, ty))
        .then(|| too_coarse(date));
    quote! {
        #[automatically_derived]
        impl #params __hs::DatedTable for #row #clause {
            type Date = #ty;
            const UNIT: __hs::PeriodUnit = #unit;
        }

        #too_coarse
    }
}

/// Rejects a type that cannot represent the unit.
fn too_coarse(date: &DateField<'_>) -> TokenStream {
    let (ty, unit) = (&date.field.ty, unit(date.unit));
    let message = format!(
        "there is one table for each {}, which this type cannot represent: use `Timestamp`, or leave the hours out of the name",
        date.unit
    );
    quote_spanned! {ty.span()=>
        const _: () = ::core::assert!(
            __hs::is_fine_enough(<__hs::DateOf<#ty>>::KNOWN_FINEST, #unit),
            #message,
        );
    }
}

/// The member of `impl Table` and `impl RowKey` that returns the period.
pub(super) fn period(table: &Table<'_>, row: &str) -> Option<TokenStream> {
    let date = table.date.as_ref()?;
    let (ident, ty, unit) = (date.ident, &date.field.ty, unit(date.unit));
    let name = plain(ident);
    Some(quote! {
        #[inline]
        fn period(&self) -> __hs::Result<__hs::Option<__hs::Period>, __hs::KeyError> {
            __hs::period_of::<#ty>(#row, #name, #unit, &self.#ident)
        }
    })
}

/// The bound on the field's type.
pub(super) fn bound(table: &Table<'_>) -> Option<TokenStream> {
    let ty = &table.date.as_ref()?.field.ty;
    Some(quote_spanned!(ty.span()=> #ty: __hs::TableDate))
}

/// Reads the field of the key.
pub(super) fn read(table: &Table<'_>) -> Option<TokenStream> {
    let date = table.date.as_ref()?;
    let (ident, ty, name) = (date.ident, &date.field.ty, plain(date.ident));
    let reader = quote!(__reader);
    Some(quote_spanned!(ty.span()=> #ident: #reader.date::<#ty>(#name)?))
}

fn unit(unit: PeriodUnit) -> TokenStream {
    match unit {
        PeriodUnit::Hour => quote!(__hs::PeriodUnit::Hour),
        PeriodUnit::Day => quote!(__hs::PeriodUnit::Day),
        PeriodUnit::Month => quote!(__hs::PeriodUnit::Month),
        PeriodUnit::Year => quote!(__hs::PeriodUnit::Year),
        _ => quote!(::core::compile_error!(
            "a period that this version of the macro does not know"
        )),
    }
}
