//! Fields of some bits: those next to each other are one part of a hidden struct, an array of bytes.

use hbase_schema_syntax::ast::{
    BitField, Key, Part, PartEncoding, QualifierPart, QualifierStruct, Table,
};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Field, parse_quote};

use super::{as_key, in_order, starts};
use crate::block;
use crate::table::names::{Names, plain};
use crate::table::{bounds, checks, escapes, row_key};

/// The impls of a struct that has fields of some bits.
pub(super) fn expand(qualifier: &QualifierStruct<'_>) -> TokenStream {
    let parts = qualifier.parts();
    let fields: Vec<(Ident, Field)> = parts.iter().map(hidden_field).collect();
    let hidden = fields.iter().zip(&parts).map(hidden_part).collect();
    let table = hidden_key(qualifier, hidden);
    let names = Names::new(&table);
    let (name, all) = (&names.key, fields.iter().map(|(_, field)| field));
    block::of_impls(
        &names.private,
        &[
            quote! {
                const __TABLE: &'static __hs::TableDescriptor = __hs::stand_in::TABLE;

                struct #name {
                    #(#all),*
                }
            },
            escapes::expand(&table.key.parts),
            checks::expand(&table, &names),
            row_key::expand(&table, &names),
            impls(qualifier, &table, &names, &parts),
            starts::expand(&table, &names, before_bits(&parts)),
        ],
    )
}

/// The number of parts before the first one of bits.
fn before_bits(parts: &[QualifierPart<'_, '_>]) -> usize {
    let is_whole = |part: &&QualifierPart<'_, '_>| matches!(part, QualifierPart::Whole(_));
    parts.iter().take_while(is_whole).count()
}

/// A field of the hidden struct, with its name.
fn hidden_field(part: &QualifierPart<'_, '_>) -> (Ident, Field) {
    match part {
        QualifierPart::Whole(part) => {
            let (ident, ty) = (part.ident, &part.field.ty);
            (ident.clone(), parse_quote!(#ident: #ty))
        }
        QualifierPart::Bits(_) => {
            let (ident, width) = (hidden_name(part), bytes(part));
            (ident.clone(), parse_quote!(#ident: [__hs::u8; #width]))
        }
    }
}

/// The name of fields with bits in the hidden struct.
fn hidden_name(part: &QualifierPart<'_, '_>) -> Ident {
    let name = part.name();
    syn::parse_str(&name).unwrap_or_else(|_| Ident::new_raw(&name, Span::call_site()))
}

/// The variable of a decoded field with bits.
fn local(field: &Ident) -> Ident {
    format_ident!("__field_{}", plain(field))
}

/// The number of bytes of fields with bits.
fn bytes(part: &QualifierPart<'_, '_>) -> usize {
    part.width().map_or(0, usize::from)
}

fn hidden_part<'h>(
    ((ident, field), part): (&'h (Ident, Field), &QualifierPart<'_, 'h>),
) -> Part<'h> {
    match part {
        QualifierPart::Whole(part) => (*part).clone(),
        QualifierPart::Bits(fields) => Part {
            field,
            ident,
            token: None,
            encoding: PartEncoding::Native,
            desc: None,
            reverse: None,
            separator: fields.last().and_then(|(last, _)| last.separator.clone()),
            terminator: None,
            omit_none: None,
            salt: None,
            max: None,
            unseparated: None,
        },
    }
}

fn hidden_key<'h>(qualifier: &QualifierStruct<'h>, parts: Vec<Part<'h>>) -> Table<'h> {
    let key = Key {
        salt: None,
        salt_function: None,
        separator: qualifier.key.separator.clone(),
        parts,
        derives: Vec::new(),
    };
    let name = format_ident!("__{}Parts", plain(&qualifier.input.ident));
    let mut table = as_key(QualifierStruct {
        input: qualifier.input,
        key,
        bits: Vec::new(),
        crate_path: qualifier.crate_path.clone(),
    });
    table.key_name = Some(name);
    table
}

fn impls(
    qualifier: &QualifierStruct<'_>,
    table: &Table<'_>,
    names: &Names,
    parts: &[QualifierPart<'_, '_>],
) -> TokenStream {
    let (ty, hidden) = (&qualifier.input.ident, &names.key);
    let mut all = bounds::key(table, names);
    let reads = bounds::decode_key(table).into_iter();
    all.extend(reads.map(|bound| quote!(for<'__k> #bound)));
    all.extend(parts.iter().flat_map(field_bounds));
    let ordered = ordered(ty, &all, parts);
    let shape = shape(parts);
    let (packs, args) = (parts.iter().map(pack), parts.iter().map(arg));
    let (unpacks, fields) = (parts.iter().map(unpack), parts.iter().map(read));
    quote! {
        #[automatically_derived]
        impl __hs::Qualifier for #ty
        where
            #(#all,)*
        {
            const LAYOUT: &'static __hs::KeyLayout = <#hidden as __hs::RowKey>::LAYOUT;
            #shape

            fn encode_qualifier(
                &self,
                __out: &mut __hs::Vec<__hs::u8>,
            ) -> __hs::Result<(), __hs::CodecError> {
                #(#packs)*
                __hs::encode_written::<#hidden>(__out, |__out| __write_key(__out, #(#args),*))
            }

            fn decode_qualifier(__bytes: &[__hs::u8]) -> __hs::Result<Self, __hs::CodecError> {
                let __parts: #hidden = __hs::decode_parts(__bytes)?;
                #(#unpacks)*
                __hs::Ok(Self { #(#fields),* })
            }
        }

        #ordered
    }
}

/// Bits sort as their fields do.
fn ordered(ty: &Ident, all: &[TokenStream], parts: &[QualifierPart<'_, '_>]) -> TokenStream {
    let ordered = parts.iter().filter_map(|part| match part {
        QualifierPart::Whole(part) => Some(in_order(part)),
        QualifierPart::Bits(_) => None,
    });
    quote! {
        #[automatically_derived]
        impl __hs::OrderedQualifier for #ty
        where
            #(#all,)*
            #(#ordered,)*
        {
        }
    }
}

/// The constant bits at the start. Later ones do not tell kinds apart, so that wrong ones are an error.
fn shape(parts: &[QualifierPart<'_, '_>]) -> Option<TokenStream> {
    let Some(QualifierPart::Bits(fields)) = parts.first() else {
        return None;
    };
    let (mut from, mut mask, mut bits) = (64, 0_u64, 0_u64);
    for (_, field) in fields {
        let Some(always) = &field.always else {
            break;
        };
        let width = width(field);
        from -= width;
        mask |= (u64::MAX >> (64 - width)) << from;
        bits |= always.value << from;
    }
    Some(quote! {
        const SHAPE: __hs::QualifierShape =
            __hs::QualifierShape::of(Self::LAYOUT).with_bits(#mask, #bits);
    })
}

fn field_bounds(part: &QualifierPart<'_, '_>) -> Vec<TokenStream> {
    let QualifierPart::Bits(fields) = part else {
        return Vec::new();
    };
    let bounds = fields.iter().map(|(part, bits)| {
        let ty = &part.field.ty;
        if bits.always.is_some() {
            return quote_spanned!(ty.span()=> #ty: __hs::ConstantBits);
        }
        let width = width(bits);
        quote_spanned!(ty.span()=> #ty: __hs::BitField<#width>)
    });
    bounds.collect()
}

fn width(bits: &BitField) -> u32 {
    bits.bits.value.into()
}

/// The variable of a part's bits.
fn variable(part: &QualifierPart<'_, '_>) -> Ident {
    format_ident!("__bits_of_{}", part.name())
}

/// Encodes the fields with bits of one part.
fn pack(part: &QualifierPart<'_, '_>) -> TokenStream {
    let QualifierPart::Bits(fields) = part else {
        return TokenStream::new();
    };
    let (bits, bytes) = (variable(part), bytes(part));
    let puts = fields.iter().map(|(part, field)| {
        let (width, ident, ty) = (width(field), part.ident, &part.field.ty);
        if let Some(value) = &field.always {
            let value = value.value;
            return quote!(#bits.put_always(&self.#ident, #width, #value););
        }
        let (name, out, this) = (plain(ident), quote!(#bits), quote!(self));
        quote_spanned!(ty.span()=> #out.put::<#ty, #width>(#name, &#this.#ident)?;)
    });
    quote! {
        let mut #bits = __hs::Bits::<#bytes>::new();
        #(#puts)*
    }
}

/// The part as an argument of the function that writes all.
fn arg(part: &QualifierPart<'_, '_>) -> TokenStream {
    match part {
        QualifierPart::Whole(part) => {
            let ident = part.ident;
            quote!(&self.#ident)
        }
        QualifierPart::Bits(_) => {
            let bits = variable(part);
            quote!(&#bits.bytes())
        }
    }
}

/// Decodes the fields with bits of one part, into variables of their names.
fn unpack(part: &QualifierPart<'_, '_>) -> TokenStream {
    let QualifierPart::Bits(fields) = part else {
        return TokenStream::new();
    };
    let (bits, hidden) = (variable(part), hidden_name(part));
    let takes = fields.iter().map(|(part, field)| {
        let (width, ident, ty) = (width(field), part.ident, &part.field.ty);
        let local = local(ident);
        if let Some(value) = &field.always {
            let (value, name) = (value.value, plain(ident));
            return quote! {
                #bits.take_always(#name, #width, #value)?;
                let #local = <#ty as __hs::ConstantBits>::VALUE;
            };
        }
        quote_spanned!(ty.span()=> let #local = #bits.take::<#ty, #width>();)
    });
    quote! {
        let mut #bits = __hs::Bits::of(__parts.#hidden);
        #(#takes)*
    }
}

/// The fields of one part, in an expression of the struct.
fn read(part: &QualifierPart<'_, '_>) -> TokenStream {
    match part {
        QualifierPart::Whole(part) => {
            let ident = part.ident;
            quote!(#ident: __parts.#ident)
        }
        QualifierPart::Bits(fields) => {
            let fields = fields.iter().map(|(part, _)| {
                let (ident, local) = (part.ident, local(part.ident));
                quote!(#ident: #local)
            });
            quote!(#(#fields),*)
        }
    }
}
