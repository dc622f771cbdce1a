//! `#[index]`, on a field or on the struct.

use hbase_model::descriptor::Ttl;
use proc_macro2::Span;
use syn::ext::IdentExt;
use syn::parse::ParseBuffer;
use syn::{Ident, Token, token};

use super::options::options;
use super::parsed::Attr;
use super::{SplitsSpec, no_literal, splits, ttl};
use crate::ast::Spanned;
use crate::read::value::{flag, number_here};
use crate::read::{Entry, Opt, OptionList, OptionSet, TakesName, here, in_parens, list};

options! {
    /// The options of every `#[index]`.
    IndexOptions, IndexOption {
        /// The TTL of the entries, or `forever`. It exceeds the TTL of the indexed columns by at least two minutes, the
        /// default limit of a query and the difference of servers' clocks, and does so by exactly two minutes by default.
        /// Without a TTL of the columns, entries never expire.
        Ttl ttl: u64 = "ttl = \"366d\"" by entry_ttl;
        /// The split points of the index's table: some first bytes of values of the first field, for
        /// text its first characters. `hex_string` and `decimal_string` match text, `uniform` integers
        /// and arrays of bytes.
        Splits splits: SplitsSpec = "splits = [\"h\", \"p\"]" by splits::read;
        /// Spreads the entries over 2 to 256 buckets, by a hash of the row key: for few values, or values that
        /// rise. A region for each bucket. A query reads all buckets.
        Buckets buckets: u16 = "buckets(8)" by buckets;
    }
}

options! {
    /// The options of `#[index]` on a field.
    FieldIndexOptions, FieldIndexOption includes shared: IndexOptions {
        /// Descending: queries return the largest values first. The entries contain the bytes of the
        /// values inverted.
        Desc desc: () = "desc" by flag;
    }
}

options! {
    /// The options of `#[index]` on the struct.
    StructIndexOptions, StructIndexOption includes shared: IndexOptions {
        /// The indexed fields, 2 to 8, in the order of the entries' keys. Key parts can be among them, beside at
        /// least one column. `desc(sent)` is a field in descending order.
        Fields fields: Vec<FieldSpec> = "fields(sender, sent)" by fields;
    }
}

/// The bounds of the number of buckets: a bucket is one byte.
const BUCKETS: std::ops::RangeInclusive<u16> = 2..=256;

/// A field that `fields(…)` names.
#[derive(Clone)]
pub(crate) struct FieldSpec {
    /// The name without `r#`.
    pub(crate) name: Spanned<String>,
    /// The span of `desc`.
    pub(crate) desc: Option<Span>,
}

/// `#[index]` on a field.
pub(super) const SET: OptionSet = OptionSet {
    written: "`#[index]`",
    example: "#[index(\"DLQX:MAIL_BY_SENDER\")]",
    takes_name: TakesName::Text,
    options: &[
        OptionList::Own(FieldIndexOption::SPECS),
        OptionList::Own(IndexOption::SPECS),
    ],
};

/// `#[index]` on the struct.
pub(super) const STRUCT_SET: OptionSet = OptionSet {
    written: "`#[index]` on the struct",
    example: "#[index(\"DLQX:MAIL_BY_TIME\", fields(sender, sent))]",
    takes_name: TakesName::Text,
    options: &[
        OptionList::Own(StructIndexOption::SPECS),
        OptionList::Own(IndexOption::SPECS),
    ],
};

/// The option that only `#[index]` on the struct has.
pub(super) const OF_STRUCT: OptionSet = OptionSet {
    options: &[OptionList::Own(StructIndexOption::SPECS)],
    ..STRUCT_SET
};

/// `#[index]`, on a field.
pub(crate) type IndexAttr = Attr<FieldIndexOptions>;

/// `#[index]`, on the struct.
pub(crate) type StructIndexAttr = Attr<StructIndexOptions>;

fn entry_ttl(opt: &Opt<'_>) -> syn::Result<Spanned<u64>> {
    ttl::read(opt, &(1..=Ttl::FOREVER.as_secs().into()))
}

// buckets(8)
fn buckets(opt: &Opt<'_>) -> syn::Result<Spanned<u16>> {
    if !opt.input.peek(token::Paren) {
        return Err(opt.error("`buckets` takes a number in parentheses: write `buckets(8)`"));
    }
    in_parens(opt.input, |content| {
        number_here(content, "buckets", "buckets(8)", &BUCKETS)
    })
}

const NAMES: OptionSet = OptionSet::list("`fields(…)`", &[]);

// fields(sender, sent)
fn fields(opt: &Opt<'_>) -> syn::Result<Spanned<Vec<FieldSpec>>> {
    opt.parens()?;
    let mut fields = Vec::new();
    in_parens(opt.input, |content| {
        list(content, NAMES, opt.others, &mut |entry| match entry {
            Entry::Literal(literal) => Err(quoted(&literal)),
            Entry::Option(field) => {
                fields.push(field_spec(&field)?);
                Ok(())
            }
        })
    })?;
    Ok(Spanned::new(fields, opt.span()))
}

// sent, desc(sent)
fn field_spec(field: &Opt<'_>) -> syn::Result<FieldSpec> {
    if field.name() == "desc" && field.input.peek(token::Paren) {
        return Ok(FieldSpec {
            name: in_parens(field.input, only_name)?,
            desc: Some(field.span()),
        });
    }
    field.flag()?;
    Ok(FieldSpec {
        name: Spanned::new(field.name(), field.span()),
        desc: None,
    })
}

fn only_name(content: &ParseBuffer<'_>) -> syn::Result<Spanned<String>> {
    if !content.peek(Ident::peek_any) {
        let message = "`desc` takes the name of one field: write `desc(sent)`";
        return Err(here(content, message));
    }
    let name = Ident::parse_any(content)?;
    if content.peek(Token![,]) {
        let message = "`desc` takes the name of one field: write `desc` for each, as in `fields(desc(sender), desc(sent))`";
        return Err(here(content, message));
    }
    Ok(Spanned::new(name.unraw().to_string(), name.span()))
}

fn quoted(literal: &syn::Lit) -> syn::Error {
    match literal {
        syn::Lit::Str(name) => {
            let message = format!(
                "`fields(…)` takes names of fields without quotes: write `{}`",
                name.value()
            );
            syn::Error::new(literal.span(), message)
        }
        _ => no_literal(literal, STRUCT_SET),
    }
}
