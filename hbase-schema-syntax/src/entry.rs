//! Parses `#[derive(IndexedEntry)]`: an entry with fields that are indexed inside the row.

use hbase_model::name::upper_snake;
use proc_macro2::{Ident, Span};
use syn::ext::IdentExt;
use syn::{Attribute, DeriveInput, Field, Path};

use crate::ast::Codec;
use crate::attr::{EntryAttr, EntryFieldAttr, EntryFieldOptions};
use crate::draft::once;
use crate::errors::{self, Errors, Sink};
use crate::shape;

/// A struct with `#[derive(IndexedEntry)]`.
pub struct EntryStruct<'a> {
    /// The struct.
    pub input: &'a DeriveInput,
    /// The indexed fields, at least one, each with its own tag.
    pub fields: Vec<EntryField<'a>>,
    /// The codec if a column has none; `None` if the struct declares none.
    pub codec: Option<Codec>,
    /// `crate = path`.
    pub crate_path: Option<Path>,
}

/// An indexed field of an entry.
pub struct EntryField<'a> {
    /// The field.
    pub field: &'a Field,
    /// The field's name as in the source.
    pub ident: &'a Ident,
    /// The first byte of its index columns.
    pub tag: u8,
    /// The encoding of its values.
    pub encoding: EntryEncoding,
    /// The name of the field's token: its name in upper snake case.
    pub token: Ident,
}

/// The encoding of an indexed field.
#[derive(Clone)]
pub enum EntryEncoding {
    /// `OrderedBytes`, the default.
    Ordered,
    /// `native`.
    Native,
    /// `encoding = path`.
    Custom(Path),
}

/// Parses and checks a struct with `#[derive(IndexedEntry)]`.
///
/// ```
/// let input = syn::parse_quote! {
///     struct Mail {
///         #[index(tag = 1)]
///         from: String,
///         subject: String,
///     }
/// };
/// let entry = hbase_schema_syntax::parse_entry(&input)?;
/// assert_eq!(entry.fields[0].tag, 1);
/// # Ok::<(), hbase_schema_syntax::Errors>(())
/// ```
///
/// # Errors
/// All errors of the struct, each at its own token.
pub fn parse_entry(input: &DeriveInput) -> Result<EntryStruct<'_>, Errors> {
    errors::collect(|sink| {
        let fields = shape::named_fields(input, "IndexedEntry", sink)?;
        let own = of_struct(input, sink);
        let fields = fields.named.iter();
        let fields: Vec<_> = fields
            .filter_map(|field| Some((field, of_field(field, sink)?)))
            .collect();
        check(input, own.as_ref(), &fields, sink);
        sink.is_empty().then(|| lower(input, own, fields)).flatten()
    })
}

fn of_struct(input: &DeriveInput, sink: &Sink) -> Option<EntryAttr> {
    let mut own = None;
    for attribute in &input.attrs {
        if attribute.path().is_ident("entry") {
            once(&mut own, EntryAttr::of, attribute, sink);
        } else if attribute.path().is_ident("index") {
            let message = "`#[index]` of an entry belongs on a field, not on the struct";
            sink.at(span_of(attribute), message);
        }
    }
    own
}

fn of_field(field: &Field, sink: &Sink) -> Option<EntryFieldAttr> {
    let mut own = None;
    for attribute in &field.attrs {
        if attribute.path().is_ident("index") {
            once(&mut own, EntryFieldAttr::of, attribute, sink);
        } else if attribute.path().is_ident("entry") {
            let message = "`#[entry]` belongs on the struct, not on a field";
            sink.at(span_of(attribute), message);
        }
    }
    own
}

fn span_of(attribute: &Attribute) -> Span {
    let name = attribute.path().get_ident();
    name.map_or_else(Span::call_site, Ident::span)
}

type Marked<'a> = (&'a Field, EntryFieldAttr);

fn check(input: &DeriveInput, own: Option<&EntryAttr>, fields: &[Marked<'_>], sink: &Sink) {
    if fields.is_empty() {
        let name = &input.ident;
        let message = format!("`{name}` has no indexed field: mark one with `#[index(tag = 1)]`");
        sink.at(name.span(), message);
    }
    if let Some(options) = own.map(|own| &own.options)
        && let (Some(_), Some(with)) = (options.json.span(), options.with.span())
    {
        sink.at(with, "`with` and `json` are two codecs: choose one");
    }
    for (at, (field, attr)) in fields.iter().enumerate() {
        has_tag(field, attr, &fields[..at], sink);
        has_one_encoding(&attr.options, sink);
        has_token(field, &fields[..at], sink);
    }
}

fn has_tag(field: &Field, attr: &EntryFieldAttr, before: &[Marked<'_>], sink: &Sink) {
    let Some(tag) = attr.options.tag.spanned() else {
        if !attr.options.tag.is_set() {
            let free = (1..u8::MAX)
                .find(|tag| before.iter().all(|(_, b)| b.options.tag.get() != Some(tag)));
            let message = format!(
                "`#[index]` on `{}` has no tag, which is stored and must never change: write `#[index(tag = {})]`",
                name_of(field),
                free.unwrap_or_default()
            );
            sink.at(attr.span, message);
        }
        return;
    };
    let same = |(_, other): &&Marked<'_>| other.options.tag.get() == Some(&tag.value);
    if let Some((other, _)) = before.iter().find(same) {
        let message = format!(
            "the tag {} is already that of `{}`: each field needs its own tag",
            tag.value,
            name_of(other)
        );
        sink.at(tag.span, message);
    }
}

fn has_one_encoding(options: &EntryFieldOptions, sink: &Sink) {
    if let (Some(_), Some(encoding)) = (options.native.span(), options.encoding.span()) {
        let message = "`encoding` and `native` are two encodings: choose one";
        sink.at(encoding, message);
    }
}

fn has_token(field: &Field, before: &[Marked<'_>], sink: &Sink) {
    let name = name_of(field);
    let span = field
        .ident
        .as_ref()
        .map_or_else(Span::call_site, Ident::span);
    let Some(token) = token_of(field) else {
        let message = format!("`{name}` gives no constant in upper case: rename the field");
        return sink.at(span, message);
    };
    if let Some((other, _)) = before
        .iter()
        .find(|(other, _)| token_of(other).as_ref() == Some(&token))
    {
        let message = format!(
            "the fields `{}` and `{name}` would both be the constant `{token}`: rename one",
            name_of(other)
        );
        sink.at(span, message);
    }
}

fn name_of(field: &Field) -> String {
    let name = field.ident.as_ref();
    name.map_or_else(String::new, |name| name.unraw().to_string())
}

fn token_of(field: &Field) -> Option<Ident> {
    let mut token: Ident = syn::parse_str(&upper_snake(&name_of(field))).ok()?;
    token.set_span(field.ident.as_ref()?.span());
    Some(token)
}

fn lower<'a>(
    input: &'a DeriveInput,
    own: Option<EntryAttr>,
    fields: Vec<Marked<'a>>,
) -> Option<EntryStruct<'a>> {
    let fields = fields.into_iter().map(|(field, attr)| {
        Some(EntryField {
            field,
            ident: field.ident.as_ref()?,
            tag: *attr.options.tag.get()?,
            encoding: encoding(&attr.options),
            token: token_of(field)?,
        })
    });
    let options = own.map(|own| own.options).unwrap_or_default();
    let json = options.json.span().map(Codec::Json);
    Some(EntryStruct {
        input,
        fields: fields.collect::<Option<_>>()?,
        codec: json.or_else(|| options.with.cloned().map(Codec::With)),
        crate_path: options.crate_path.cloned(),
    })
}

fn encoding(options: &EntryFieldOptions) -> EntryEncoding {
    if options.native.is_set() {
        return EntryEncoding::Native;
    }
    let custom = options.encoding.cloned();
    custom.map_or(EntryEncoding::Ordered, EntryEncoding::Custom)
}
