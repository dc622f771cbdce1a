//! An enum of unit variants, each with a code.

use proc_macro2::Span;
use syn::ext::IdentExt;
use syn::spanned::Spanned as _;
use syn::{
    Attribute, DataEnum, DeriveInput, Expr, Ident, Lit, LitStr, Meta, MetaNameValue, Path, Variant,
};

use super::{SingleDerive, path};
use crate::errors::Sink;

/// An enum of unit variants, each with a code.
pub struct Codes<'a> {
    /// The enum.
    pub input: &'a DeriveInput,
    /// The type of the codes.
    pub code: Code,
    /// The variants, in source order; at least one.
    pub variants: Vec<Coded<'a>>,
    /// `crate = path`.
    pub crate_path: Option<Path>,
}

impl Codes<'_> {
    /// The codes as a column's schema lists them; empty if one is not written in decimal digits.
    pub fn list(&self) -> String {
        let codes = self.variants.iter().map(|variant| {
            let code = match &self.code {
                Code::Text(_) => variant.code.clone(),
                Code::Number(_) => variant.code.parse::<i128>().ok()?.to_string(),
            };
            Some((code, variant.ident.unraw().to_string()))
        });
        let codes: Option<Vec<_>> = codes.collect();
        let codes = codes.unwrap_or_default();
        let pairs = codes.iter();
        hbase_model::codes::code_list(pairs.map(|(code, name)| (code.as_str(), name.as_str())))
    }
}

/// The type of an enum's codes.
#[derive(Clone, PartialEq, Eq)]
pub enum Code {
    /// Texts, by `#[code = "…"]`; with their length in bytes if all have the same.
    Text(Option<u16>),
    /// Numbers, by `A = 1`, of the type in `#[repr]`.
    Number(Ident),
}

/// One variant and its code.
pub struct Coded<'a> {
    /// The variant's name.
    pub ident: &'a Ident,
    /// The code as in the source.
    pub code: String,
}

const NUMBERS: [&str; 10] = [
    "u8", "u16", "u32", "u64", "u128", "i8", "i16", "i32", "i64", "i128",
];

pub(super) fn read<'a>(
    input: &'a DeriveInput,
    data: &'a DataEnum,
    derive: SingleDerive,
    sink: &Sink,
) -> Option<Codes<'a>> {
    let crate_path = path::read(input, derive, sink);
    if data.variants.is_empty() {
        let name = &input.ident;
        let message = format!("`{name}` has no variant: codes need at least one");
        sink.at(name.span(), message);
        return None;
    }
    for variant in data.variants.iter().filter(|v| !v.fields.is_empty()) {
        has_fields(variant, sink);
    }
    let texts: Vec<_> = data.variants.iter().map(|v| text(v, sink)).collect();
    let has_texts = data.variants.iter().any(|v| code_of(v).is_some());
    let (code, codes) = if has_texts {
        (of_text(&texts, data, sink), texts)
    } else {
        (number(input, data, sink)?, numbers(data))
    };
    let variants = data.variants.iter().zip(codes);
    let variants = variants.map(|(variant, code)| {
        Some(Coded {
            ident: &variant.ident,
            code: code?.value(),
        })
    });
    Some(Codes {
        input,
        code,
        variants: variants.collect::<Option<_>>()?,
        crate_path,
    })
}

fn has_fields(variant: &Variant, sink: &Sink) {
    let name = &variant.ident;
    let message = format!("`{name}` has fields: a code represents a variant without fields");
    sink.at(variant.fields.span(), message);
}

fn code_of(variant: &Variant) -> Option<&Attribute> {
    variant.attrs.iter().find(|a| a.path().is_ident("code"))
}

/// The text of `#[code = "…"]`.
fn text(variant: &Variant, sink: &Sink) -> Option<LitStr> {
    let mut codes = variant.attrs.iter().filter(|a| a.path().is_ident("code"));
    let attribute = codes.next()?;
    for again in codes {
        let message = "duplicate attribute `#[code]`: a variant has one code";
        sink.at(span_of(again), message);
    }
    let Meta::NameValue(MetaNameValue { value, .. }) = &attribute.meta else {
        let message = "`#[code]` needs a text: write `#[code = \"A\"]`";
        sink.at(span_of(attribute), message);
        return None;
    };
    match value {
        Expr::Lit(literal) => match &literal.lit {
            Lit::Str(text) => Some(text.clone()),
            _ => not_text(value, sink),
        },
        _ => not_text(value, sink),
    }
}

fn not_text(value: &Expr, sink: &Sink) -> Option<LitStr> {
    let message = "`#[code]` takes a text in quotes; for numbers leave it out, and write `A = 1` and `#[repr(u8)]` on the enum";
    sink.at(value.span(), message);
    None
}

/// Checks that every variant has a text, and that texts are unique.
fn of_text(texts: &[Option<LitStr>], data: &DataEnum, sink: &Sink) -> Code {
    let bare = |v: &&Variant| code_of(v).is_none() && v.fields.is_empty();
    for variant in data.variants.iter().filter(bare) {
        let name = &variant.ident;
        let message = format!("`{name}` has no code, the others have: write `#[code = \"…\"]`");
        sink.at(name.span(), message);
    }
    let mut seen: Vec<(String, &Ident)> = Vec::new();
    for (text, variant) in texts.iter().zip(&data.variants) {
        let Some(text) = text else { continue };
        let code = text.value();
        if code.is_empty() {
            let message = "found an empty code, expected a text: it would look like no value";
            sink.at(text.span(), message);
        } else if let Some((_, first)) = seen.iter().find(|(known, _)| *known == code) {
            let message = format!("duplicate code {code:?}: `{first}` has it already");
            sink.at(text.span(), message);
        }
        seen.push((code, &variant.ident));
    }
    let mut lengths = seen.iter().map(|(code, _)| code.len());
    let first = lengths.next().unwrap_or(0);
    let width = lengths.all(|length| length == first).then_some(first);
    Code::Text(width.and_then(|width| u16::try_from(width).ok()))
}

/// Checks that every variant has a number, and the enum their type.
fn number(input: &DeriveInput, data: &DataEnum, sink: &Sink) -> Option<Code> {
    let bare = |v: &&Variant| v.discriminant.is_none() && v.fields.is_empty();
    for variant in data.variants.iter().filter(bare) {
        let name = &variant.ident;
        let message = format!(
            "`{name}` has no code: write `#[code = \"…\"]`, or `{name} = 1` and `#[repr(u8)]` on the enum; codes are stored, so the derive does not invent one"
        );
        sink.at(name.span(), message);
    }
    let all_numbered = data.variants.iter().all(|v| v.discriminant.is_some());
    let width = repr(input);
    if width.is_none() && all_numbered {
        let message = format!(
            "the width of the codes of `{}` is not declared: write `#[repr(u8)]`, or another of {}",
            input.ident,
            NUMBERS.join(", ")
        );
        sink.at(input.ident.span(), message);
    }
    width.map(Code::Number)
}

fn numbers(data: &DataEnum) -> Vec<Option<LitStr>> {
    let written = data.variants.iter().map(|variant| {
        let (_, number) = variant.discriminant.as_ref()?;
        let text = quote::quote!(#number).to_string().replace("- ", "-");
        Some(LitStr::new(&text, number.span()))
    });
    written.collect()
}

/// The type of `#[repr(u8)]`.
fn repr(input: &DeriveInput) -> Option<Ident> {
    let mut found = None;
    for attribute in input.attrs.iter().filter(|a| a.path().is_ident("repr")) {
        // The compiler reports an invalid `repr`.
        let _ = attribute.parse_nested_meta(|meta| {
            if let Some(ident) = meta.path.get_ident()
                && NUMBERS.iter().any(|number| ident == number)
            {
                found = Some(ident.clone());
            }
            Ok(())
        });
    }
    found
}

/// The span of an attribute's name.
pub(super) fn span_of(attribute: &Attribute) -> Span {
    attribute.path().span()
}
