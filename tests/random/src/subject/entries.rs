//! Calls on the entries of any table.

use hbase_schema::Error;
use hbase_schema::cell::{DecodeCell, EncodeCell};
use hbase_schema::db::{EntriesRequest, EntryQuery};
use hbase_schema::row_index::{EntryId, IndexedEntry};
use hbase_schema::table::WithoutIndex;
use hbase_schema_random_generator::Value;
use hbase_schema_random_generator::ops::{self, EntryCall, EntryValues, Outcome};

use super::Boxed;
use crate::convert::Typed;
use crate::types::{Letter, Memo};

/// An entry.
pub trait Item: IndexedEntry + Typed + Clone + Send + Sync + 'static {
    /// A query.
    fn query<R: WithoutIndex, C>(
        request: EntriesRequest<R, Self, C>,
        query: &ops::EntryQuery,
    ) -> EntryQuery<R, Self, C>;
}

macro_rules! query {
    ($request:expr, $query:expr, $field:expr, $of:ty) => {{
        let by = $request.by($field);
        match &$query.select {
            EntryValues::Equal(value) => by.equal(<$of>::of(value)),
            EntryValues::Range(low, high) => {
                by.range((low.as_ref().map(<$of>::of), high.as_ref().map(<$of>::of)))
            }
            EntryValues::All => by.all(),
            EntryValues::Prefix(_) => panic!("the field is not a text"),
        }
    }};
}

macro_rules! items {
    ($($item:ident)*) => {$(
        impl Item for $item {
            fn query<R: WithoutIndex, C>(
                request: EntriesRequest<R, Self, C>,
                query: &ops::EntryQuery,
            ) -> EntryQuery<R, Self, C> {
                match (query.by, &query.select) {
                    (0, EntryValues::Prefix(prefix)) => request.by(Self::SENDER).prefix(prefix),
                    (0, _) => query!(request, query, Self::SENDER, String),
                    (1, _) => query!(request, query, Self::SIZE, i64),
                    (2, _) => query!(request, query, Self::SENT, u32),
                    _ => query!(request, query, Self::CODE, crate::types::Hexed),
                }
            }
        }
    )*};
}

items!(Letter Memo);

/// Makes a call. `request` returns a request for the entries.
pub fn entries<'c, R, E, C>(
    request: impl Fn() -> EntriesRequest<R, E, C> + Send + Sync + 'c,
    call: &'c EntryCall,
) -> Boxed<'c, Outcome>
where
    R: WithoutIndex + 'static,
    E: Item + EncodeCell<C> + for<'r> DecodeCell<'r, C>,
    C: 'static,
{
    Box::pin(async move {
        Ok(match call {
            EntryCall::Put(entry) => {
                let id = request().put(&E::of(entry)).await?;
                Outcome::Row(Some(vec![Value::Bytes(id.as_bytes().to_vec())]))
            }
            EntryCall::Delete(entry) => {
                request().delete(&E::of(entry)).await?;
                Outcome::Done
            }
            EntryCall::DeleteId(entry) => {
                let id = id_of::<E, C>(entry);
                Outcome::Flag(request().delete_id(id).await?)
            }
            EntryCall::Get(entry) => {
                let entry = request().get(id_of::<E, C>(entry)).await?;
                Outcome::Row(entry.map(|entry| vec![entry.value()]))
            }
            EntryCall::Stream(query) => {
                let mut found = E::query(request(), query);
                if let Some(limit) = query.limit {
                    found = found.limit(limit);
                }
                let found: Vec<_> = found.stream().collect().await?;
                Outcome::Rows(found.iter().map(|(_, entry)| vec![entry.value()]).collect())
            }
            EntryCall::Pages(query, size) => pages(|| E::query(request(), query), *size).await?,
            EntryCall::Verify => Outcome::Flag(request().verify().await?.is_consistent()),
        })
    })
}

/// Reads all entries page by page.
async fn pages<R, E, C>(
    query: impl Fn() -> EntryQuery<R, E, C>,
    size: usize,
) -> Result<Outcome, Error>
where
    R: WithoutIndex + 'static,
    E: Item + for<'r> DecodeCell<'r, C>,
    C: 'static,
{
    let mut rows = Vec::new();
    let mut page = query().page(size).await?;
    loop {
        assert!(page.items.len() <= size, "a page has too many entries");
        rows.extend(page.items.iter().map(|(_, entry)| vec![entry.value()]));
        let Some(next) = page.next else {
            return Ok(Outcome::Rows(rows));
        };
        page = query().page_after(next, size).await?;
    }
}

/// The MD5 of an entry's bytes.
fn id_of<E: Item + EncodeCell<C>, C>(entry: &Value) -> EntryId {
    let mut bytes = Vec::new();
    let encoded = E::of(entry).encode_cell(&mut bytes);
    encoded.expect("the entry is encoded");
    EntryId::of(&bytes)
}
