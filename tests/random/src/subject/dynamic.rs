//! Calls on the dynamic columns of any table.

use hbase_schema::cell::{CounterCell, DecodeCell, EncodeCell, NativeCodec};
use hbase_schema::db::{DynamicRequest, DynamicScan, RowMutation};
use hbase_schema::dynamic::{DynamicColumns, DynamicTypes, OrderedQualifier, Qualifier};
use hbase_schema::table::WithoutIndex;
use hbase_schema::{Error, Table, Timestamp};
use hbase_schema_random_generator::Value;
use hbase_schema_random_generator::ops::{DynamicCall, Outcome, Span};

use super::{Boxed, Subject};
use crate::convert::Typed;
use crate::types::Entry;

/// Selects columns whose names sort as their values do.
pub fn in_order<R, F, C>(
    mut request: DynamicRequest<R, F, C>,
    span: &Span,
) -> DynamicRequest<R, F, C>
where
    R: Table,
    F: DynamicTypes<Qualifier: OrderedQualifier + Typed>,
{
    if let Some((low, high)) = &span.range {
        let range = (
            low.as_ref().map(F::Qualifier::of),
            high.as_ref().map(F::Qualifier::of),
        );
        request = request.range(range);
    }
    limited(request, span)
}

/// Selects columns with names of text.
pub fn in_text<R, F, C>(
    mut request: DynamicRequest<R, F, C>,
    span: &Span,
) -> DynamicRequest<R, F, C>
where
    R: Table,
    F: DynamicTypes<Qualifier = String>,
{
    if let Some(prefix) = &span.prefix {
        request = request.prefix(String::of(prefix).as_str());
    }
    in_order(request, span)
}

/// Selects columns with names of several parts.
pub fn in_parts<R, F, C>(
    mut request: DynamicRequest<R, F, C>,
    span: &Span,
) -> DynamicRequest<R, F, C>
where
    R: Table,
    F: DynamicTypes<Qualifier = Entry>,
{
    if let Some(first) = &span.prefix {
        request = request.prefix((Timestamp::of(first),));
    }
    limited(request, span)
}

fn limited<R: Table, F: DynamicTypes, C>(
    request: DynamicRequest<R, F, C>,
    span: &Span,
) -> DynamicRequest<R, F, C> {
    match span.limit {
        Some(limit) => request.limit(limit),
        None => request,
    }
}

/// The types of dynamic columns whose names and values convert to values.
pub trait Named<C>:
    DynamicTypes<
        Qualifier: Qualifier + Typed + Send,
        Value: Typed + Send + EncodeCell<C> + for<'r> DecodeCell<'r, C>,
    > + 'static
{
}

impl<F, C> Named<C> for F where
    F: DynamicTypes<
            Qualifier: Qualifier + Typed + Send,
            Value: Typed + Send + EncodeCell<C> + for<'r> DecodeCell<'r, C>,
        > + 'static
{
}

/// The columns of a scan's rows, each with its row's key: as a stream, and without a limit also in pages.
pub fn scan_columns<'c, R, F, C>(
    scan: impl Fn() -> DynamicScan<R, F, C> + Send + Sync + 'c,
    limit: Option<u64>,
) -> Boxed<'c, Outcome>
where
    R: Subject,
    F: Named<C>,
    C: 'static,
{
    Box::pin(async move {
        let all = match limit {
            Some(limit) => scan().limit(limit),
            None => scan(),
        };
        let row = |(key, name, value): &(R::Key, F::Qualifier, F::Value)| {
            [R::key_values(key), vec![name.value(), value.value()]].concat()
        };
        let all: Vec<_> = all.stream().collect().await?;
        let all: Vec<_> = all.iter().map(row).collect();
        if limit.is_some() {
            return Ok(Outcome::Rows(all));
        }
        let mut page = scan().page(2).await?;
        let mut paged: Vec<_> = page.items.iter().map(row).collect();
        while let Some(cursor) = page.next {
            page = scan().page_after(cursor, 2).await?;
            paged.extend(page.items.iter().map(row));
        }
        assert!(paged == all, "pages: {paged:?}, stream: {all:?}");
        Ok(Outcome::Rows(all))
    })
}

/// Makes a call. `request` returns a request for the selected columns.
pub fn dynamic<'c, R, F, C>(
    request: impl Fn(&Span) -> DynamicRequest<R, F, C> + Send + Sync + 'c,
    call: &'c DynamicCall,
) -> Boxed<'c, Outcome>
where
    R: WithoutIndex + 'static,
    F: Named<C>,
    C: 'static,
{
    Box::pin(async move {
        match call {
            DynamicCall::Put(..)
            | DynamicCall::PutMany(_)
            | DynamicCall::Delete(_)
            | DynamicCall::DeleteMany(_)
            | DynamicCall::DeleteRange(_) => write(&request, call).await,
            _ => read(&request, call).await,
        }
    })
}

/// The same for counters.
pub fn dynamic_counters<'c, R, F>(
    request: impl Fn(&Span) -> DynamicRequest<R, F, NativeCodec> + Send + Sync + 'c,
    call: &'c DynamicCall,
) -> Boxed<'c, Outcome>
where
    R: WithoutIndex + 'static,
    F: Named<NativeCodec> + DynamicTypes<Value: CounterCell>,
{
    match call {
        DynamicCall::Increment(..)
        | DynamicCall::IncrementMany(_)
        | DynamicCall::SetCounter(..)
        | DynamicCall::SetCounters(_) => Box::pin(count(request, call)),
        _ => dynamic(request, call),
    }
}

async fn count<R, F>(
    request: impl Fn(&Span) -> DynamicRequest<R, F, NativeCodec> + Sync,
    call: &DynamicCall,
) -> Result<Outcome, Error>
where
    R: WithoutIndex + 'static,
    F: Named<NativeCodec> + DynamicTypes<Value: CounterCell>,
{
    let all = || request(&Span::default());
    let named = |numbers: &[(Value, i64)]| -> Vec<_> {
        let numbers = numbers.iter();
        numbers
            .map(|(name, number)| (F::Qualifier::of(name), *number))
            .collect()
    };
    Ok(match call {
        DynamicCall::Increment(name, by) => {
            Outcome::Number(all().increment(F::Qualifier::of(name), *by).await?)
        }
        DynamicCall::IncrementMany(counts) => {
            let values = all().increment_many(named(counts)).await?.into_iter();
            Outcome::Found(values.map(|value| Some(vec![value.value()])).collect())
        }
        DynamicCall::SetCounter(name, value) => {
            all().set_counter(F::Qualifier::of(name), *value).await?;
            Outcome::Done
        }
        DynamicCall::SetCounters(values) => {
            Outcome::Count(all().set_counter_many(named(values)).await?)
        }
        _ => unreachable!("`dynamic` makes the other calls"),
    })
}

async fn write<R, F, C>(
    request: &(impl Fn(&Span) -> DynamicRequest<R, F, C> + Sync),
    call: &DynamicCall,
) -> Result<Outcome, Error>
where
    R: WithoutIndex + 'static,
    F: Named<C>,
    C: 'static,
{
    let all = || request(&Span::default());
    match call {
        DynamicCall::Put(name, value) => {
            let (name, value) = (F::Qualifier::of(name), F::Value::of(value));
            all().put(name, value).await?;
        }
        DynamicCall::PutMany(columns) => {
            let columns: Vec<_> = columns
                .iter()
                .map(|(name, value)| (F::Qualifier::of(name), F::Value::of(value)))
                .collect();
            return Ok(Outcome::Count(all().put_many(columns).await?));
        }
        DynamicCall::Delete(name) => all().delete(F::Qualifier::of(name)).await?,
        DynamicCall::DeleteMany(of) => all().delete_many(names::<F>(of)).await?,
        DynamicCall::DeleteRange(span) => {
            return Ok(Outcome::Count(request(span).delete_range().await?));
        }
        _ => unreachable!("`read` handles reads"),
    }
    Ok(Outcome::Done)
}

async fn read<R, F, C>(
    request: &(impl Fn(&Span) -> DynamicRequest<R, F, C> + Sync),
    call: &DynamicCall,
) -> Result<Outcome, Error>
where
    R: WithoutIndex + 'static,
    F: Named<C>,
    C: 'static,
{
    let all = || request(&Span::default());
    let row = |(name, value): &(F::Qualifier, F::Value)| vec![name.value(), value.value()];
    let one = |value: Option<F::Value>| Outcome::Row(value.map(|value| vec![value.value()]));
    Ok(match call {
        DynamicCall::Get(name) => one(all().get(F::Qualifier::of(name)).await?),
        DynamicCall::GetVersion(name, at) => {
            one(all().version(*at).get(F::Qualifier::of(name)).await?)
        }
        DynamicCall::GetMany(of) => {
            let values = all().get_many(names::<F>(of)).await?.into_iter();
            Outcome::Found(values.map(|value| Some(vec![value?.value()])).collect())
        }
        DynamicCall::Stream(span) => {
            let columns: Vec<_> = request(span).stream().collect().await?;
            Outcome::Rows(columns.iter().map(row).collect())
        }
        DynamicCall::Names(span) => {
            let names: Vec<F::Qualifier> = request(span).qualifiers().collect().await?;
            Outcome::Rows(names.iter().map(|name| vec![name.value()]).collect())
        }
        DynamicCall::Count(span) => Outcome::Count(request(span).count().await?),
        DynamicCall::Pages(span, size) => {
            let columns = pages(|| request(span), *size).await?;
            Outcome::Rows(columns.iter().map(row).collect())
        }
        _ => unreachable!("`write` handles writes"),
    })
}

/// The columns of all pages.
async fn pages<R, F, C>(
    request: impl Fn() -> DynamicRequest<R, F, C>,
    size: usize,
) -> Result<Vec<(F::Qualifier, F::Value)>, Error>
where
    R: WithoutIndex + 'static,
    F: Named<C>,
    C: 'static,
{
    let mut columns = Vec::new();
    let mut page = request().page(size).await?;
    loop {
        assert!(page.items.len() <= size, "a page has too many columns");
        columns.append(&mut page.items);
        let Some(next) = page.next else {
            return Ok(columns);
        };
        page = request().page_after(next, size).await?;
    }
}

fn names<F: DynamicTypes<Qualifier: Typed>>(names: &[Value]) -> Vec<F::Qualifier> {
    names.iter().map(F::Qualifier::of).collect()
}

/// Puts and deletes dynamic columns in a mutation.
pub fn change_dynamic<R, F, C>(
    mutation: RowMutation<R>,
    columns: DynamicColumns<R, F, C>,
    value: &Value,
) -> RowMutation<R>
where
    R: Table,
    F: Named<C>,
{
    let Value::Map(changes) = value else {
        panic!("expected a map, found {value:?}");
    };
    changes.iter().fold(mutation, |mutation, (name, value)| {
        let name = F::Qualifier::of(name);
        if value.is_none() {
            mutation.delete_dynamic(columns, name)
        } else {
            mutation.put_dynamic(columns, name, F::Value::of(value))
        }
    })
}
