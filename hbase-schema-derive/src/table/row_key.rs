//! `impl RowKey for CallKey`, and decoding.

use hbase_model::Splits;
use hbase_model::layout::{Salt, SaltText};
use hbase_schema_syntax::ast::{Part, Table};
use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;

use super::names::{Names, local, plain, with_params};
use super::{bounds, dates, encoding, key_layout};
use crate::outcome;

pub(crate) fn expand(table: &Table<'_>, names: &Names) -> TokenStream {
    let write = write_fn(table, names);
    let row_key = row_key(table, names);
    let decode = decode(table, names);
    let check = if names.is_generic() {
        TokenStream::new()
    } else {
        check_key(table, names)
    };
    quote! {
        #write
        #row_key
        #decode
        #check
    }
}

/// Writes the parts; the row and the key struct both call it with their fields.
fn write_fn(table: &Table<'_>, names: &Names) -> TokenStream {
    let generics = with_params(&names.key_generics, &[quote!(__W: __hs::WholeKey)]);
    let generics = bounds::add(&generics, &bounds::key(table, names));
    let (params, _, clause) = generics.split_for_impl();
    let key = names.key_type();
    let args = table.key.parts.iter().map(|part| {
        let (name, ty) = (local(part.ident), &part.field.ty);
        quote!(#name: &#ty)
    });
    let writes = table.key.parts.iter().enumerate().map(|(index, part)| {
        let (name, ty) = (local(part.ident), &part.field.ty);
        let encoding = encoding::of(part);
        let out = quote!(__out);
        let part = quote_spanned!(ty.span()=> #out.part::<#ty, #encoding>(#index, #name));
        outcome::done(ty.span(), &part)
    });
    quote! {
        #[inline(always)]
        fn __write_key #params (
            __out: &mut __hs::KeyWriter<#key, __W>,
            #(#args),*
        ) -> __hs::Result<(), __hs::KeyError>
        #clause
        {
            #(#writes)*
            __hs::Ok(())
        }
    }
}

fn row_key(table: &Table<'_>, names: &Names) -> TokenStream {
    let generics = bounds::add(&names.key_generics, &bounds::key(table, names));
    let (params, _, clause) = generics.split_for_impl();
    let key = names.key_type();
    let row = names.row.to_string();
    let layout = key_layout::expand(table);
    let width = width(table);
    let bytes = if names.is_generic() {
        quote!(__hs::KeyBuf)
    } else {
        let width = known(names, &quote!(KNOWN_WIDTH));
        quote!(<__hs::Choice<{ #width.is_some() }, { __hs::width_or_zero(#width) }> as __hs::ChooseBytes>::Bytes)
    };
    let fields = table.key.parts.iter().map(|part| part.ident);
    let period = dates::period(table, &row);
    let turns = turns(table);
    quote! {
        #[automatically_derived]
        impl #params __hs::RowKey for #key #clause {
            const ROW: &'static __hs::str = #row;
            const TABLE: &'static __hs::TableDescriptor = __TABLE;
            const LAYOUT: &'static __hs::KeyLayout = &#layout;
            const WIDTH: __hs::Option<__hs::usize> = #width;
            type Bytes = #bytes;

            #period
            #turns

            #[inline]
            fn write<__W: __hs::WholeKey>(
                &self,
                __out: &mut __hs::KeyWriter<Self, __W>,
            ) -> __hs::Result<(), __hs::KeyError> {
                __write_key(__out, #(&self.#fields),*)
            }
        }
    }
}

/// The turns of a round-robin salt, which each table takes for itself.
fn turns(table: &Table<'_>) -> Option<TokenStream> {
    let salt = &table.key.salt.as_ref()?.value;
    matches!(salt, Salt::RoundRobin { .. }).then(|| {
        quote! {
            fn turns() -> &'static __hs::Turns {
                static TURNS: __hs::Turns = __hs::Turns::new();
                &TURNS
            }
        }
    })
}

/// The key's layout, if it is known without the bounds of impls.
pub(super) fn layout(names: &Names) -> TokenStream {
    known(names, &quote!(KNOWN_LAYOUT))
}

/// A const of the key without bounds in scope: within a number in a type, and in a const. Only the
/// lifetime `'static` can be named there; the const depends on no lifetime.
fn known(names: &Names, what: &TokenStream) -> TokenStream {
    let key = &names.key;
    let statics = names.key_generics.params.iter().map(|_| quote!('static));
    quote!(<__hs::KnownOf<#key<#(#statics),*>>>::#what)
}

/// The key's width as an expression of attributes and types.
fn width(table: &Table<'_>) -> TokenStream {
    let salt = table.key.salt.as_ref().map_or(Some(0), |salt| {
        let separator = key_layout::salt_separator(table).map_or(0, <[u8]>::len);
        salt.value.width().map(|width| width + separator)
    });
    let may_end = table.key.parts.iter().any(|part| part.omit_none.is_some());
    let Some(salt) = salt.filter(|_| !may_end) else {
        return quote!(__hs::None);
    };
    let separators: usize = table
        .key
        .parts
        .iter()
        .filter_map(|part| part.separator.as_ref().map(Vec::len))
        .sum();
    let fixed = salt + separators;
    let widths = table.key.parts.iter().map(|part| {
        let (ty, encoding) = (&part.field.ty, encoding::of(part));
        quote_spanned!(ty.span()=> <#ty as __hs::KeyPart<#encoding>>::WIDTH)
    });
    quote!(__hs::key_width(#fixed, &[#(#widths),*]))
}

fn decode(table: &Table<'_>, names: &Names) -> TokenStream {
    let key = names.key_type();
    let lifetimes = names.key_generics.lifetimes().map(|param| &param.lifetime);
    let generics = with_params(&names.key_generics, &[quote!('__k)]);
    let mut all = bounds::key(table, names);
    all.extend(bounds::decode_key(table));
    all.extend(lifetimes.map(|lifetime| quote!('__k: #lifetime)));
    let generics = bounds::add(&generics, &all);
    let (params, _, clause) = generics.split_for_impl();
    let reads = table.key.parts.iter().enumerate().map(|(index, part)| {
        let (ident, ty, encoding) = (part.ident, &part.field.ty, encoding::of(part));
        let reader = quote!(__reader);
        let part = quote_spanned!(ty.span()=> #reader.part::<#ty, #encoding>(#index));
        let value = outcome::value_of(ty.span(), &part);
        quote_spanned!(ty.span()=> #ident: #value)
    });
    let date = dates::read(table).into_iter();
    quote! {
        #[automatically_derived]
        impl #params __hs::DecodeKey<'__k> for #key #clause {
            #[inline]
            fn read(
                __reader: &mut __hs::KeyReader<'__k, Self>,
            ) -> __hs::Result<Self, __hs::KeyError> {
                __hs::Ok(Self { #(#date,)* #(#reads),* })
            }
        }
    }
}

/// Compile-time checks of a key that depend on types.
fn check_key(table: &Table<'_>, names: &Names) -> TokenStream {
    let too_long = check_width(table, names);
    let layout = layout(names);
    let is_text = table.key.separator.is_some();
    let parts = table.key.parts.iter().enumerate();
    let text = parts.filter(|(_, part)| is_text || part.separator.is_some());
    let optional = text.map(|(index, part)| {
        let span = part.field.ty.span();
        quote_spanned! {span=>
            const _: () = ::core::assert!(
                !__hs::is_optional(#layout, #index),
                "an optional part is for binary keys only, in which its first byte marks whether it \
                 has a value: leave out the `separator`, or use a type with its own value for \"none\"",
            );
        }
    });
    let salts = salts(table, &layout);
    let splits = splits(table, &layout);
    let ends = table.key.parts.iter().enumerate();
    let ends = ends.map(|(index, part)| ends_of(part, index, &layout));
    quote!(#too_long #(#optional)* #(#salts)* #splits #(#ends)*)
}

/// Rejects keys that are too long, as far as the types' widths are known.
fn check_width(table: &Table<'_>, names: &Names) -> TokenStream {
    let layout = layout(names);
    let allowed = table.allow.key_length;
    quote_spanned! {names.row.span()=>
        const _: () = {
            ::core::assert!(
                __hs::is_within(#layout, 32_767),
                "the row key is longer than 32767 bytes, which is the most that HBase takes: use \
                 shorter parts, or a hash of them",
            );
            ::core::assert!(
                #allowed || __hs::is_within(#layout, 100),
                "the row key is longer than 100 bytes, and every cell carries it: use shorter \
                 parts, or use `allow(key_length)` in `#[table]`",
            );
        };
    }
}

/// Checks the bytes that feed a salt, which depend on types.
fn salts<'t>(
    table: &'t Table<'_>,
    layout: &'t TokenStream,
) -> impl Iterator<Item = TokenStream> + 't {
    let salt = table.key.salt.as_ref().map(|salt| &salt.value);
    let name = match salt {
        Some(Salt::RegionNumber { .. }) => Some("region_number"),
        Some(Salt::JavaHash { .. }) => Some("java_hash"),
        Some(Salt::Modulo { .. }) => Some("modulo"),
        _ => None,
    };
    let parts = table.key.parts.iter().enumerate();
    parts.filter_map(move |(index, part)| {
        let (check, message) = salt_check(name?, &part.salt.as_ref()?.value, &plain(part.ident));
        let span = part.field.ty.span();
        Some(quote_spanned! {span=>
            const _: () = ::core::assert!(__hs::#check(#layout, #index), #message);
        })
    })
}

/// The check of a part that feeds the salt with this name, and the message if it fails.
fn salt_check(salt: &str, text: &SaltText, field: &str) -> (TokenStream, String) {
    let not_text = format!(
        "the salt `{salt}` is computed from text, and the bytes of `{field}` in the key are not text:"
    );
    match text {
        SaltText::Whole if salt == "modulo" => (
            quote!(feeds_by_integer),
            format!(
                "the salt `modulo` is computed from an integer, and `{field}` is not one: use \
                 `crc32(N)` or `buckets(N)`, which take any bytes"
            ),
        ),
        SaltText::Format(pattern) => (
            quote!(feeds_by_time),
            format!(
                "`salt = format(\"{pattern}\")` is for times, and `{field}` is not: write \
                 `last(n)`, `first(n)` or `salt` alone"
            ),
        ),
        _ if salt == "java_hash" => (
            quote!(feeds_by_text),
            format!(
                "{not_text} if Java hashes these bytes, use `java_bytes(N)`; otherwise write a \
                 number or a time as digits by `fixed = n`, or use `buckets(N)`, which takes any bytes"
            ),
        ),
        _ => (
            quote!(feeds_by_text),
            format!(
                "{not_text} write a number or a time as digits by `fixed = n`, or use `buckets(N)` \
                 or `md5_hex(n)`, which take any bytes"
            ),
        ),
    }
}

/// Checks the part's bytes for `unseparated` and `max`.
fn ends_of(part: &Part<'_>, index: usize, layout: &TokenStream) -> TokenStream {
    let name = plain(part.ident);
    let unseparated = part.unseparated.map(|span| {
        let message = format!(
            "the end of `{name}` cannot be found from the end of the key: `unseparated` is for \
             text, bytes and `text` integers, and every part after it must have a fixed width: \
             write `fixed = n` on those, or a separator after `{name}`"
        );
        quote_spanned! {span=>
            const _: () = ::core::assert!(__hs::ends_from_behind(#layout, #index), #message);
        }
    });
    let max = part.max.as_ref().map(|max| {
        let message = format!("`max` has no effect: `{name}` has a fixed width: leave it out");
        quote_spanned! {max.span=>
            const _: () = ::core::assert!(__hs::has_no_width(#layout, #index), #message);
        }
    });
    quote!(#unseparated #max)
}

/// Checks the splits against the first part of a key without a salt.
fn splits(table: &Table<'_>, layout: &TokenStream) -> Option<TokenStream> {
    let first = table
        .key
        .parts
        .first()
        .filter(|_| table.key.salt.is_none())?;
    let field = plain(first.ident);
    let (name, begin, fix) = match table.descriptor.splits {
        Splits::HexString { .. } => (
            "hex_string",
            "text in hex digits",
            "use `uniform(N)` for binary keys that are spread, a list of keys, or a salt",
        ),
        Splits::DecimalString { .. } => (
            "decimal_string",
            "text in decimal digits that are spread",
            "use `uniform(N)` for binary keys that are spread, a list of keys, or a salt",
        ),
        Splits::Uniform { .. } => (
            "uniform",
            "bytes that are spread",
            "use `decimal_string(N)` or `hex_string(N)` for keys of digits, a list of keys, or a salt",
        ),
        _ => return None,
    };
    let message = format!(
        "the splits `{name}` are for keys that start with {begin}, but `{field}` is not, so \
         nearly all rows would lie in one region: {fix}"
    );
    let span = first.field.ty.span();
    Some(quote_spanned! {span=>
        const _: () = ::core::assert!(__hs::splits_fit(__TABLE, #layout), #message);
    })
}
