//! Lowers the indexes.

use hbase_model::TableName;
use hbase_model::descriptor::Ttl;
use hbase_model::index::{DEFAULT_QUERY_LIMIT, shortest_entry_ttl};

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
        ttl: ttl(draft, index),
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

/// The declared or default TTL; `None` for entries that never expire.
fn ttl(draft: &Draft<'_>, index: &IndexDraft<'_, '_>) -> Option<Ttl> {
    let ttl = match index.options.ttl.get() {
        Some(seconds) => Ttl::from_secs(u32::try_from(*seconds).ok()?)?,
        None => default_ttl(draft, index)?,
    };
    Some(ttl).filter(|ttl| *ttl != Ttl::FOREVER)
}

/// The shortest TTL with which entries outlive their rows; `None` if rows never expire.
fn default_ttl(draft: &Draft<'_>, index: &IndexDraft<'_, '_>) -> Option<Ttl> {
    let rows = index.columns().map(|(field, _)| draft.expiry_of(field)?.1);
    let longest = rows.collect::<Option<Vec<Ttl>>>()?.into_iter().max()?;
    Some(shortest_entry_ttl(Some(longest), DEFAULT_QUERY_LIMIT))
}
