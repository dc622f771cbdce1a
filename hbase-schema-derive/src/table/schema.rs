//! The table as data and as a statement of `HBase`'s shell.

use hbase_model::descriptor::{AttributeKind, AttributeSpec};
use hbase_model::{FamilyDescriptor, Splits, TableDescriptor};
use hbase_schema_syntax::ast::{Column, ColumnKind, Table};
use proc_macro2::TokenStream;
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::spanned::Spanned;

use super::names::{Names, plain};
use super::{bounds, columns, indexes};

/// The descriptor, which depends on no type.
pub(crate) fn expand(table: &Table<'_>) -> TokenStream {
    let descriptor = descriptor(&table.descriptor);
    quote!(const __TABLE: &'static __hs::TableDescriptor = &#descriptor;)
}

/// The schema as an expression for a const.
pub(crate) fn value(table: &Table<'_>, names: &Names) -> TokenStream {
    let row = names.row.to_string();
    let key = names.key_type();
    let columns = table.columns.iter().map(entry);
    // If all types are known, `check_schema` does so, at the groups' types.
    let clashes: Vec<_> = if names.is_generic() {
        let entries = quote!(__columns);
        let mut all = checks(table, &entries);
        all.extend(incomplete(table, &entries));
        all
    } else {
        Vec::new()
    };
    let timestamp = table.timestamp.as_ref().map(|field| plain(field.ident));
    let timestamp = option(timestamp.as_ref());
    let period = table.timestamp.as_ref().and_then(|field| {
        let period = format_ident!("{}", field.period?.variant());
        Some(quote!(.with_period(__hs::PeriodUnit::#period)))
    });
    let indexes = with_indexes(table);
    let families = &table.named_columns;
    let by_column = (!families.is_empty()).then(|| quote!(.with_named_columns(&[#(#families),*])));
    let date = table.date.as_ref().map(|date| plain(date.ident));
    let date = date.map(|field| quote!(.with_table_date(#field)));
    let version = version(table);
    quote! {
        {
            const fn __schema(
                __columns: &'static [__hs::ColumnEntry],
                __key: &'static __hs::KeyLayout,
            ) -> __hs::TableSchema {
                #(#clashes)*
                __hs::TableSchema::new(#row, __TABLE, __key, __columns, #timestamp) #period #date #by_column
            }
            __schema(&[#(#columns),*], <#key as __hs::RowKey>::LAYOUT) #version #indexes
        }
    }
}

/// The column of `#[version]`.
fn version(table: &Table<'_>) -> Option<TokenStream> {
    let (column, cell) = table.version()?;
    let (ty, token) = (&column.field.ty, &cell.token);
    let codec = bounds::codec(cell, column);
    let of = quote_spanned!(ty.span()=> __hs::VersionColumn::of::<#ty, #codec>);
    Some(quote!(.with_version(#of(Self::#token.schema()))))
}

/// The indexes, through a probe: a struct whose indexes have errors has a schema without them.
fn with_indexes(table: &Table<'_>) -> Option<TokenStream> {
    indexes::is_indexed(table)
        .then(|| quote!(.with_indexes(<__hs::IndexesOf<Self>>::KNOWN_INDEXES)))
}

/// One column of the schema, or a group of them.
fn entry(column: &Column<'_>) -> TokenStream {
    match &column.kind {
        ColumnKind::Cell(cell) => {
            let token = &cell.token;
            quote!(__hs::ColumnEntry::Cell(Self::#token.schema()))
        }
        ColumnKind::Flatten { .. } => {
            let group = columns::group_name(column);
            quote!(__hs::ColumnEntry::Group(Self::#group))
        }
        ColumnKind::Dynamic(dynamic) => {
            let token = &dynamic.token;
            quote!(__hs::ColumnEntry::Dynamic(Self::#token.schema()))
        }
    }
}

/// Checks each group's columns against all others: only their types determine them.
fn clashes(table: &Table<'_>, entries: &TokenStream) -> impl Iterator<Item = TokenStream> {
    let groups = table.columns.iter().enumerate();
    groups.filter_map(move |(index, column)| {
        let ColumnKind::Flatten { prefix, .. } = &column.kind else {
            return None;
        };
        let (ty, field, family) = (&column.field.ty, plain(column.ident), &column.family);
        let fix = if prefix.is_empty() {
            "give the group a `prefix` in `#[column]`"
        } else {
            "give the group another `prefix`"
        };
        let message = format!(
            "a column of the flattened group `{field}` has the name of another column of family `{family}`: {fix}, or rename the column"
        );
        Some(quote_spanned! {ty.span()=>
            ::core::assert!(__hs::is_free(#entries, #index), #message);
        })
    })
}

/// Checks that every version of a period has every column, by the columns' types.
fn incomplete(table: &Table<'_>, entries: &TokenStream) -> impl Iterator<Item = TokenStream> {
    let period = table.timestamp.as_ref().and_then(|field| field.period);
    let columns = table.columns.iter().enumerate();
    columns.filter_map(move |(index, column)| {
        let period = period?.name();
        let (ty, field) = (&column.field.ty, plain(column.ident));
        let message = match &column.kind {
            ColumnKind::Cell(_) => format!(
                "`{field}` may be absent, and then a second record of the {period} would leave the first one's cell: write `#[column(store_none)]`, which stores `None`, or make its type something other than an `Option`"
            ),
            ColumnKind::Flatten { .. } => format!(
                "a column of the group `{field}` may be absent, and then a second record of the {period} would leave the first one's cell: write `#[column(store_none)]` on the group's `Option`s, and do not make the group an `Option`"
            ),
            ColumnKind::Dynamic(_) => format!(
                "`{field}` holds dynamic columns, and a second record of the {period} would leave those of the first one: make it a `Dynamic<Q, V>`, whose columns are not part of the record"
            ),
        };
        Some(quote_spanned! {ty.span()=>
            ::core::assert!(__hs::is_complete(#entries, #index), #message);
        })
    })
}

/// Checks the schema when the struct is compiled. A schema with type parameters is checked only
/// when it is used.
pub(crate) fn check_schema(table: &Table<'_>, names: &Names) -> TokenStream {
    if names.is_generic() {
        return TokenStream::new();
    }
    let (row, params) = (&names.row, &names.generics.params);
    let statics = params.iter().map(|_| quote!('static));
    let schema = quote!(<__hs::SchemaOf<#row<#(#statics),*>>>::KNOWN_SCHEMA);
    let entries = quote!(__schema.columns);
    let mut checks = checks(table, &entries);
    checks.extend(incomplete(table, &entries));
    let checks = checks.into_iter();
    let checks =
        checks.map(|check| quote!(const _: () = if let __hs::Some(__schema) = #schema { #check };));
    checks.collect()
}

fn checks(table: &Table<'_>, entries: &TokenStream) -> Vec<TokenStream> {
    let clashes = clashes(table, entries);
    clashes.chain(apart(table, entries)).collect()
}

/// Checks that no dynamic column can have the name of another column.
fn apart(table: &Table<'_>, entries: &TokenStream) -> impl Iterator<Item = TokenStream> {
    let columns = table.columns.iter().enumerate();
    columns.filter_map(move |(index, column)| {
        let ColumnKind::Dynamic(dynamic) = &column.kind else {
            return None;
        };
        let (ty, field, family) = (&column.field.ty, plain(column.ident), &column.family);
        let fix = if dynamic.prefix.is_empty() {
            "give them a `prefix` in `#[column]` that no other name starts with"
        } else {
            "give them another `prefix` that no other name starts with"
        };
        let message = format!(
            "a dynamic column of `{field}` may have the name of another column of family `{family}`: {fix}, or their own family, or qualifiers of a fixed width that no other name has"
        );
        Some(quote_spanned! {ty.span()=>
            ::core::assert!(__hs::is_apart(#entries, #index), #message);
        })
    })
}

/// The statement as a const text.
pub(crate) fn ddl(table: &Table<'_>) -> TokenStream {
    match statement(table) {
        Ok(text) => text.to_token_stream(),
        Err(message) => quote!(::core::compile_error!(#message)),
    }
}

/// The statement, or the reason why it cannot be computed.
pub(crate) fn statement(table: &Table<'_>) -> Result<String, String> {
    let ddl = hbase_model::ddl::Ddl::of(&table.descriptor);
    ddl.map(|ddl| ddl.to_string())
        .map_err(|error| error.to_string())
}

fn descriptor(table: &TableDescriptor) -> TokenStream {
    let (namespace, name) = (table.name.namespace(), table.name.qualifier());
    let families = table.families.iter().map(family);
    let splits = splits(&table.splits);
    let fields = fields(TableDescriptor::ATTRIBUTES, |name| table.attribute(name));
    let metadata = metadata(&table.metadata);
    quote! {
        __hs::TableDescriptor {
            name: __hs::TableName::from_static(#namespace, #name),
            families: __hs::Cow::Borrowed(&[#(#families),*]),
            splits: #splits,
            #(#fields,)*
            metadata: #metadata,
        }
    }
}

fn family(family: &FamilyDescriptor) -> TokenStream {
    let name: &str = &family.name;
    let fields = fields(FamilyDescriptor::ATTRIBUTES, |name| family.attribute(name));
    let metadata = metadata(&family.metadata);
    quote! {
        __hs::FamilyDescriptor {
            name: __hs::text(#name),
            #(#fields,)*
            metadata: #metadata,
        }
    }
}

/// Every field with its value: in a const, no struct update syntax is possible.
fn fields(
    attributes: &'static [AttributeSpec],
    value: impl Fn(&str) -> Option<String>,
) -> impl Iterator<Item = TokenStream> {
    attributes.iter().filter_map(move |attribute| {
        let field = format_ident!("{}", attribute.field?);
        let value = value(attribute.name)
            .map_or_else(|| quote!(__hs::None), |value| some(attribute.kind, &value));
        Some(quote!(#field: #value))
    })
}

fn some(kind: AttributeKind, value: &str) -> TokenStream {
    let plain = || value.parse::<TokenStream>().unwrap_or_default();
    match kind {
        AttributeKind::Seconds { .. } => {
            let seconds = plain();
            quote!(__hs::Ttl::from_secs(#seconds))
        }
        AttributeKind::Number { .. } | AttributeKind::Bytes { .. } | AttributeKind::Bool => {
            let value = plain();
            quote!(__hs::Some(#value))
        }
        AttributeKind::Word {
            words,
            rust_type: Some(of),
        } => {
            let word = words.iter().find(|word| word.name == value);
            let variant = format_ident!("{}", word.map_or("None", |word| word.variant));
            let of = format_ident!("{of}");
            quote!(__hs::Some(__hs::#of::#variant))
        }
        _ => quote!(__hs::Some(__hs::text(#value))),
    }
}

fn option<T: ToTokens>(value: Option<&T>) -> TokenStream {
    value.map_or_else(|| quote!(__hs::None), |value| quote!(__hs::Some(#value)))
}

fn metadata(
    entries: &[(hbase_model::descriptor::Text, hbase_model::descriptor::Text)],
) -> TokenStream {
    let entries = entries.iter().map(|(name, value)| {
        let (name, value): (&str, &str) = (name, value);
        quote!((__hs::text(#name), __hs::text(#value)))
    });
    quote!(__hs::Cow::Borrowed(&[#(#entries),*]))
}

pub(super) fn splits(splits: &Splits) -> TokenStream {
    match splits {
        Splits::None => quote!(__hs::Splits::None),
        Splits::HexString { regions } => quote!(__hs::Splits::HexString { regions: #regions }),
        Splits::Uniform { regions } => quote!(__hs::Splits::Uniform { regions: #regions }),
        Splits::DecimalString { regions } => {
            quote!(__hs::Splits::DecimalString { regions: #regions })
        }
        Splits::NumberPipe { regions, width } => {
            quote!(__hs::Splits::NumberPipe { regions: #regions, width: #width })
        }
        Splits::PerBucket { buckets, digits } => {
            let digits = option(digits.as_ref());
            quote!(__hs::Splits::PerBucket { buckets: #buckets, digits: #digits })
        }
        Splits::Keys(keys) => {
            let keys = keys.iter().map(|key| {
                let key = proc_macro2::Literal::byte_string(key);
                quote!(__hs::bytes(#key))
            });
            quote!(__hs::Splits::Keys(__hs::Cow::Borrowed(&[#(#keys),*])))
        }
        _ => quote!(::core::compile_error!(
            "splits that this version of the macro does not know"
        )),
    }
}
