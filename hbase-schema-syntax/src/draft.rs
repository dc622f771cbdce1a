//! A struct with its attributes read, before anything is checked across them.

use proc_macro2::Span;
use syn::ext::IdentExt;
use syn::{Attribute, DeriveInput, Field, FieldsNamed, Ident};

use crate::attr::{
    ColumnAttr, ColumnsAttr, FamilyAttr, KeyAttr, NamingAttr, PartAttr, TableAttr, TimestampAttr,
};
use crate::errors::Sink;

/// The struct's own attributes.
#[derive(Default)]
pub(crate) struct StructAttrs {
    pub(crate) table: Option<TableAttr>,
    pub(crate) columns: Option<ColumnsAttr>,
    pub(crate) key: Option<KeyAttr>,
    pub(crate) families: Vec<FamilyAttr>,
}

/// A field and its attributes.
pub(crate) struct FieldDraft<'a> {
    pub(crate) field: &'a Field,
    pub(crate) ident: &'a Ident,
    pub(crate) part: Option<PartAttr>,
    pub(crate) column: Option<ColumnAttr>,
    pub(crate) family: Option<FamilyAttr>,
    pub(crate) timestamp: Option<TimestampAttr>,
}

/// A struct, its attributes and fields.
pub(crate) struct Draft<'a> {
    pub(crate) input: &'a DeriveInput,
    pub(crate) attrs: StructAttrs,
    pub(crate) fields: Vec<FieldDraft<'a>>,
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
            attrs,
            fields,
        }
    }

    /// The fields that are parts of the key, in order.
    pub(crate) fn parts(&self) -> Vec<(&FieldDraft<'a>, &PartAttr)> {
        let parts = self.fields.iter();
        parts.filter_map(|f| Some((f, f.part.as_ref()?))).collect()
    }

    /// The fields that are stored as cells.
    pub(crate) fn columns(&self) -> impl Iterator<Item = &FieldDraft<'a>> {
        self.fields.iter().filter(|f| f.is_column())
    }

    /// The fields that are not stored.
    pub(crate) fn skipped(&self) -> impl Iterator<Item = &FieldDraft<'a>> {
        self.fields.iter().filter(|f| f.is_skipped())
    }
}

impl StructAttrs {
    /// The options on names, of the table or of the group.
    pub(crate) fn naming(&self) -> Option<&NamingAttr> {
        let of_table = self.table.as_ref().map(|t| &t.naming);
        of_table.or_else(|| self.columns.as_ref().map(|c| &c.naming))
    }

    fn take(&mut self, attribute: &Attribute, sink: &Sink) {
        let Some(name) = attribute.path().get_ident() else {
            return;
        };
        match name.to_string().as_str() {
            "table" => once(
                &mut self.table,
                TableAttr::read(attribute, sink),
                name,
                sink,
            ),
            "columns" => once(
                &mut self.columns,
                ColumnsAttr::read(attribute, sink),
                name,
                sink,
            ),
            "rowkey" => once(&mut self.key, KeyAttr::read(attribute, sink), name, sink),
            "family" => self.families.push(FamilyAttr::read(attribute, sink)),
            "column" | "timestamp" => sink.at(
                name.span(),
                format_args!("`#[{name}]` belongs on a field, not on the struct"),
            ),
            _ => {}
        }
    }
}

impl<'a> FieldDraft<'a> {
    fn read(field: &'a Field, sink: &Sink) -> Option<Self> {
        let mut draft = Self {
            field,
            ident: field.ident.as_ref()?,
            part: None,
            column: None,
            family: None,
            timestamp: None,
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
            "rowkey" => once(&mut self.part, PartAttr::read(attribute, sink), name, sink),
            "column" => once(
                &mut self.column,
                ColumnAttr::read(attribute, sink),
                name,
                sink,
            ),
            "family" => once(
                &mut self.family,
                FamilyAttr::read(attribute, sink),
                name,
                sink,
            ),
            "timestamp" => once(
                &mut self.timestamp,
                TimestampAttr::read(attribute, sink),
                name,
                sink,
            ),
            "table" | "columns" => sink.at(
                name.span(),
                format_args!("`#[{name}]` belongs on the struct, not on a field"),
            ),
            _ => {}
        }
    }

    /// Neither part nor timestamp, and stored.
    pub(crate) fn is_column(&self) -> bool {
        self.part.is_none() && self.timestamp.is_none() && !self.says_skip()
    }

    /// Not stored.
    pub(crate) fn is_skipped(&self) -> bool {
        self.part.is_none() && self.timestamp.is_none() && self.says_skip()
    }

    fn says_skip(&self) -> bool {
        self.column
            .as_ref()
            .is_some_and(|c| c.skip.said().is_some())
    }

    /// Where `flatten` stands.
    pub(crate) fn flatten(&self) -> Option<Span> {
        self.column.as_ref()?.flatten.said()
    }

    /// The name without `r#`.
    pub(crate) fn name(&self) -> String {
        self.ident.unraw().to_string()
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
