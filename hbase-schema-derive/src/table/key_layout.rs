//! The key's layout: as a const, and as a table for the docs.

use std::fmt::Write;

use hbase_model::escape::Escape;
use hbase_model::layout::separator::shown;
use hbase_model::layout::{Pad, Salt, SaltText};
use hbase_model::time::TimeKind;
use hbase_schema_syntax::ast::{Part, PartEncoding, Table};
use proc_macro2::{Literal, TokenStream};
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;

use super::encoding;
use super::names::plain;

/// The layout as an expression for a const.
pub(crate) fn expand(table: &Table<'_>) -> TokenStream {
    let salt = table.key.salt.as_ref().map_or_else(
        || quote!(__hs::None),
        |salt| {
            let salt = salt_value(&salt.value, table.key.salt_function.as_ref());
            let separator = optional_bytes(salt_separator(table));
            quote!(__hs::Some(__hs::salt_layout(#salt, #separator)))
        },
    );
    let parts = table.key.parts.iter().map(part);
    quote! {
        __hs::KeyLayout {
            salt: #salt,
            parts: __hs::Cow::Borrowed(&[#(#parts),*]),
        }
    }
}

fn part(part: &Part<'_>) -> TokenStream {
    let name = plain(part.ident);
    let ty = &part.field.ty;
    let encoding = encoding::of(part);
    let of = quote_spanned! {ty.span()=>
        <#ty as __hs::KeyPart<#encoding>>::ENCODING, <#ty as __hs::KeyPart<#encoding>>::CODES
    };
    let (desc, reverse) = (part.desc.is_some(), part.reverse.is_some());
    let order = quote!([#desc, #reverse]);
    let separator = optional_bytes(part.separator.as_deref());
    let salt = part.salt.as_ref().map_or_else(
        || quote!(__hs::None),
        |salt| {
            let text = salt_text(&salt.value);
            quote!(__hs::Some(#text))
        },
    );
    let max = part.max.as_ref().map_or_else(
        || quote!(__hs::None),
        |max| {
            let max = max.value;
            quote!(__hs::Some(#max))
        },
    );
    let layout = quote!(__hs::part_layout(#name, #of, #order, #separator, #salt, #max));
    let layout = match part.terminator {
        Some(_) => quote!(__hs::terminated(#layout)),
        None => layout,
    };
    match part.omit_none {
        Some(_) => quote!(__hs::omit_none(#layout)),
        None => layout,
    }
}

/// The separator between the salt and the first part.
pub(crate) fn salt_separator<'t>(table: &'t Table<'_>) -> Option<&'t [u8]> {
    table
        .key
        .separator
        .as_ref()
        .map(|separator| &*separator.value)
}

fn optional_bytes(bytes: Option<&[u8]>) -> TokenStream {
    let literal = bytes.map(Literal::byte_string);
    literal.map_or_else(|| quote!(__hs::None), |bytes| quote!(__hs::Some(#bytes)))
}

fn salt_text(text: &SaltText) -> TokenStream {
    match text {
        SaltText::First(count) => quote!(__hs::SaltText::First(#count)),
        SaltText::Last(count) => quote!(__hs::SaltText::Last(#count)),
        SaltText::Format(pattern) => {
            let pattern: &str = pattern;
            quote!(__hs::SaltText::Format(__hs::text(#pattern)))
        }
        // `Whole`, and additions of later versions.
        _ => quote!(__hs::SaltText::Whole),
    }
}

fn salt_value(salt: &Salt, function: Option<&syn::Path>) -> TokenStream {
    match salt {
        Salt::Buckets { count, text } => quote!(__hs::Salt::Buckets { count: #count, text: #text }),
        Salt::Modulo { count, text } => quote!(__hs::Salt::Modulo { count: #count, text: #text }),
        Salt::RegionNumber { regions, width } => {
            quote!(__hs::Salt::RegionNumber { regions: #regions, width: #width })
        }
        Salt::JavaHash { buckets, width } => {
            quote!(__hs::Salt::JavaHash { buckets: #buckets, width: #width })
        }
        Salt::Random { count, text } => quote!(__hs::Salt::Random { count: #count, text: #text }),
        Salt::RoundRobin { count, text } => {
            quote!(__hs::Salt::RoundRobin { count: #count, text: #text })
        }
        Salt::With { .. } => with_function(salt, function),
        _ => hash_of_bytes(salt),
    }
}

/// A salt that a function computes.
fn with_function(salt: &Salt, function: Option<&syn::Path>) -> TokenStream {
    let joined = joined_text(salt.joined());
    let Salt::With {
        function: named,
        width,
        values,
        text,
        ..
    } = salt
    else {
        return TokenStream::new();
    };
    let path = named.path();
    let function = quote_spanned!(function.span()=> __hs::SaltFunction::new(#path, #function));
    quote! {
        __hs::Salt::With {
            function: #function, width: #width, values: #values, text: #text, joined: #joined
        }
    }
}

/// A salt that hashes the joined parts.
fn hash_of_bytes(salt: &Salt) -> TokenStream {
    let joined = joined_text(salt.joined());
    match salt {
        Salt::Md5Hex {
            digits,
            from,
            upper,
            ..
        } => quote! {
            __hs::Salt::Md5Hex { digits: #digits, from: #from, upper: #upper, joined: #joined }
        },
        Salt::Md5 { bytes, .. } => quote!(__hs::Salt::Md5 { bytes: #bytes, joined: #joined }),
        Salt::JavaBytes {
            count, abs, text, ..
        } => quote! {
            __hs::Salt::JavaBytes { count: #count, abs: #abs, text: #text, joined: #joined }
        },
        Salt::Crc32 { count, text, .. } => {
            quote!(__hs::Salt::Crc32 { count: #count, text: #text, joined: #joined })
        }
        _ => quote!(::core::compile_error!(
            "a salt that this version of the macro does not know"
        )),
    }
}

fn joined_text(joined: Option<&str>) -> TokenStream {
    joined.map_or_else(
        || quote!(__hs::None),
        |joined| quote!(__hs::Some(__hs::text(#joined))),
    )
}

/// The layout as a table in Markdown.
pub(crate) fn describe(table: &Table<'_>) -> String {
    let mut text = String::from("| offset | bytes | part | encoding |\n|---|---|---|---|\n");
    let mut offset = Some(0);
    if let Some(salt) = &table.key.salt {
        row(
            &mut text,
            &mut offset,
            salt.value.width(),
            "salt",
            &format!("`{}`", salt.value),
        );
        separator(&mut text, &mut offset, "separator", salt_separator(table));
    }
    for part in &table.key.parts {
        let (width, words) = encoding_words(part);
        row(
            &mut text,
            &mut offset,
            width,
            &format!("`{}`", plain(part.ident)),
            &words,
        );
        let name = part.terminator.map_or("separator", |_| "terminator");
        separator(&mut text, &mut offset, name, part.separator.as_deref());
    }
    text
}

fn separator(text: &mut String, offset: &mut Option<usize>, name: &str, separator: Option<&[u8]>) {
    if let Some(separator) = separator {
        row(
            text,
            offset,
            Some(separator.len()),
            name,
            &format!("`{}`", shown(separator)),
        );
    }
}

fn row(
    text: &mut String,
    offset: &mut Option<usize>,
    width: Option<usize>,
    name: &str,
    words: &str,
) {
    let shown = |number: Option<usize>| number.map_or("by type".into(), |n| n.to_string());
    // Writing to a `String` cannot fail.
    let _ = writeln!(
        text,
        "| {} | {} | {name} | {words} |",
        shown(*offset),
        shown(width)
    );
    *offset = offset.zip(width).map(|(offset, width)| offset + width);
}

/// A part's width, and its encoding in words.
fn encoding_words(part: &Part<'_>) -> (Option<usize>, String) {
    let (width, mut words) = base_words(&part.encoding);
    let marks = [
        (part.desc.is_some(), ", descending"),
        (part.reverse.is_some(), ", backwards"),
        (part.omit_none.is_some(), ", or nothing"),
    ];
    let marks = marks.into_iter().filter(|(is_set, _)| *is_set);
    words.extend(marks.map(|(_, word)| word));
    if let Some(max) = &part.max {
        // Writing to a `String` cannot fail.
        let _ = write!(words, ", at most {} bytes", max.value);
    }
    if part.unseparated.is_some() {
        words.push_str(", its end found from that of the key");
    }
    if part.salt.is_some() {
        words.push_str(", feeds the salt");
    }
    (width, words)
}

fn time_words(kind: TimeKind) -> String {
    match kind {
        TimeKind::Millis => "ms, 8 bytes".to_owned(),
        TimeKind::NegatedMillis => "-ms, 8 bytes, newest first".to_owned(),
        TimeKind::Seconds => "seconds, 4 bytes".to_owned(),
        _ => format!("time, {} digits", kind.width()),
    }
}

fn labels_words(separator: u8) -> String {
    let separator = char::from(separator);
    format!("text, its labels backwards by `{separator}`")
}

fn list_words(sorted: bool) -> String {
    let order = if sorted { ", ascending" } else { "" };
    format!("a list of elements, up to the end of the key{order}")
}

fn base_words(encoding: &PartEncoding) -> (Option<usize>, String) {
    match encoding {
        PartEncoding::Native => (None, "the type's own".to_owned()),
        PartEncoding::Fixed { width, pad } => {
            let pad = match pad.as_ref().map(|pad| pad.value) {
                None => String::new(),
                Some(Pad::Left(pad)) => format!(", padded left with `{}`", char::from(pad)),
                Some(Pad::Right(pad)) => format!(", padded right with `{}`", char::from(pad)),
            };
            let width = width.value;
            (Some(width.into()), format!("`fixed = {width}`{pad}"))
        }
        PartEncoding::Text(_) => (None, "decimal text".to_owned()),
        PartEncoding::Escape(replacements) => {
            let escape = Escape::from(replacements.clone());
            (None, format!("text, `{escape}`"))
        }
        PartEncoding::Labels(of) => (None, labels_words(of.value)),
        PartEncoding::Length(length) => (None, format!("after its length, `{}`", length.name())),
        PartEncoding::Java(_) => (None, "as Java's `Bytes.toBytes`".to_owned()),
        PartEncoding::Ordered(_) => (None, "as `OrderedBytes`".to_owned()),
        PartEncoding::Time {
            kind,
            newest_first,
            align_ms,
            ..
        } => {
            let width = kind.width();
            let words = time_words(*kind);
            let order = newest_first.map_or("", |_| ", newest first");
            let align = align_ms.as_ref().map(|align| align.value / 1000);
            let align = align.map_or(String::new(), |s| format!(", multiples of {s} s"));
            (Some(width.into()), words + order + &align)
        }
        PartEncoding::TimeOfDay { minutes: true, .. } => (Some(2), "minute of the day".to_owned()),
        PartEncoding::TimeOfDay { .. } => (Some(4), "ms of the day".to_owned()),
        PartEncoding::List { sorted } => (None, list_words(*sorted)),
        PartEncoding::Custom(path) => (None, format!("`{}`", quote!(#path))),
    }
}
