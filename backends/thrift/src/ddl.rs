//! Table operations: create, drop, describe, list.

mod attributes;

use std::borrow::Cow;

use hbase_backend::{Capability, Deadline, Error, ExceptionKind, Result};
use hbase_model::{
    BloomFilter, Compression, FamilyDescriptor, Splits, TableDescriptor, TableName, Ttl,
};
use thrift::protocol::TType;

use crate::call::{Call, CallError, Link, Method, NO_ARGS, Target};
use crate::error::backend_error;
use crate::unsupported::unsupported_use;
use crate::wire::{self, ColumnDescriptor, Out, list_field};

const CREATE: Method = Method::write("createTable", "creating a table");
const DISABLE: Method = Method::write("disableTable", "disabling a table");
const DELETE: Method = Method::write("deleteTable", "dropping a table");
const FAMILIES: Method = Method::read("getColumnDescriptors", "describing a table");
const REGIONS: Method = Method::read("getTableRegions", "describing a table");
const LIST: Method = Method::read("getTableNames", "listing the tables");

/// Creates a table whose descriptor the gateway can express.
pub(crate) async fn create(link: &Link, table: &TableDescriptor, deadline: Deadline) -> Result<()> {
    table.validate()?;
    let on = Target {
        link,
        table: &table.name,
        deadline,
    };
    let families = match column_descriptors(table) {
        Ok(families) => families,
        Err(unsupported) => return Err(exists_or(on, unsupported).await),
    };
    let args = |out: &mut Out<'_>| {
        list_field(out, 2, TType::Struct, families.len(), |out| {
            families.iter().try_for_each(|family| family.write(out))
        })
    };
    let created = on.call(CREATE, args, wire::nothing).await;
    created.map_err(|error| error.into_table_error(on.table))
}

/// The error of a table that the gateway cannot create. If the table exists, the error says so, like for other
/// tables.
async fn exists_or(on: Target<'_>, unsupported: Error) -> Error {
    match families(on).await {
        Ok(_) => Error::TableExists {
            table: on.table.clone(),
        },
        Err(Error::TableNotFound { .. }) => unsupported,
        Err(other) => other,
    }
}

/// The families in the gateway's format.
fn column_descriptors(table: &TableDescriptor) -> Result<Vec<ColumnDescriptor>> {
    if table.splits != Splits::None {
        let splits = table.splits.regions() - 1;
        let what = format!("table {} with {splits} splits", table.name);
        return Err(unsupported_use(Capability::CreateWithSplits, &what));
    }
    let unsupported = attributes::unsupported(table);
    if !unsupported.is_empty() {
        let what = format!(
            "table {}: the gateway does not support {}",
            table.name,
            unsupported.join(", ")
        );
        return Err(unsupported_use(Capability::AllAttributes, &what));
    }
    Ok(table.families.iter().map(column_descriptor).collect())
}

/// Undeclared attributes are sent as `HBase`'s defaults, since the gateway's differ (VERSIONS 3,
/// BLOOMFILTER NONE, BLOCKCACHE false).
fn column_descriptor(family: &FamilyDescriptor) -> ColumnDescriptor {
    ColumnDescriptor {
        name: family.name.to_string(),
        versions: family.versions.unwrap_or(1).cast_signed(),
        compression: family
            .compression
            .unwrap_or(Compression::None)
            .name()
            .into(),
        in_memory: family.in_memory.unwrap_or(false),
        bloom: family.bloom.unwrap_or(BloomFilter::Row).name().into(),
        block_cache: family.block_cache.unwrap_or(true),
        ttl: family.ttl.unwrap_or(Ttl::FOREVER).as_secs().cast_signed(),
    }
}

/// Drops a table, even if it is disabled already, so that a failed drop can be retried.
pub(crate) async fn drop(on: Target<'_>) -> Result<()> {
    let table_error = |error: CallError| error.into_table_error(on.table);
    match on.call(DISABLE, NO_ARGS, wire::nothing).await {
        Err(CallError::Exception(e)) if e.has_kind(ExceptionKind::TableDisabled) => {}
        disabled => disabled.map_err(table_error)?,
    }
    let dropped = on.call(DELETE, NO_ARGS, wire::nothing).await;
    dropped.map_err(table_error)
}

/// The families' names.
pub(crate) async fn families(on: Target<'_>) -> Result<Vec<Vec<u8>>> {
    let found = describe_families(on).await?;
    let name = |family: ColumnDescriptor| family_name(&family).as_bytes().to_vec();
    Ok(found.into_iter().map(name).collect())
}

fn family_name(family: &ColumnDescriptor) -> &str {
    family.name.strip_suffix(':').unwrap_or(&family.name)
}

async fn describe_families(on: Target<'_>) -> Result<Vec<ColumnDescriptor>> {
    let found = on.call(FAMILIES, NO_ARGS, wire::descriptors).await;
    found.map_err(|error| error.into_table_error(on.table))
}

/// The attributes that the gateway reports; all others are `None`.
pub(crate) async fn describe(on: Target<'_>) -> Result<TableDescriptor> {
    let families = describe_families(on).await?;
    let splits = split_points(on).await?;
    let families: Result<Vec<_>> = families.iter().map(family_descriptor).collect();
    let mut found = TableDescriptor::new(on.table.clone());
    found.families = families?.into();
    if !splits.is_empty() {
        let keys: Vec<Cow<'static, [u8]>> = splits.into_iter().map(Cow::Owned).collect();
        found.splits = Splits::Keys(keys.into());
    }
    Ok(found)
}

/// The starts of all regions but the first; none for a missing table.
pub(crate) async fn split_points(on: Target<'_>) -> Result<Vec<Vec<u8>>> {
    let regions = on.call(REGIONS, NO_ARGS, wire::regions).await;
    let mut points = regions.map_err(|error| error.into_table_error(on.table))?;
    points.retain(|key| !key.is_empty());
    points.sort_unstable();
    points.dedup();
    Ok(points)
}

fn family_descriptor(family: &ColumnDescriptor) -> Result<FamilyDescriptor> {
    let name = family_name(family).to_owned();
    let unknown = |what: &str, value: &str| {
        backend_error(format!("family {name} has the unknown {what} {value}"))
    };
    let compression = Compression::from_name(&family.compression)
        .ok_or_else(|| unknown("COMPRESSION", &family.compression))?;
    let bloom = BloomFilter::from_name(&family.bloom)
        .ok_or_else(|| unknown("BLOOMFILTER", &family.bloom))?;
    let mut found = FamilyDescriptor::with_name(name.into());
    found.versions = u32::try_from(family.versions).ok();
    found.ttl = u32::try_from(family.ttl).ok().and_then(Ttl::from_secs);
    found.compression = Some(compression);
    found.bloom = Some(bloom);
    found.block_cache = Some(family.block_cache);
    found.in_memory = Some(family.in_memory);
    Ok(found)
}

/// The names of all user tables, in order.
pub(crate) async fn list(link: &Link, deadline: Deadline) -> Result<Vec<TableName>> {
    let call = Call {
        method: LIST,
        args: &NO_ARGS,
    };
    let names = link.call(call, wire::texts, deadline).await?;
    let parse = |name: Vec<u8>| {
        let name = String::from_utf8_lossy(&name).into_owned();
        name.parse().map_err(|error| {
            backend_error(format!("the gateway lists the table `{name}`: {error}"))
        })
    };
    let mut names: Vec<TableName> = names.into_iter().map(parse).collect::<Result<_>>()?;
    names.sort();
    Ok(names)
}
