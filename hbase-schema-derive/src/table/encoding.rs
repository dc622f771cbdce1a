//! The encoding of a part, as a type.

use hbase_model::layout::Pad;
use hbase_schema_syntax::ast::{CellPart, Part, PartEncoding};
use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;

use super::escapes;

/// The encoding type of a part, within the generated block.
pub(crate) fn of(part: &Part<'_>) -> TokenStream {
    within(part, &quote!(__hs))
}

/// The same for a runtime under another name.
pub(crate) fn within(part: &Part<'_>, hs: &TokenStream) -> TokenStream {
    let encoding = of_value(part, hs);
    match part.omit_none {
        Some(_) => quote!(#hs::OmitNone<#encoding>),
        None => encoding,
    }
}

/// The encoding of a part's value, even if it may be left out.
fn of_value(part: &Part<'_>, hs: &TokenStream) -> TokenStream {
    let mut encoding = base(part, hs);
    match (part.desc, part.terminator) {
        (Some(_), Some(_)) => encoding = quote!(#hs::DescTerminated<#encoding>),
        (Some(_), None) => encoding = quote!(#hs::Desc<#encoding>),
        (None, _) => {}
    }
    if part.reverse.is_some() {
        encoding = quote!(#hs::Reverse<#encoding>);
    }
    encoding
}

/// The codec of a cell in the encoding of a key part.
pub(crate) fn of_cell(part: &CellPart) -> TokenStream {
    let mut encoding = plain(&part.encoding, &quote!(__hs));
    let (desc, reverse) = (part.desc.is_some(), part.reverse.is_some());
    if desc {
        encoding = quote!(__hs::Desc<#encoding>);
    }
    if reverse {
        encoding = quote!(__hs::Reverse<#encoding>);
    }
    quote!(__hs::PartCell<#encoding, #desc, #reverse>)
}

/// The bounds of a type for this encoding, by the traits of the options that select it.
pub(crate) fn bounds(part: &Part<'_>) -> Vec<TokenStream> {
    let span = part.field.ty.span();
    if part.omit_none.is_some() {
        let encoding = of_value(part, &quote!(__hs));
        return vec![quote_spanned!(span=> __hs::OmittedPart<#encoding>)];
    }
    let mut encoding = base(part, &quote!(__hs));
    let mut bounds = vec![option(&part.encoding, &encoding, span)];
    match (part.desc, part.terminator) {
        (Some(_), Some(_)) => {
            bounds.push(quote_spanned!(span=> __hs::TerminatedDescPart<#encoding>));
        }
        (Some(_), None) => {
            bounds.push(quote_spanned!(span=> __hs::DescPart<#encoding>));
            encoding = quote!(__hs::Desc<#encoding>);
        }
        (None, _) => {}
    }
    if part.reverse.is_some() {
        bounds.push(quote_spanned!(span=> __hs::ReversePart<#encoding>));
    }
    bounds
}

fn option(written: &PartEncoding, encoding: &TokenStream, span: Span) -> TokenStream {
    match written {
        PartEncoding::Native => quote_spanned!(span=> __hs::NativePart),
        PartEncoding::Fixed { width, pad: None } => {
            let width = width.value;
            quote_spanned!(span=> __hs::FixedPart<#width>)
        }
        PartEncoding::Fixed { .. } => quote_spanned!(span=> __hs::TextPart),
        PartEncoding::Text(_) => quote_spanned!(span=> __hs::PlainTextPart),
        PartEncoding::Java(_) => quote_spanned!(span=> __hs::JavaPart),
        PartEncoding::Ordered(_) => quote_spanned!(span=> __hs::OrderedPart),
        PartEncoding::Time { .. } => quote_spanned!(span=> __hs::TimePart),
        PartEncoding::TimeOfDay { .. } => quote_spanned!(span=> __hs::TimeOfDayPart),
        PartEncoding::Escape(_) | PartEncoding::Labels(_) => {
            quote_spanned!(span=> __hs::TextPart)
        }
        PartEncoding::Length(_) => quote_spanned!(span=> __hs::LengthPart),
        PartEncoding::List { .. } => quote_spanned!(span=> __hs::ListPart),
        PartEncoding::Custom(_) => quote_spanned!(span=> __hs::KeyPart<#encoding>),
    }
}

/// The encoding for ranges of a row key's part.
pub(crate) fn closed_in_key(part: &Part<'_>) -> TokenStream {
    let encoding = of(part);
    match part.separator.as_deref() {
        _ if is_without_order(part) => encoding,
        Some([0]) => quote!(__hs::Closed<#encoding, true>),
        // Its own encoding includes the terminator.
        Some(_) if part.desc.is_some() && part.terminator.is_some() => encoding,
        _ => closed(part),
    }
}

/// The encoding for ranges: a part that is followed by a separator, or by others without one, sorts
/// only up to its end.
pub(crate) fn closed(part: &Part<'_>) -> TokenStream {
    let encoding = of(part);
    let is_closed = part.separator.is_some() || part.unseparated.is_some();
    if is_closed && !is_without_order(part) {
        return quote!(__hs::Closed<#encoding>);
    }
    encoding
}

/// Whether the bytes sort otherwise than the values even without a separator: the message then names that reason.
fn is_without_order(part: &Part<'_>) -> bool {
    matches!(
        part.encoding,
        PartEncoding::Labels(_) | PartEncoding::Length(_)
    )
}

fn base(part: &Part<'_>, hs: &TokenStream) -> TokenStream {
    if let PartEncoding::Escape(_) = &part.encoding {
        let replacements = escapes::name(part);
        return quote!(#hs::Escaped<#replacements>);
    }
    plain(&part.encoding, hs)
}

/// The encoding of a part without escapes, or of a cell, which cannot have them.
fn plain(encoding: &PartEncoding, hs: &TokenStream) -> TokenStream {
    match encoding {
        PartEncoding::Native | PartEncoding::Escape(_) => quote!(#hs::Native),
        PartEncoding::Fixed { width, pad } => {
            let width = width.value;
            match pad.as_ref().map(|pad| pad.value) {
                None => quote!(#hs::Fixed<#width>),
                Some(Pad::Left(pad)) => quote!(#hs::Padded<#width, #pad, true>),
                Some(Pad::Right(pad)) => quote!(#hs::Padded<#width, #pad, false>),
            }
        }
        PartEncoding::Text(_) => quote!(#hs::PlainText),
        PartEncoding::Java(_) => quote!(#hs::Java),
        PartEncoding::Ordered(_) => quote!(#hs::Ordered),
        PartEncoding::Time {
            kind,
            newest_first,
            offset_s,
            truncate,
            align_ms,
        } => {
            let code = kind.code();
            let offset = offset_s.as_ref().map_or(0, |offset| offset.value);
            let (newest, truncate) = (newest_first.is_some(), truncate.is_some());
            let align = align_ms.as_ref().map(|align| align.value).into_iter();
            quote!(#hs::Time<#code, #newest, { #offset }, #truncate #(, #align)*>)
        }
        PartEncoding::TimeOfDay {
            minutes, truncate, ..
        } => {
            let truncate = truncate.is_some();
            quote!(#hs::OfDay<#minutes, #truncate>)
        }
        PartEncoding::Labels(separator) => {
            let separator = separator.value;
            quote!(#hs::Labels<#separator>)
        }
        PartEncoding::Length(length) => {
            let code = length.code();
            quote!(#hs::LengthPrefixed<#code>)
        }
        PartEncoding::List { sorted } => quote!(#hs::ListOf<#sorted>),
        PartEncoding::Custom(path) => quote!(#path),
    }
}
