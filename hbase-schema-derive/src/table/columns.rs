//! A token for each column: `Call::DURATION_S`.

use hbase_schema_syntax::ast::{
    CellColumn, Codec, Column, ColumnKind, DefaultValue, DynamicColumns, Qualifier, Since, Table,
};
use hbase_schema_syntax::text;
use proc_macro2::{Ident, Literal, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::spanned::Spanned;

use super::names::{Names, plain};
use super::{bounds, group_tokens};

/// The name of a group's schema.
pub(crate) fn group_name(column: &Column<'_>) -> Ident {
    format_ident!("__GROUP_{}", plain(column.ident))
}

/// The schema of a column, as an expression within an impl of the row.
pub(crate) fn schema_of(cell: &CellColumn) -> TokenStream {
    let token = &cell.token;
    quote!(Self::#token.schema())
}

pub(crate) fn expand(table: &Table<'_>, names: &Names) -> TokenStream {
    let (params, ty, clause) = {
        let bounded = bounds::add(&names.generics, &bounds::cells(table));
        let (params, _, clause) = bounded.split_for_impl();
        (quote!(#params), names.row_type(), quote!(#clause))
    };
    let vis = &table.input.vis;
    let tokens = table.columns.iter().map(|column| match &column.kind {
        ColumnKind::Cell(cell) => token(vis, column, cell, &ty),
        ColumnKind::Flatten { prefix, .. } => group(column, prefix),
        ColumnKind::Dynamic(dynamic) => dynamic_token(vis, column, dynamic, &ty),
    });
    let groups = group_tokens::expand(table, names);
    let defaults = default_functions(table.columns.iter().filter_map(
        |column| match &column.kind {
            ColumnKind::Cell(cell) => Some((column, cell)),
            ColumnKind::Flatten { .. } | ColumnKind::Dynamic(_) => None,
        },
    ));
    quote! {
        #[automatically_derived]
        impl #params #ty #clause {
            #(#tokens)*
            #defaults
        }

        #groups
    }
}

fn token(
    vis: &syn::Visibility,
    column: &Column<'_>,
    cell: &CellColumn,
    row: &TokenStream,
) -> TokenStream {
    let (token, ty) = (&cell.token, &column.field.ty);
    let doc = format!("The column `{}:{}`.", column.family, cell.qualifier.value);
    let codec = bounds::codec(cell, column);
    let schema = schema(column, cell);
    // After an assertion, a reference is not promoted.
    let schema = if cell.store_none.is_some() {
        quote!(const { &#schema })
    } else {
        quote!(&#schema)
    };
    let default = default(column, cell);
    quote_spanned! {token.span()=>
        #[doc = #doc]
        #vis const #token: __hs::Column<#row, #ty, #codec> = __hs::Column::new(#schema) #default;
    }
}

/// The call that gives a token the value of an absent cell, if the field has `default`.
pub(crate) fn default(column: &Column<'_>, cell: &CellColumn) -> Option<TokenStream> {
    let ty = &column.field.ty;
    cell.default.as_ref().map(|value| match value {
        DefaultValue::Trait(span) => {
            quote_spanned!(*span=> .with_default(<#ty as __hs::Default>::default))
        }
        DefaultValue::Function(_) => {
            let function = default_function(column);
            quote!(.with_default(Self::#function))
        }
    })
}

/// The name of the function of `default = path`, which the row's type has. A path of another type is therefore one
/// error, although tokens and reads call it.
pub(crate) fn default_function(column: &Column<'_>) -> Ident {
    format_ident!("__default_{}", plain(column.ident))
}

/// The functions of all columns with `default = path`, as items of an impl.
pub(crate) fn default_functions<'c>(
    cells: impl Iterator<Item = (&'c Column<'c>, &'c CellColumn)>,
) -> TokenStream {
    let functions = cells.filter_map(|(column, cell)| {
        let Some(DefaultValue::Function(path)) = &cell.default else {
            return None;
        };
        let (function, ty) = (default_function(column), &column.field.ty);
        Some(quote! {
            #[doc(hidden)]
            fn #function() -> #ty {
                let function: fn() -> #ty = #path;
                function()
            }
        })
    });
    functions.collect()
}

fn dynamic_token(
    vis: &syn::Visibility,
    column: &Column<'_>,
    dynamic: &DynamicColumns,
    row: &TokenStream,
) -> TokenStream {
    let (token, ty, family) = (&dynamic.token, &column.field.ty, &column.family);
    let doc = format!("The dynamic columns `{family}:{}…`.", dynamic.prefix);
    let codec = bounds::own_codec(&dynamic.codec, column);
    let (field, limit) = (plain(column.ident), dynamic.limit);
    let prefix = Literal::byte_string(dynamic.prefix.as_bytes());
    let (type_name, codec_name) = (text::of_type(ty), codec_name(&dynamic.codec));
    let counter = dynamic.counter.is_some();
    let types = quote_spanned!(ty.span()=> <#ty as __hs::DynamicTypes>);
    let qualifier = quote!(<#types::Qualifier as __hs::Qualifier>);
    let since = dynamic.since.as_ref().map_or_else(
        || quote!(__hs::None),
        |since| since_of(since, &field, &quote!(#qualifier::LAYOUT)),
    );
    quote_spanned! {token.span()=>
        #[doc = #doc]
        #vis const #token: __hs::DynamicColumns<#row, #ty, #codec> =
            __hs::DynamicColumns::new(const { &__hs::DynamicSchema {
                field: #field,
                family: #family,
                prefix: __hs::ColumnQualifier::from_bytes(#prefix),
                qualifier: __hs::Cow::Borrowed(#qualifier::LAYOUT),
                type_name: #type_name,
                codec: #codec_name,
                format: <#ty as __hs::DynamicField<#codec>>::FACTS.format,
                logical_type: <#ty as __hs::DynamicField<#codec>>::FACTS.logical_type,
                limit: if #types::IS_WHOLE { __hs::Some(#limit) } else { __hs::None },
                counter: #counter,
                since: #since,
            } });
    }
}

/// The time that the qualifiers continue, after the check that they hold each number of a row.
fn since_of(since: &Since, field: &str, layout: &TokenStream) -> TokenStream {
    let (part_name, unit_ms, period_ms) = (&since.part.value, since.unit_ms, since.period_ms);
    let last = u64::from(period_ms / unit_ms).saturating_sub(1);
    let message = format!(
        "the qualifiers of `{field}` must begin with a number that counts the {unit_ms} ms units since `{part_name}`, up to \
         {last}: an unsigned integer of enough bytes, an integer with `java`, or digits with `fixed`, without `bits`, `desc` and `reverse`"
    );
    quote_spanned! {since.part.span=> {
        ::core::assert!(__hs::holds_units(#layout, #last), #message);
        __hs::Some(__hs::Since { part: #part_name, unit_ms: #unit_ms, period_ms: #period_ms })
    }}
}

/// A column's schema; the family of a group's column is empty.
pub(crate) fn schema(column: &Column<'_>, cell: &CellColumn) -> TokenStream {
    let (ty, field, family) = (&column.field.ty, plain(column.ident), &column.family);
    let type_name = text::of_type(ty);
    let text = str::from_utf8(cell.qualifier.value.as_bytes()).ok();
    let qualifier = text.unwrap_or_default();
    let names = quote!([#field, #family, #qualifier, #type_name]);
    let codec = bounds::codec(cell, column);
    let mut schema = if let Codec::Json(_) = cell.codec {
        quote_spanned! {ty.span()=> {
            #[allow(unused_imports)]
            use __hs::AnyJson as _;
            __hs::json_column::<#ty, #codec>(#names, __hs::JsonOf::<#ty>::ABSENCE)
        }}
    } else {
        let codec_name = codec_name(&cell.codec);
        quote_spanned!(ty.span()=> __hs::column::<#ty, #codec>(#names, #codec_name))
    };
    if text.is_none() {
        let bytes = Literal::byte_string(cell.qualifier.value.as_bytes());
        schema = quote!(#schema.with_qualifier(#bytes));
    }
    if cell.store_none.is_some() {
        schema = storing_none(ty, &codec, &field, &schema);
    }
    if cell.default.is_some() {
        schema = quote!(__hs::with_default(#schema));
    }
    if cell.counter.is_some() {
        schema = quote!(__hs::counted(#schema));
    }
    schema
}

/// `store_none` requires a type that has an absent value.
fn storing_none(
    ty: &syn::Type,
    codec: &TokenStream,
    field: &str,
    schema: &TokenStream,
) -> TokenStream {
    let message = format!(
        "`store_none` has no effect on `{field}`, whose values are never absent: leave it out, or make the field an `Option`"
    );
    quote_spanned! {ty.span()=> {
        ::core::assert!(__hs::may_be_absent::<#ty, #codec>(), #message);
        #schema
    }}
}

/// The codec's name in the schema.
fn codec_name(codec: &Codec) -> TokenStream {
    match codec {
        Codec::Native => quote!(__hs::CellCodec::Java),
        Codec::Text(_) => quote!(__hs::CellCodec::Text),
        Codec::JavaText(_) => quote!(__hs::CellCodec::JavaText),
        Codec::Json(_) => quote!(__hs::CellCodec::Json),
        Codec::Part(_) => quote!(__hs::CellCodec::Part),
        Codec::With(path) => {
            let path = text::of_path(path);
            quote!(__hs::CellCodec::With(#path))
        }
        Codec::WithName(path) => {
            let path = text::of_path(path);
            quote!(__hs::CellCodec::WithName(#path))
        }
    }
}

fn group(column: &Column<'_>, prefix: &Qualifier) -> TokenStream {
    let prefix = Literal::byte_string(prefix.as_bytes());
    let (name, ty) = (group_name(column), &column.field.ty);
    let (field, family) = (plain(column.ident), &column.family);
    quote! {
        #[doc(hidden)]
        const #name: &'static __hs::ColumnGroupSchema = &__hs::ColumnGroupSchema {
            field: #field,
            family: #family,
            prefix: __hs::ColumnQualifier::from_bytes(#prefix),
            may_be_absent: <#ty as __hs::Columns>::MAY_BE_ABSENT,
            columns: <#ty as __hs::Columns>::COLUMNS,
        };
    }
}
