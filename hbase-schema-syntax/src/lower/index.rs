//! Lowers the indexes.

use hbase_model::TableName;
use hbase_model::descriptor::Ttl;

use crate::ast::Index;
use crate::draft::{Draft, IndexDraft};

pub(super) fn indexes(draft: &Draft<'_>) -> Option<Vec<Index>> {
    let indexes = draft.indexes();
    indexes.iter().map(|of| index(draft, of)).collect()
}

fn index(draft: &Draft<'_>, index: &IndexDraft<'_, '_>) -> Option<Index> {
    let position = |name: &syn::Ident| draft.columns().position(|column| column.ident == name);
    let fields = index.known().map(|(field, _)| position(field.ident));
    Some(Index {
        table: TableName::parse(&index.name.get()?.value).ok()?,
        fields: fields.collect::<Option<_>>()?,
        ttl: ttl(index),
        splits: index.splits()?,
        token: index.token()?,
    })
}

/// The declared TTL; `None` for entries that never expire.
fn ttl(index: &IndexDraft<'_, '_>) -> Option<Ttl> {
    let seconds = u32::try_from(*index.options.ttl.get()?).ok()?;
    Ttl::from_secs(seconds).filter(|ttl| *ttl != Ttl::FOREVER)
}
