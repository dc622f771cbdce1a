//! The table as data and as a statement of the shell.

use hbase_model::{FamilyDescriptor, Splits, TableDescriptor};
use hbase_schema_syntax::ast::{ColumnKind, Table};
use proc_macro2::TokenStream;
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::spanned::Spanned;

use super::columns;
use super::names::{Names, plain};

/// The descriptor, which depends on no type.
pub(crate) fn expand(table: &Table<'_>) -> TokenStream {
    let descriptor = descriptor(&table.descriptor);
    quote!(const __TABLE: &'static __hs::TableDescriptor = &#descriptor;)
}

/// The schema as an expression for a const.
pub(crate) fn value(table: &Table<'_>, names: &Names) -> TokenStream {
    let row = names.row.to_string();
    let key = names.key_type();
    let columns = table.columns.iter().map(|column| match &column.kind {
        ColumnKind::Cell(cell) => {
            let token = &cell.token;
            quote!(__hs::ColumnEntry::Cell(Self::#token.schema()))
        }
        ColumnKind::Flatten { .. } => {
            let group = columns::group_name(column);
            quote!(__hs::ColumnEntry::Group(Self::#group))
        }
    });
    // Where all types are known, `check` asks, at the groups' types.
    let clashes: Vec<_> = if names.is_generic() {
        clashes(table, &quote!(__columns)).collect()
    } else {
        Vec::new()
    };
    let timestamp = table.timestamp.as_ref().map(|field| plain(field.ident));
    let timestamp = option(timestamp.as_ref());
    quote! {
        {
            const fn __schema(
                __columns: &'static [__hs::ColumnEntry],
                __key: &'static __hs::KeyLayout,
            ) -> __hs::TableSchema {
                #(#clashes)*
                __hs::TableSchema::new(#row, __TABLE, __key, __columns, #timestamp)
            }
            __schema(&[#(#columns),*], <#key as __hs::RowKey>::LAYOUT)
        }
    }
}

/// Each group's columns against all others: only their types know them.
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

/// Looks at the schema while the struct is compiled, not only where it is used. What depends on a
/// type parameter is not known before it is used.
pub(crate) fn check(table: &Table<'_>, names: &Names) -> TokenStream {
    if names.is_generic() {
        return TokenStream::new();
    }
    let (row, params) = (&names.row, &names.generics.params);
    let statics = params.iter().map(|_| quote!('static));
    let schema = quote!(<__hs::SchemaOf<#row<#(#statics),*>>>::KNOWN_SCHEMA);
    let entries = quote!(__schema.columns);
    let clashes = clashes(table, &entries);
    let checks = clashes
        .map(|clash| quote!(const _: () = if let __hs::Some(__schema) = #schema { #clash };));
    checks.collect()
}

/// The statement as a text.
pub(crate) fn ddl(table: &Table<'_>) -> TokenStream {
    match statement(table) {
        Ok(text) => text.to_token_stream(),
        Err(message) => quote!(::core::compile_error!(#message)),
    }
}

/// The statement, or why there is none.
pub(crate) fn statement(table: &Table<'_>) -> Result<String, String> {
    let ddl = hbase_model::ddl::Ddl::of(&table.descriptor);
    ddl.map(|ddl| ddl.to_string())
        .map_err(|error| error.to_string())
}

fn descriptor(table: &TableDescriptor) -> TokenStream {
    let (namespace, name) = (table.name.namespace(), table.name.qualifier());
    let families = table.families.iter().map(family);
    let splits = splits(&table.splits);
    let max_filesize = option(table.max_filesize.as_ref());
    let split_policy = option_text(table.split_policy.as_deref());
    let durability = option_text(table.durability.as_deref());
    let memstore_flushsize = option(table.memstore_flushsize.as_ref());
    let normalization_enabled = option(table.normalization_enabled.as_ref());
    let compaction_enabled = option(table.compaction_enabled.as_ref());
    let owner = option_text(table.owner.as_deref());
    let metadata = metadata(&table.metadata);
    quote! {
        __hs::TableDescriptor {
            name: __hs::TableName::from_static(#namespace, #name),
            families: __hs::Cow::Borrowed(&[#(#families),*]),
            splits: #splits,
            max_filesize: #max_filesize,
            split_policy: #split_policy,
            durability: #durability,
            memstore_flushsize: #memstore_flushsize,
            normalization_enabled: #normalization_enabled,
            compaction_enabled: #compaction_enabled,
            owner: #owner,
            metadata: #metadata,
        }
    }
}

/// Only what was said: the rest is as `FamilyDescriptor::new` has it.
fn family(family: &FamilyDescriptor) -> TokenStream {
    let name: &str = &family.name;
    let versions = option(family.versions.as_ref());
    let min_versions = option(family.min_versions.as_ref());
    let ttl = family.ttl.map_or_else(
        || quote!(__hs::None),
        |ttl| {
            let seconds = ttl.as_secs();
            quote!(__hs::Ttl::from_secs(#seconds))
        },
    );
    let compression = option_variant("Compression", family.compression.as_ref());
    let bloom = option_variant("BloomFilter", family.bloom.as_ref());
    let block_size = option(family.block_size.as_ref());
    let block_cache = option(family.block_cache.as_ref());
    let in_memory = option(family.in_memory.as_ref());
    let encoding = option_variant("DataBlockEncoding", family.data_block_encoding.as_ref());
    let replication_scope = option(family.replication_scope.as_ref());
    let keep = option_variant("KeepDeletedCells", family.keep_deleted_cells.as_ref());
    let metadata = metadata(&family.metadata);
    quote! {
        __hs::FamilyDescriptor {
            name: __hs::text(#name),
            versions: #versions,
            min_versions: #min_versions,
            ttl: #ttl,
            compression: #compression,
            bloom: #bloom,
            block_size: #block_size,
            block_cache: #block_cache,
            in_memory: #in_memory,
            data_block_encoding: #encoding,
            replication_scope: #replication_scope,
            keep_deleted_cells: #keep,
            metadata: #metadata,
        }
    }
}

fn option<T: ToTokens>(value: Option<&T>) -> TokenStream {
    value.map_or_else(|| quote!(__hs::None), |value| quote!(__hs::Some(#value)))
}

fn option_text(value: Option<&str>) -> TokenStream {
    let some = |value| quote!(__hs::Some(__hs::text(#value)));
    value.map_or_else(|| quote!(__hs::None), some)
}

/// The variants' names are what `Debug` shows.
fn option_variant(of: &str, value: Option<&impl std::fmt::Debug>) -> TokenStream {
    let Some(value) = value else {
        return quote!(__hs::None);
    };
    let (of, variant) = (format_ident!("{of}"), format_ident!("{value:?}"));
    quote!(__hs::Some(__hs::#of::#variant))
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

fn splits(splits: &Splits) -> TokenStream {
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
