//! Lowers the indexes.

use hbase_model::TableName;
use hbase_model::descriptor::Ttl;

use crate::ast::{FieldPosition, Index, IndexField};
use crate::draft::{Draft, FieldDraft, IndexDraft};

pub(super) fn indexes(draft: &Draft<'_>) -> Option<Vec<Index>> {
    let indexes = draft.indexes();
    indexes.iter().map(|of| index(draft, of)).collect()
}

fn index(draft: &Draft<'_>, index: &IndexDraft<'_, '_>) -> Option<Index> {
    let fields = index.fields.iter().map(|named| {
        Some(IndexField {
            position: position(draft, named.field?)?,
            desc: named.desc,
        })
    });
    Some(Index {
        table: TableName::parse(&index.name.get()?.value).ok()?,
        fields: fields.collect::<Option<_>>()?,
        ttl: ttl(index),
        buckets: index.options.buckets.cloned(),
        splits: index.splits()?,
        token: index.token()?,
    })
}

fn position(draft: &Draft<'_>, field: &FieldDraft<'_>) -> Option<FieldPosition> {
    let is_field = |other: &FieldDraft<'_>| other.ident == field.ident;
    if field.part.is_some() {
        let parts = draft.parts();
        let at = parts.iter().position(|(part, _)| is_field(part));
        return at.map(FieldPosition::Part);
    }
    let at = draft.columns().position(is_field);
    at.map(FieldPosition::Column)
}

/// The declared TTL; `None` for entries that never expire.
fn ttl(index: &IndexDraft<'_, '_>) -> Option<Ttl> {
    let seconds = u32::try_from(*index.options.ttl.get()?).ok()?;
    Ttl::from_secs(seconds).filter(|ttl| *ttl != Ttl::FOREVER)
}
