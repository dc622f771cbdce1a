//! A struct with parsed attributes: the input of the rules and of lowering.

mod columns;
mod families;
mod indexes;
mod key;
mod splits;

use syn::ext::IdentExt;
use syn::{Attribute, DeriveInput, Field, FieldsNamed, Ident, Path};

use crate::attr::{
    AllowOption, ColumnAttr, ColumnsAttr, FamilyAttr, IndexAttr, KeyAttr, NamingOptions, PartAttr,
    QualifierAttr, StructIndexAttr, TableAttr, TableDateAttr, TimestampAttr,
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
    pub(crate) column: Option<ColumnAttr>,
    pub(crate) family: Option<FamilyAttr>,
    pub(crate) index: Option<IndexAttr>,
    pub(crate) timestamp: Option<TimestampAttr>,
    pub(crate) table_date: Option<TableDateAttr>,
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
            let read = QualifierAttr::of(attribute, sink);
            once_at(&mut attr, read, attribute, sink);
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
            "table" => once(&mut self.table, TableAttr::of(attribute, sink), name, sink),
            "columns" => once(
                &mut self.columns,
                ColumnsAttr::of(attribute, sink),
                name,
                sink,
            ),
            "rowkey" => once(&mut self.key, KeyAttr::of(attribute, sink), name, sink),
            "family" => self.families.extend(FamilyAttr::all_of(attribute, sink)),
            "index" => self.indexes.push(StructIndexAttr::of(attribute, sink)),
            "column" | "timestamp" | "table_date" => sink.at(
                name.span(),
                format_args!("`#[{name}]` belongs on a field, not on the struct"),
            ),
            _ => {}
        }
    }
}

impl<'a> FieldDraft<'a> {
    /// Reads a part of a qualifier.
    fn read_part(field: &'a Field, sink: &Sink) -> Option<Self> {
        let mut part = None;
        for attribute in field.attrs.iter().filter(|a| a.path().is_ident(QUALIFIER)) {
            once_at(
                &mut part,
                PartAttr::of_qualifier(attribute, sink),
                attribute,
                sink,
            );
        }
        Some(Self {
            field,
            ident: field.ident.as_ref()?,
            part: Some(part.unwrap_or_else(|| PartAttr::without_options(field))),
            column: None,
            family: None,
            index: None,
            timestamp: None,
            table_date: None,
        })
    }

    fn read(field: &'a Field, sink: &Sink) -> Option<Self> {
        let mut draft = Self {
            field,
            ident: field.ident.as_ref()?,
            part: None,
            column: None,
            family: None,
            index: None,
            timestamp: None,
            table_date: None,
        };
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
            "rowkey" => once(&mut self.part, PartAttr::of(attribute, sink), name, sink),
            "column" => once(
                &mut self.column,
                ColumnAttr::of(attribute, sink),
                name,
                sink,
            ),
            "family" => once(
                &mut self.family,
                FamilyAttr::of(attribute, sink),
                name,
                sink,
            ),
            "index" => once(&mut self.index, IndexAttr::of(attribute, sink), name, sink),
            "timestamp" => {
                let read = TimestampAttr::of(attribute, sink);
                once(&mut self.timestamp, read, name, sink);
            }
            "table_date" => {
                let read = TableDateAttr::of(attribute, sink);
                once(&mut self.table_date, read, name, sink);
            }
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

fn once_at<T>(slot: &mut Option<T>, attr: T, attribute: &Attribute, sink: &Sink) {
    if let Some(name) = attribute.path().get_ident() {
        once(slot, attr, name, sink);
    }
}

fn once<T>(slot: &mut Option<T>, attr: T, name: &Ident, sink: &Sink) {
    if slot.is_some() {
        sink.at(
            name.span(),
            format_args!("duplicate attribute `#[{name}]`: put its options into one"),
        );
        return;
    }
    *slot = Some(attr);
}
