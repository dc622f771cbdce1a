//! `#[rowkey]` on the struct.

use proc_macro2::Span;
use quote::ToTokens;
use syn::parse::ParseStream;
use syn::punctuated::Punctuated;
use syn::{Attribute, Meta, Path, Token};

use super::{SaltSpec, salt};
use crate::ast::Spanned;
use crate::errors::Sink;
use crate::read::{Entry, Opt, Place, Slot, in_parens, note, read_attribute, value};

/// What `#[rowkey]` on the struct says.
pub(crate) struct KeyAttr {
    pub(crate) span: Span,
    /// Whether nothing stands in it.
    pub(crate) is_empty: bool,
    pub(crate) salt: Slot<SaltSpec>,
    pub(crate) separator: Slot<String>,
    pub(crate) derives: Slot<Vec<Path>>,
}

impl KeyAttr {
    pub(crate) fn read(attribute: &Attribute, sink: &Sink) -> Self {
        let mut attr = Self {
            span: super::span_of(attribute),
            is_empty: is_empty(&attribute.meta),
            salt: Slot::default(),
            separator: Slot::default(),
            derives: Slot::default(),
        };
        read_attribute(attribute, Place::Key, sink, |entry| match entry {
            Entry::Literal(literal) => Err(super::no_literal(&literal, Place::Key)),
            Entry::Option(opt) => attr.option(&opt),
        });
        attr
    }

    fn option(&mut self, opt: &Opt<'_>) -> syn::Result<()> {
        match opt.name().as_str() {
            "salt" => self.salt.fill(opt, salt::read),
            "separator" => self.separator.fill(opt, separator),
            "derive" => self.derives.fill(opt, derives),
            _ => Err(opt.unknown()),
        }
    }
}

fn is_empty(meta: &Meta) -> bool {
    match meta {
        Meta::Path(_) => true,
        Meta::List(list) => list.tokens.is_empty(),
        Meta::NameValue(_) => false,
    }
}

// separator = "_"
pub(super) fn separator(opt: &Opt<'_>) -> syn::Result<Spanned<String>> {
    let text = value::text(opt, "separator = \"_\"")?;
    if text.value.is_ascii() {
        return Ok(text);
    }
    let message = format!(
        "the separator `{}` is not ASCII: take one that is, such as `_`",
        text.value
    );
    Err(syn::Error::new(text.span, message))
}

const DERIVES: &str = "derive(Eq, Hash)";

// derive(Eq, Hash)
fn derives(opt: &Opt<'_>) -> syn::Result<Spanned<Vec<Path>>> {
    opt.parens(DERIVES)?;
    let paths = in_parens(opt.input, |content| {
        if content.is_empty() {
            return Err(opt.error("`derive()` derives nothing: say what, or leave it out"));
        }
        Punctuated::<Path, Token![,]>::parse_terminated_with(content, derive_path)
    })?;
    let mut result = Ok(Vec::new());
    for path in paths {
        let before = result.as_ref().map_or(&[][..], Vec::as_slice);
        if let Some(message) = wrong_derive(&path, before) {
            note(&mut result, syn::Error::new_spanned(&path, message));
        } else if let Ok(paths) = &mut result {
            paths.push(path);
        }
    }
    Ok(Spanned::new(result?, opt.span()))
}

/// A path without arguments, as derives are.
fn derive_path(content: ParseStream<'_>) -> syn::Result<Path> {
    let at = content.span();
    let path = content.call(Path::parse_mod_style);
    path.map_err(|_| syn::Error::new(at, format_args!("`derive` takes names: write `{DERIVES}`")))
}

fn wrong_derive(path: &Path, before: &[Path]) -> Option<String> {
    let name = path.segments.last()?.ident.to_string();
    match name.as_str() {
        "Debug" | "Clone" | "PartialEq" => {
            Some(format!("`{name}` is derived for every key: leave it out"))
        }
        "Ord" | "PartialOrd" => Some(format!(
            "`{name}` is never derived for a key: its bytes sort otherwise than its fields"
        )),
        _ if before.iter().any(|p| same(p, path)) => {
            Some(format!("duplicate derive `{name}`: say it once"))
        }
        _ => None,
    }
}

/// By their tokens: comparing paths is an optional feature of `syn`.
fn same(a: &Path, b: &Path) -> bool {
    a.to_token_stream().to_string() == b.to_token_stream().to_string()
}
