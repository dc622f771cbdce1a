//! `impl Table for Call`, and the same as inherent items, so that no trait must be imported.

use hbase_schema_syntax::ast::{ColumnKind, Table};
use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;

use super::names::{Names, is_generic};
use super::{bounds, columns, dates, indexes, locked, row_key, schema, write_cells};

pub(crate) fn expand(table: &Table<'_>, names: &Names) -> TokenStream {
    let mut all = bounds::key(table, names);
    all.extend(bounds::cells(table));
    let generics = bounds::add(&names.generics, &all);
    let (params, _, clause) = generics.split_for_impl();
    let of_key = bounds::add(&names.generics, &bounds::key(table, names));
    let (key_params, _, key_clause) = of_key.split_for_impl();
    let (row, key) = (names.row_type(), names.key_type());
    let members = members(table, names);
    let inherent = inherent(table, names);
    let locked = locked::expand(table, names);
    quote! {
        #[automatically_derived]
        impl #params __hs::Table for #row #clause {
            #members
        }

        #[automatically_derived]
        impl #key_params __hs::KeyFor<#row> for #key #key_clause {}

        #[automatically_derived]
        impl #params #row #clause {
            #inherent
        }

        #locked
    }
}

/// The members of `impl Table`.
fn members(table: &Table<'_>, names: &Names) -> TokenStream {
    let key = names.key_type();
    let schema = schema::value(table, names);
    let ddl = schema::ddl(table);
    let parts = table.key.parts.iter().map(|part| part.ident);
    let cells = table.columns.iter().map(|column| match &column.kind {
        ColumnKind::Cell(cell) => write_cells::cell(column, cell, &columns::schema_of(cell)),
        ColumnKind::Flatten { .. } => write_cells::group(column),
        ColumnKind::Dynamic(dynamic) => write_cells::dynamic(column, dynamic),
    });
    let of_versions = of_versions(table, names);
    let time = time(names);
    let properties = properties(table);
    let hashes = locked::hashes(table);
    quote! {
        type Key = #key;
        type Time = #time;
        type Properties = #properties;
        const SCHEMA: &'static __hs::TableSchema = &#schema;
        const DDL: &'static __hs::str = #ddl;
        #hashes

        #[inline]
        fn write_key<__W: __hs::WholeKey>(
            &self,
            __out: &mut __hs::KeyWriter<#key, __W>,
        ) -> __hs::Result<(), __hs::KeyError> {
            __write_key(__out, #(&self.#parts),*)
        }

        #[inline]
        fn write_cells(&self, __out: &mut __hs::CellWriter<'_>) {
            #(#cells)*
        }

        #of_versions
    }
}

/// The members that depend on the fields of versions and dates.
fn of_versions(table: &Table<'_>, names: &Names) -> TokenStream {
    let timestamp = timestamp(table);
    let period = dates::period(table, &names.row.to_string());
    let version = version(table);
    quote! {
        #timestamp

        #period

        #version
    }
}

/// The properties that the traits without methods depend on.
fn properties(table: &Table<'_>) -> TokenStream {
    let (fixed_name, unindexed) = (table.date.is_none(), !indexes::is_indexed(table));
    let (unversioned, keeps_versions) = (table.timestamp.is_none(), keeps_versions(table));
    let keeps_generations = keeps_generations(table);
    quote!(__hs::Properties<#fixed_name, #unindexed, #unversioned, #keeps_versions, #keeps_generations>)
}

/// Whether a family declares more than one version.
fn keeps_versions(table: &Table<'_>) -> bool {
    let mut families = table.descriptor.families.iter();
    families.any(|family| family.versions.is_some_and(|versions| versions > 1))
}

/// Whether every family declares more than one version.
fn keeps_generations(table: &Table<'_>) -> bool {
    let mut families = table.descriptor.families.iter();
    families.all(|family| family.versions.is_some_and(|versions| versions > 1))
}

/// Whether a time in the key orders the rows. Properties that depend on a type parameter are checked
/// when rows are decoded.
fn time(names: &Names) -> TokenStream {
    if names.is_generic() {
        return quote!(__hs::Flag<true>);
    }
    let layout = row_key::layout(names);
    quote!(__hs::Flag<{ __hs::has_time(#layout) }>)
}

fn timestamp(table: &Table<'_>) -> TokenStream {
    let Some(field) = &table.timestamp else {
        return TokenStream::new();
    };
    let (ident, ty) = (field.ident, &field.field.ty);
    let of = bounds::version_trait(field);
    let timestamp = if field.period.is_some() {
        quote!(__hs::Some(<#ty as #of>::to_period(&self.#ident)))
    } else {
        quote!(<#ty as #of>::to_timestamp(&self.#ident))
    };
    quote! {
        const VERSIONED: __hs::bool = true;

        #[inline]
        fn timestamp(&self) -> __hs::Option<__hs::i64> {
            #timestamp
        }
    }
}

/// The method that counts a write.
fn version(table: &Table<'_>) -> Option<TokenStream> {
    let (column, _) = table.version()?;
    let (ident, ty) = (column.ident, &column.field.ty);
    let this = quote!(self);
    Some(quote_spanned! {ty.span()=>
        #[inline]
        fn count_write(&mut self) {
            <__hs::NumberOf<#ty>>::count(&mut #this.#ident);
        }
    })
}

fn inherent(table: &Table<'_>, names: &Names) -> TokenStream {
    let vis = &table.input.vis;
    let (row, key) = (names.row_type(), names.key_type());
    let key_ident = &names.key;
    let (parts, fields): (Vec<_>, Vec<_>) = dates::key_fields(table).into_iter().unzip();
    let clones = parts.iter().zip(&fields).map(|(ident, field)| {
        let (ty, this) = (&field.ty, quote!(self));
        quote_spanned!(ty.span()=> __hs::Clone::clone(&#this.#ident))
    });
    // A parameter need not be `Clone` for the remaining impls.
    let types = fields.iter().map(|field| &field.ty);
    let generic = types.filter(|ty| is_generic(&names.generics, ty));
    let ddl = format!(
        "The table as a statement of HBase's shell:\n\n```text\n{}\n```",
        schema::statement(table).unwrap_or_default()
    );
    quote! {
        /// The table as data.
        #vis const SCHEMA: &'static __hs::TableSchema = <#row as __hs::Table>::SCHEMA;

        #[doc = #ddl]
        #vis const DDL: &'static __hs::str = <#row as __hs::Table>::DDL;

        /// The row's key.
        #[inline]
        #vis fn key(&self) -> #key
        where
            #(#generic: __hs::Clone,)*
        {
            #key_ident { #(#parts: #clones),* }
        }
    }
}
