//! `impl Table for Call`, and the same as inherent items, so that no trait must be imported.

use hbase_schema_syntax::ast::{ColumnKind, Table};
use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;

use super::names::{Names, is_generic};
use super::{bounds, columns, row_key, schema, write_cells};

pub(crate) fn expand(table: &Table<'_>, names: &Names) -> TokenStream {
    let mut all = bounds::key(table, names);
    all.extend(bounds::cells(table));
    let generics = bounds::add(&names.generics, &all);
    let (params, _, clause) = generics.split_for_impl();
    let (row, key) = (names.row_type(), names.key_type());
    let members = members(table, names);
    let unversioned = table.timestamp.is_none().then(|| {
        quote! {
            #[automatically_derived]
            impl #params __hs::Unversioned for #row #clause {}
        }
    });
    let inherent = inherent(table, names);
    quote! {
        #[automatically_derived]
        impl #params __hs::Table for #row #clause {
            #members
        }

        #unversioned

        #[automatically_derived]
        impl #params __hs::KeyFor<#row> for #key #clause {}

        #[automatically_derived]
        impl #params #row #clause {
            #inherent
        }
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
    });
    let timestamp = timestamp(table);
    // Properties that depend on a type parameter are checked when rows are decoded.
    let time = if names.is_generic() {
        quote!(__hs::Flag<true>)
    } else {
        let layout = row_key::layout(names);
        quote!(__hs::Flag<{ __hs::has_time(#layout) }>)
    };
    quote! {
        type Key = #key;
        type Time = #time;
        const SCHEMA: &'static __hs::TableSchema = &#schema;
        const DDL: &'static __hs::str = #ddl;

        #[inline]
        fn write_key<__W: __hs::WholeKey>(
            &self,
            __out: &mut __hs::KeyWriter<#key, __W>,
        ) -> __hs::Result<(), __hs::KeyError> {
            __write_key(__out, #(&self.#parts),*)
        }

        #[inline]
        fn write_cells(
            &self,
            __out: &mut __hs::CellWriter<'_>,
        ) -> __hs::Result<(), __hs::RowError> {
            #(#cells)*
            __hs::Ok(())
        }

        #timestamp
    }
}

fn timestamp(table: &Table<'_>) -> TokenStream {
    let Some(field) = &table.timestamp else {
        return TokenStream::new();
    };
    let (ident, ty) = (field.ident, &field.field.ty);
    quote! {
        const VERSIONED: __hs::bool = true;

        #[inline]
        fn timestamp(&self) -> __hs::Option<__hs::i64> {
            <#ty as __hs::CellVersion>::to_timestamp(&self.#ident)
        }
    }
}

fn inherent(table: &Table<'_>, names: &Names) -> TokenStream {
    let vis = &table.input.vis;
    let (row, key) = (names.row_type(), names.key_type());
    let key_ident = &names.key;
    let parts: Vec<_> = table.key.parts.iter().map(|part| part.ident).collect();
    let clones = table.key.parts.iter().map(|part| {
        let (ident, ty) = (part.ident, &part.field.ty);
        let this = quote!(self);
        quote_spanned!(ty.span()=> __hs::Clone::clone(&#this.#ident))
    });
    // A parameter need not be `Clone` for the remaining impls.
    let types = table.key.parts.iter().map(|part| &part.field.ty);
    let generic = types.filter(|ty| is_generic(&names.generics, ty));
    let ddl = format!(
        "The table as a statement of HBase's shell:\n\n```text\n{}\n```",
        schema::statement(table).unwrap_or_default()
    );
    quote! {
        /// The table as data.
        #[allow(dead_code)]
        #vis const SCHEMA: &'static __hs::TableSchema = <#row as __hs::Table>::SCHEMA;

        #[doc = #ddl]
        #[allow(dead_code)]
        #vis const DDL: &'static __hs::str = <#row as __hs::Table>::DDL;

        /// The row's key.
        #[allow(dead_code)]
        #[inline]
        #vis fn key(&self) -> #key
        where
            #(#generic: __hs::Clone,)*
        {
            #key_ident { #(#parts: #clones),* }
        }
    }
}
