//! The attributes, read one by one; what they say together is checked later.

mod column;
mod columns;
mod duration;
mod family;
mod metadata;
mod naming;
mod rowkey_field;
mod rowkey_struct;
mod salt;
mod splits;
mod table;
mod timestamp;

pub(crate) use column::ColumnAttr;
pub(crate) use columns::ColumnsAttr;
pub(crate) use family::FamilyAttr;
pub(crate) use metadata::Metadata;
pub(crate) use naming::NamingAttr;
pub(crate) use rowkey_field::PartAttr;
pub(crate) use rowkey_struct::KeyAttr;
pub(crate) use salt::{SaltSpec, digits};
pub(crate) use splits::SplitsSpec;
pub(crate) use table::TableAttr;
pub(crate) use timestamp::TimestampAttr;

use proc_macro2::Span;
use syn::{Attribute, Lit, LitStr, MacroDelimiter, Meta};

use crate::ast::Spanned;
use crate::read::{Entry, Opt, Place, among};

/// Where an attribute stands, for messages on the whole of it.
fn span_of(attribute: &Attribute) -> Span {
    attribute
        .path()
        .get_ident()
        .map_or_else(Span::call_site, syn::Ident::span)
}

/// A name that stands by itself in an attribute, once.
#[derive(Default)]
pub(crate) struct Name {
    text: Option<Spanned<String>>,
    said: bool,
}

impl Name {
    fn take(&mut self, literal: &Lit, place: Place) -> syn::Result<()> {
        if self.said {
            let message = format!("{} takes one name: this is a second one", place.written());
            return Err(syn::Error::new(literal.span(), message));
        }
        self.said = true;
        let name: &LitStr = Entry::name(literal, place)?;
        self.text = Some(Spanned::new(name.value(), name.span()));
        Ok(())
    }

    /// A word that is no option: a name whose quotes were forgotten, or unknown.
    fn unknown(&mut self, opt: &Opt<'_>) -> syn::Error {
        if self.said || !opt.is_bare_name() {
            // A name is meant here too, only written in another way.
            self.said |= opt.name() == "name";
            return opt.unknown();
        }
        self.said = true;
        let name = opt.name();
        opt.error(format_args!(
            "`{name}` is no option of {}: write `\"{name}\"` if it is a name, or {}",
            opt.written(),
            among(opt.place().options())
        ))
    }

    /// The name, where it was said without a mistake.
    pub(crate) fn get(&self) -> Option<&Spanned<String>> {
        self.text.as_ref()
    }

    /// Where the attribute is written in another way than `#[name(…)]`, which is a mistake of its
    /// own.
    fn is_lost(attribute: &Attribute) -> bool {
        match &attribute.meta {
            Meta::Path(_) => false,
            Meta::List(list) => !matches!(list.delimiter, MacroDelimiter::Paren(_)),
            Meta::NameValue(_) => true,
        }
    }

    /// Whether a name was said at all.
    pub(crate) fn is_said(&self) -> bool {
        self.said
    }
}

/// Refuses a literal where only options stand.
fn no_literal(literal: &Lit, place: Place) -> syn::Error {
    let written = place.written();
    let message = match place {
        Place::Within(_, options) => format!(
            "{written} takes no value by itself: expected {}",
            among(options)
        ),
        _ => format!(
            "{written} takes no value by itself: write an option, as in `{}`",
            place.example()
        ),
    };
    syn::Error::new(literal.span(), message)
}
