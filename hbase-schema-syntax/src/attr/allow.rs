//! `allow(…)` of `#[table]` and `#[columns]`: exceptions from rules.

use super::options::options;
use super::{Options, no_literal, unknown};
use crate::ast::Spanned;
use crate::read::value::flag;
use crate::read::{Entry, Opt, OptionList, OptionSet, Value, in_parens, list};

options! {
    /// The exceptions that `allow(…)` permits.
    AllowOptions, AllowOption {
        /// No advice on the length of the name of a table and its namespace.
        NameLength name_length: () = "name_length" by flag;
        /// No advice on the length of families.
        FamilyLength family_length: () = "family_length" by flag;
        /// No advice on the length of qualifiers.
        QualifierLength qualifier_length: () = "qualifier_length" by flag;
        /// More than 3 families, and no advice on their number.
        Families families: () = "families" by flag;
        /// A time or a sequence as the first key part, without a salt.
        Hotspot hotspot: () = "hotspot" by flag;
        /// A key over 100 bytes, and no advice on its length.
        KeyLength key_length: () = "key_length" by flag;
        /// A layout that cannot follow advice, such as that of another program's table: `hbase-schema check` prints no advice.
        Advice advice: () = "advice" by flag;
    }
}

const SET: OptionSet = OptionSet::list("`allow(…)`", &[OptionList::Own(AllowOption::SPECS)]);

// allow(name_length, hotspot)
pub(super) fn read(opt: &Opt<'_>) -> syn::Result<Spanned<AllowOptions>> {
    opt.parens()?;
    let mut allow = AllowOptions::default();
    in_parens(opt.input, |content| {
        if content.is_empty() {
            return Err(opt.error("`allow()` allows nothing: name an exception, or leave it out"));
        }
        list(content, SET, opt.others, &mut |entry| match entry {
            Entry::Literal(literal) => Err(no_literal(&literal, SET)),
            Entry::Option(opt) => allow.take(&opt).unwrap_or_else(|| Err(unknown(&opt))),
        })
    })?;
    Ok(Spanned::new(allow, opt.span()))
}

/// The exceptions, for `OPTIONS.md`.
pub(super) fn described() -> Vec<Value> {
    let described = SET.iter().map(|spec| Value {
        written: format!("allow({})", spec.example),
        doc: spec.doc,
    });
    described.collect()
}
