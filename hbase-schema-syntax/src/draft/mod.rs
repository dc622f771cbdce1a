//! A struct with parsed attributes: the input of the rules and of lowering.

mod columns;
mod families;
mod indexes;
mod key;
mod splits;

use syn::ext::IdentExt;
use syn::{Attribute, DeriveInput, Field, FieldsNamed, Ident, Path};

use crate::attr::{
    AllowOption, BareAttr, BitOptions, ColumnAttr, ColumnsAttr, FamilyAttr, IndexAttr, KeyAttr,
    NamePartAttr, NamingOptions, PartAttr, QualifierAttr, StructIndexAttr, TableAttr,
    TimestampAttr,
};
use crate::errors::Sink;
use crate::read::Slot;

pub(crate) use indexes::IndexDraft;

/// A struct, its attributes and fields.
pub(crate) struct Draft<'a> {
    pub(crate) input: &'a DeriveInput,
    /// The attribute of the key and its parts, in messages.
    pub(crate) key_attribute: &'static str,
    pub(crate) attrs: StructAttrs,
    pub(crate) fields: Vec<FieldDraft<'a>>,
}

/// The struct's own attributes.
#[derive(Default)]
pub(crate) struct StructAttrs {
    pub(crate) table: Option<TableAttr>,
    pub(crate) columns: Option<ColumnsAttr>,
    pub(crate) key: Option<KeyAttr>,
    pub(crate) families: Vec<FamilyAttr>,
    pub(crate) indexes: Vec<StructIndexAttr>,
}

/// A field and its attributes.
pub(crate) struct FieldDraft<'a> {
    pub(crate) field: &'a Field,
    pub(crate) ident: &'a Ident,
    pub(crate) part: Option<PartAttr>,
    /// The bits of a part of a qualifier.
    pub(crate) bits: BitOptions,
    pub(crate) column: Option<ColumnAttr>,
    pub(crate) family: Option<FamilyAttr>,
    pub(crate) index: Option<IndexAttr>,
    pub(crate) timestamp: Option<TimestampAttr>,
    pub(crate) table_date: Option<BareAttr>,
    pub(crate) version: Option<BareAttr>,
}

impl<'a> Draft<'a> {
    pub(crate) fn read(input: &'a DeriveInput, fields: &'a FieldsNamed, sink: &Sink) -> Self {
        let mut attrs = StructAttrs::default();
        for attribute in &input.attrs {
            attrs.take(attribute, sink);
        }
        let fields = fields
            .named
            .iter()
            .filter_map(|field| FieldDraft::read(field, sink))
            .collect();
        Self {
            input,
            key_attribute: "rowkey",
            attrs,
            fields,
        }
    }

    /// Reads the struct of a qualifier, all of whose fields are parts.
    pub(crate) fn read_qualifier(
        input: &'a DeriveInput,
        fields: &'a FieldsNamed,
        sink: &Sink,
    ) -> (Self, Slot<Path>) {
        let mut attr = None;
        for attribute in input.attrs.iter().filter(|a| a.path().is_ident(QUALIFIER)) {
            once(&mut attr, QualifierAttr::of, attribute, sink);
        }
        let (crate_path, key) = match attr.map(QualifierAttr::into_key) {
            Some((path, key)) => (path, Some(key)),
            None => (Slot::default(), None),
        };
        let fields = fields.named.iter();
        let fields = fields.filter_map(|field| FieldDraft::read_part(field, sink));
        let draft = Self {
            input,
            key_attribute: QUALIFIER,
            attrs: StructAttrs {
                key,
                ..StructAttrs::default()
            },
            fields: fields.collect(),
        };
        (draft, crate_path)
    }

    /// The naming options of the table or the group.
    pub(crate) fn naming(&self) -> Option<&NamingOptions> {
        let of_table = self.attrs.table.as_ref().map(|t| &t.options.naming);
        of_table.or_else(|| self.attrs.columns.as_ref().map(|c| &c.options))
    }

    /// Whether `allow(…)` permits an exception.
    pub(crate) fn allows(&self, option: AllowOption) -> bool {
        self.naming().is_some_and(|n| n.allows(option))
    }
}

impl StructAttrs {
    fn take(&mut self, attribute: &Attribute, sink: &Sink) {
        let Some(name) = attribute.path().get_ident() else {
            return;
        };
        match name.to_string().as_str() {
            "table" => once(&mut self.table, TableAttr::of, attribute, sink),
            "columns" => once(&mut self.columns, ColumnsAttr::of, attribute, sink),
            "rowkey" => once(&mut self.key, KeyAttr::of, attribute, sink),
            "family" => self.families.extend(FamilyAttr::all_of(attribute, sink)),
            "index" => self.indexes.push(StructIndexAttr::of(attribute, sink)),
            "column" | "timestamp" | "table_date" | "version" => sink.at(
                name.span(),
                format_args!("`#[{name}]` belongs on a field, not on the struct"),
            ),
            _ => {}
        }
    }
}

impl<'a> FieldDraft<'a> {
    /// A field without attributes.
    fn new(field: &'a Field) -> Option<Self> {
        Some(Self {
            field,
            ident: field.ident.as_ref()?,
            part: None,
            bits: BitOptions::default(),
            column: None,
            family: None,
            index: None,
            timestamp: None,
            table_date: None,
            version: None,
        })
    }

    /// Reads a part of a qualifier.
    fn read_part(field: &'a Field, sink: &Sink) -> Option<Self> {
        let mut draft = Self::new(field)?;
        let mut attr = None;
        for attribute in field.attrs.iter().filter(|a| a.path().is_ident(QUALIFIER)) {
            once(&mut attr, NamePartAttr::of_field, attribute, sink);
        }
        let (part, bits) = match attr.map(NamePartAttr::into_part) {
            Some((part, bits)) => (part, bits),
            None => (PartAttr::without_options(field), BitOptions::default()),
        };
        draft.part = Some(part);
        draft.bits = bits;
        Some(draft)
    }

    fn read(field: &'a Field, sink: &Sink) -> Option<Self> {
        let mut draft = Self::new(field)?;
        for attribute in &field.attrs {
            draft.take(attribute, sink);
        }
        Some(draft)
    }

    fn take(&mut self, attribute: &Attribute, sink: &Sink) {
        let Some(name) = attribute.path().get_ident() else {
            return;
        };
        match name.to_string().as_str() {
            "rowkey" => once(&mut self.part, PartAttr::of, attribute, sink),
            "column" => once(&mut self.column, ColumnAttr::of, attribute, sink),
            "family" => once(&mut self.family, FamilyAttr::of, attribute, sink),
            "index" => once(&mut self.index, IndexAttr::of, attribute, sink),
            "timestamp" => once(&mut self.timestamp, TimestampAttr::of, attribute, sink),
            "table_date" => once(&mut self.table_date, BareAttr::table_date, attribute, sink),
            "version" => once(&mut self.version, BareAttr::version, attribute, sink),
            "table" | "columns" => sink.at(
                name.span(),
                format_args!("`#[{name}]` belongs on the struct, not on a field"),
            ),
            _ => {}
        }
    }

    /// The name without `r#`.
    pub(crate) fn name(&self) -> String {
        self.ident.unraw().to_string()
    }
}

/// The attribute of qualifiers.
const QUALIFIER: &str = "qualifier";

/// Reads an attribute, which may occur only once.
pub(crate) fn once<T>(
    slot: &mut Option<T>,
    read: fn(&Attribute, &Sink) -> T,
    attribute: &Attribute,
    sink: &Sink,
) {
    let attr = read(attribute, sink);
    let Some(name) = attribute.path().get_ident() else {
        return;
    };
    if slot.is_some() {
        sink.at(
            name.span(),
            format_args!("duplicate attribute `#[{name}]`: put its options into one"),
        );
        return;
    }
    *slot = Some(attr);
}
