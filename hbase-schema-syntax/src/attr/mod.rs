//! Parses each attribute by itself; the rules check them together.

mod allow;
mod arguments;
mod attributes;
mod column;
mod entry;
mod family;
mod index;
mod key;
mod markdown;
mod metadata;
mod name;
mod naming;
mod options;
mod part;
mod qualifier;
mod salt;
mod salt_text;
mod splits;
mod table;
mod table_date;
mod timestamp;
mod ttl;
mod unknown;

pub(crate) use allow::{AllowOption, AllowOptions};
pub(crate) use column::{ColumnOption, ColumnOptions};
pub(crate) use entry::{EntryFieldOptions, EntryOptions};
pub(crate) use family::FamilyOptions;
pub(crate) use index::{IndexOptions, StructIndexOptions};
pub(crate) use key::KeyOptions;
pub use markdown::options_markdown;
pub(crate) use metadata::Metadata;
pub(crate) use name::Name;
pub(crate) use naming::{NamingOption, NamingOptions};
pub(crate) use options::{Options, SetOptions};
pub(crate) use part::{PartOption, PartOptions};
pub(crate) use qualifier::QualifierAttr;
pub(crate) use salt::{DEFAULT as DEFAULT_SALT, digits};
pub(crate) use splits::SplitsSpec;
pub(crate) use table::TableOptions;
pub(crate) use table_date::TableDateAttr;
pub(crate) use timestamp::{Keep, TimestampOptions};
pub(crate) use unknown::{no_literal, unknown};

use proc_macro2::Span;
use syn::{Attribute, Meta};

use crate::errors::Sink;
use crate::read::{Entry, OptionSet, read_attribute};

/// The attributes that have options; `#[columns]` has none that `#[table]` lacks, and those of every
/// `#[index]` are of other attributes too.
const ATTRIBUTES: [OptionSet; 7] = [
    table::SET,
    key::SET,
    part::SET,
    family::SET,
    column::SET,
    timestamp::SET,
    index::OF_STRUCT,
];

/// `#[table]`, on the struct.
pub(crate) type TableAttr = Attr<TableOptions>;
/// `#[columns]`, on a group of columns.
pub(crate) type ColumnsAttr = Attr<NamingOptions>;
/// `#[rowkey]`, on the struct.
pub(crate) type KeyAttr = Attr<KeyOptions>;
/// `#[rowkey]`, on a field.
pub(crate) type PartAttr = Attr<PartOptions>;
/// `#[family]`, on the struct, on a key part or on a column.
pub(crate) type FamilyAttr = Attr<FamilyOptions>;
/// `#[column]`, on a field.
pub(crate) type ColumnAttr = Attr<ColumnOptions>;
/// `#[index]`, on a field.
pub(crate) type IndexAttr = Attr<IndexOptions>;
/// `#[index]`, on the struct.
pub(crate) type StructIndexAttr = Attr<StructIndexOptions>;
/// `#[entry]`, on the struct of an entry.
pub(crate) type EntryAttr = Attr<EntryOptions>;
/// `#[index]`, on a field of an entry.
pub(crate) type EntryFieldAttr = Attr<EntryFieldOptions>;
/// `#[timestamp]`, on a field.
pub(crate) type TimestampAttr = Attr<TimestampOptions>;

/// An attribute with its options.
pub(crate) struct Attr<O> {
    /// The span of the attribute's name, for errors about the whole attribute.
    pub(crate) span: Span,
    /// The unnamed argument, for attributes that take one.
    pub(crate) name: Name,
    /// Whether the attribute has no arguments.
    pub(crate) is_empty: bool,
    /// The span of the first option.
    pub(crate) first_option: Option<Span>,
    pub(crate) options: O,
}

impl<O: Options> Attr<O> {
    fn read(attribute: &Attribute, set: OptionSet, sink: &Sink) -> Self {
        let mut attr = Self {
            span: span_of(attribute),
            name: Name::of(attribute),
            is_empty: is_empty(&attribute.meta),
            first_option: None,
            options: O::default(),
        };
        read_attribute(attribute, set, sink, |entry| match entry {
            Entry::Literal(literal) if set.takes_name => attr.name.take(&literal, set),
            Entry::Literal(literal) => Err(no_literal(&literal, set)),
            Entry::Option(opt) => {
                attr.first_option.get_or_insert(opt.span());
                let taken = attr.options.take(&opt);
                taken.unwrap_or_else(|| {
                    let name = Some(&mut attr.name).filter(|_| set.takes_name);
                    Err(name.map_or_else(|| unknown(&opt), |name| name.or_unknown(&opt)))
                })
            }
        });
        attr
    }
}

fn is_empty(meta: &Meta) -> bool {
    match meta {
        Meta::Path(_) => true,
        Meta::List(list) => list.tokens.is_empty(),
        Meta::NameValue(_) => false,
    }
}

/// The span of an attribute's name.
fn span_of(attribute: &Attribute) -> Span {
    let name = attribute.path().get_ident();
    name.map_or_else(Span::call_site, syn::Ident::span)
}
