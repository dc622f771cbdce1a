//! The attributes of `#[derive(IndexedEntry)]`: `#[entry]` on the struct, `#[index]` on a field.

use syn::{Lit, LitByte, LitInt, Path};

use super::options::options;
use super::parsed::Attr;
use crate::ast::Spanned;
use crate::read::value::{flag, in_range, path};
use crate::read::{Opt, OptionList, OptionSet, TakesName};

options! {
    /// The options of `#[entry]`.
    EntryOptions, EntryOption {
        /// The codec of the entry if a column has none: JSON, by serde.
        Json json: () = "json" by flag;
        /// The same: the functions `encode` and `decode` of a module.
        With with: Path = "with = my::module" by path;
        /// The path of the runtime (default `::hbase_schema`).
        Crate crate_path: Path = "crate = ::hbase_schema" by path;
    }
}

options! {
    /// The options of `#[index]` on a field of an entry.
    EntryFieldOptions, EntryFieldOption {
        /// The first byte of the field's index columns, 0 to 254: a number or a byte such as `b'F'`. It is stored, so a
        /// field keeps its tag for ever.
        Tag tag: u8 = "tag = 1" by tag;
        /// The encoding: the type's own, for unsigned integers, times and `[u8; N]`, instead of
        /// `OrderedBytes`, which is for signed integers, floats and text.
        Native native: () = "native" by flag;
        /// Your own encoding.
        Encoding encoding: Path = "encoding = my::Encoding" by path;
    }
}

/// `#[entry]`.
pub(super) const SET: OptionSet = OptionSet {
    written: "`#[entry]`",
    example: "#[entry(json)]",
    takes_name: TakesName::No,
    options: &[OptionList::Own(EntryOption::SPECS)],
};

/// `#[index]` on a field of an entry.
pub(super) const FIELD_SET: OptionSet = OptionSet {
    written: "`#[index]` of an entry",
    example: "#[index(tag = 1)]",
    takes_name: TakesName::No,
    options: &[OptionList::Own(EntryFieldOption::SPECS)],
};

/// `#[entry]`, on the struct of an entry.
pub(crate) type EntryAttr = Attr<EntryOptions>;

/// `#[index]`, on a field of an entry.
pub(crate) type EntryFieldAttr = Attr<EntryFieldOptions>;

/// The largest tag: no qualifier sorts after all of those that start with 255.
const MOST: u8 = u8::MAX - 1;

// tag = 1 | tag = b'F'
fn tag(opt: &Opt<'_>) -> syn::Result<Spanned<u8>> {
    opt.value()?;
    if !opt.input.peek(Lit) {
        return Err(no_tag(opt.input.span()));
    }
    match opt.input.parse()? {
        Lit::Int(number) => of_number(&number),
        Lit::Byte(byte) => of_byte(&byte),
        other => Err(no_tag(other.span())),
    }
}

fn of_number(number: &LitInt) -> syn::Result<Spanned<u8>> {
    in_range(number, "tag", &(0..=MOST))
}

fn of_byte(byte: &LitByte) -> syn::Result<Spanned<u8>> {
    let value = byte.value();
    if value > MOST {
        let message = format!("`tag` is 0 to {MOST}, not {value}");
        return Err(syn::Error::new(byte.span(), message));
    }
    Ok(Spanned::new(value, byte.span()))
}

fn no_tag(span: proc_macro2::Span) -> syn::Error {
    let message = "`tag` takes one byte: write `tag = 1`, or `tag = b'F'`";
    syn::Error::new(span, message)
}
