//! Lowers a draft that passed every rule to the checked table.

mod column;
mod descriptor;
mod index;
mod key;

use hbase_model::name::{DatedName, NamingRules};
use syn::Path;

use crate::ast::{Allow, BitField, ColumnGroup, DateField, QualifierStruct, Table, TimestampField};
use crate::attr::AllowOption;
use crate::draft::{Draft, FieldDraft};

/// Lowers a table.
pub(crate) fn table<'a>(draft: &Draft<'a>) -> Option<Table<'a>> {
    let attr = draft.attrs.table.as_ref()?;
    let any_length = attr.options.naming.rules() == NamingRules::HBase;
    Some(Table {
        input: draft.input,
        name_span: attr.name.get()?.span,
        descriptor: descriptor::descriptor(draft)?,
        named_columns: named_columns(draft),
        key: key::key(draft),
        columns: column::columns(draft)?,
        skipped: column::skipped(draft),
        indexes: index::indexes(draft)?,
        timestamp: draft.fields.iter().find_map(timestamp),
        date: date(draft, &attr.name.get()?.value),
        crate_path: attr.options.naming.crate_path.cloned(),
        allow: Allow {
            hotspot: draft.allows(AllowOption::Hotspot),
            key_length: draft.allows(AllowOption::KeyLength),
            families: draft.allows(AllowOption::Families),
            advice: draft.allows(AllowOption::Advice),
            name_length: any_length || draft.allows(AllowOption::NameLength),
            family_length: any_length || draft.allows(AllowOption::FamilyLength),
            qualifier_length: any_length || draft.allows(AllowOption::QualifierLength),
        },
        key_name: attr.options.key.cloned(),
        scan_name: attr.options.scan.cloned(),
    })
}

/// The families whose columns scans always name.
fn named_columns(draft: &Draft<'_>) -> Vec<String> {
    let families = draft.declared_families().into_iter();
    families
        .filter(|family| family.options.named_columns.is_set())
        .filter_map(|family| Some(family.name.get()?.value.clone()))
        .collect()
}

/// Lowers a group of columns.
pub(crate) fn group<'a>(draft: &Draft<'a>) -> Option<ColumnGroup<'a>> {
    Some(ColumnGroup {
        input: draft.input,
        columns: column::columns(draft)?,
        skipped: column::skipped(draft),
        crate_path: draft.naming().and_then(|n| n.crate_path.cloned()),
    })
}

fn date<'a>(draft: &Draft<'a>, table: &str) -> Option<DateField<'a>> {
    let unit = DatedName::parse(table).ok()??.unit();
    let field = draft
        .fields
        .iter()
        .find(|field| field.table_date.is_some())?;
    Some(DateField {
        field: field.field,
        ident: field.ident,
        unit,
    })
}

/// Lowers the struct of a qualifier.
pub(crate) fn qualifier<'a>(draft: &Draft<'a>, crate_path: Option<Path>) -> QualifierStruct<'a> {
    QualifierStruct {
        input: draft.input,
        key: key::key(draft),
        bits: draft.fields.iter().map(bits).collect(),
        crate_path,
    }
}

fn bits(field: &FieldDraft<'_>) -> Option<BitField> {
    Some(BitField {
        bits: field.bits.bits.spanned().cloned()?,
        always: field.bits.always.spanned().cloned(),
    })
}

fn timestamp<'a>(field: &FieldDraft<'a>) -> Option<TimestampField<'a>> {
    let attr = field.timestamp.as_ref()?;
    Some(TimestampField {
        field: field.field,
        ident: field.ident,
        span: attr.span,
        period: attr.period(),
    })
}
