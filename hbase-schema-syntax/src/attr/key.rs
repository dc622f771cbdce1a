//! `#[rowkey]` on the struct.

use quote::ToTokens;
use syn::parse::ParseStream;
use syn::punctuated::Punctuated;
use syn::{Path, Token};

use super::options::options;
use super::parsed::Attr;
use super::salt::{self, SaltSpec};
use crate::ast::Spanned;
use crate::read::value::{self, BytesOrText};
use crate::read::{Opt, OptionList, OptionSet, TakesName, in_parens, note};

options! {
    /// The options of `#[rowkey]` on the struct.
    KeyOptions, KeyOption {
        /// The salt before the key parts, computed from the parts with `salt`; without a value it is
        /// `buckets(16)`.
        Salt salt: SaltSpec = "salt = buckets(16)" by salt::read, values salt::described;
        /// The separator after the salt and between the parts.
        Separator separator: Vec<u8> = "separator = \"_\"" by separator;
        /// Derives of the key struct, in addition to `Debug`, `Clone` and `PartialEq`.
        Derive derives: Vec<Path> = "derive(Eq, Hash)" by derives;
    }
}

/// `#[rowkey]` on the struct.
pub(super) const SET: OptionSet = OptionSet {
    written: "`#[rowkey]` on the struct",
    example: "#[rowkey(salt = buckets(16), separator = \"_\")]",
    takes_name: TakesName::No,
    options: &[OptionList::Own(KeyOption::SPECS)],
};

/// `#[rowkey]`, on the struct.
pub(crate) type KeyAttr = Attr<KeyOptions>;

// separator = "_" | separator = b"\xff"
pub(super) fn separator(opt: &Opt<'_>) -> syn::Result<Spanned<Vec<u8>>> {
    let (name, bytes) = (opt.name(), value::bytes(opt)?);
    match bytes {
        BytesOrText::Bytes(bytes) => Ok(bytes),
        BytesOrText::Text(text) if text.value.is_ascii() => Ok(text.map(String::into_bytes)),
        BytesOrText::Text(text) => {
            let message = format!(
                "the {name} `{}` is not ASCII: take one that is, such as `_`, or write its bytes, as in `b\"\\xFF\"`",
                text.value
            );
            Err(syn::Error::new(text.span, message))
        }
    }
}

// derive(Eq, Hash)
fn derives(opt: &Opt<'_>) -> syn::Result<Spanned<Vec<Path>>> {
    opt.parens()?;
    let paths = in_parens(opt.input, |content| {
        if content.is_empty() {
            return Err(opt.error("`derive()` derives nothing: name a derive, or leave it out"));
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

/// Parses a path without arguments, as derives have.
fn derive_path(content: ParseStream<'_>) -> syn::Result<Path> {
    let at = content.span();
    let path = content.call(Path::parse_mod_style);
    let example = KeyOption::Derive.spec().example;
    path.map_err(|_| syn::Error::new(at, format_args!("`derive` takes names: write `{example}`")))
}

fn wrong_derive(path: &Path, before: &[Path]) -> Option<String> {
    let name = path.segments.last()?.ident.to_string();
    match name.as_str() {
        "Debug" | "Clone" | "PartialEq" => {
            Some(format!("`{name}` is derived for every key: leave it out"))
        }
        "Ord" | "PartialOrd" => Some(format!(
            "`{name}` is never derived for a key: its bytes sort differently from its fields"
        )),
        _ if before.iter().any(|p| same(p, path)) => {
            Some(format!("duplicate derive `{name}`: write it once"))
        }
        _ => None,
    }
}

/// Compares tokens: `syn` compares paths only with an optional feature.
fn same(a: &Path, b: &Path) -> bool {
    a.to_token_stream().to_string() == b.to_token_stream().to_string()
}
