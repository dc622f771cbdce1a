//! Tables: created, dropped, described.

mod attributes;

use std::borrow::Cow;

use hbase_model::{
    BloomFilter, Capability, Compression, Deadline, Error, FamilyDescriptor, Result, Splits,
    TableDescriptor, TableName, Ttl,
};
use thrift::protocol::{TListIdentifier, TType};

use crate::call::{Again, Call, Link, Trouble};
use crate::explain::of_table;
use crate::refuse::cannot_say;
use crate::wire::{self, Described, Out, field, length};

/// Writes a table's name as the first argument.
pub(crate) fn table_name(table: &TableName) -> Vec<u8> {
    if table.is_default_namespace() {
        return table.qualifier().as_bytes().to_vec();
    }
    [table.namespace(), ":", table.qualifier()]
        .concat()
        .into_bytes()
}

/// A call whose only argument is the table.
pub(crate) async fn on_table<T>(
    link: &Link,
    (name, doing, again): (&'static str, &'static str, Again),
    table: &TableName,
    value: impl crate::call::Value<T>,
    deadline: Deadline,
) -> Result<T, Trouble> {
    let bytes = table_name(table);
    let args = move |out: &mut Out<'_>| field(out, TType::String, 1, |out| out.write_bytes(&bytes));
    let call = Call {
        name,
        doing,
        again,
        args: &args,
    };
    link.call(call, value, deadline).await
}

pub(crate) fn told(trouble: Trouble, table: &TableName) -> Error {
    match trouble {
        Trouble::Fault(fault) => of_table(fault, table),
        other => other.into(),
    }
}

/// Creates a table, where the gateway can say all of it.
pub(crate) async fn create(link: &Link, table: &TableDescriptor, deadline: Deadline) -> Result<()> {
    table.validate()?;
    let families = sayable(table)?;
    let name = table_name(&table.name);
    let args = |out: &mut Out<'_>| {
        field(out, TType::String, 1, |out| out.write_bytes(&name))?;
        field(out, TType::List, 2, |out| {
            out.write_list_begin(&TListIdentifier::new(
                TType::Struct,
                length(families.len())?,
            ))?;
            for family in &families {
                family.write(out)?;
            }
            out.write_list_end()
        })
    };
    let call = Call {
        name: "createTable",
        doing: "creating a table",
        again: Again::Never,
        args: &args,
    };
    let created = link.call(call, wire::nothing, deadline).await;
    created.map_err(|trouble| told(trouble, &table.name))
}

/// The families in the gateway's words.
fn sayable(table: &TableDescriptor) -> Result<Vec<Described>> {
    let invalid =
        |error: &dyn std::fmt::Display| Error::invalid(format!("table {}: {error}", table.name));
    if table.families.is_empty() {
        return Err(invalid(&"it has no family: name at least one"));
    }
    let splits = table.splits.keys().map_err(|error| invalid(&error))?;
    if !splits.is_empty() {
        let what = format!("table {} with {} splits", table.name, splits.len());
        return Err(cannot_say(Capability::CreateWithSplits, &what));
    }
    let unsayable = attributes::unsayable(table);
    if !unsayable.is_empty() {
        let what = format!(
            "table {}: the gateway has no word for {}",
            table.name,
            unsayable.join(", ")
        );
        return Err(cannot_say(Capability::AllAttributes, &what));
    }
    table.families.iter().map(column_descriptor).collect()
}

/// What is not said is sent as `HBase`'s own default: what the gateway makes of a value that is not
/// sent differs (VERSIONS 3, BLOOMFILTER NONE, BLOCKCACHE false).
fn column_descriptor(family: &FamilyDescriptor) -> Result<Described> {
    let versions = family.versions.unwrap_or(1);
    let versions = i32::try_from(versions)
        .ok()
        .filter(|versions| *versions > 0);
    let versions = versions.ok_or_else(|| {
        Error::invalid(format!(
            "family {}: VERSIONS {:?}, expected 1 to 2147483647",
            family.name, family.versions
        ))
    })?;
    Ok(Described {
        name: family.name.to_string(),
        versions,
        compression: family
            .compression
            .unwrap_or(Compression::None)
            .name()
            .into(),
        in_memory: family.in_memory.unwrap_or(false),
        bloom: family.bloom.unwrap_or(BloomFilter::Row).name().into(),
        block_cache: family.block_cache.unwrap_or(true),
        ttl: family.ttl.unwrap_or(Ttl::FOREVER).as_secs().cast_signed(),
    })
}

/// Drops a table. A table that is disabled already is dropped too, so that it can be called again.
pub(crate) async fn drop(link: &Link, table: &TableName, deadline: Deadline) -> Result<()> {
    let disable = ("disableTable", "disabling a table", Again::Never);
    match on_table(link, disable, table, wire::nothing, deadline).await {
        Err(Trouble::Fault(fault)) if fault.names("TableNotEnabledException") => {}
        other => other.map_err(|trouble| told(trouble, table))?,
    }
    let delete = ("deleteTable", "dropping a table", Again::Never);
    let dropped = on_table(link, delete, table, wire::nothing, deadline).await;
    dropped.map_err(|trouble| told(trouble, table))
}

/// The families' names.
pub(crate) async fn families(
    link: &Link,
    table: &TableName,
    deadline: Deadline,
) -> Result<Vec<Vec<u8>>> {
    let found = columns(link, table, deadline).await?;
    let name = |family: Described| family_name(&family).as_bytes().to_vec();
    Ok(found.into_iter().map(name).collect())
}

fn family_name(family: &Described) -> &str {
    family.name.strip_suffix(':').unwrap_or(&family.name)
}

async fn columns(link: &Link, table: &TableName, deadline: Deadline) -> Result<Vec<Described>> {
    let call = ("getColumnDescriptors", "describing a table", Again::Read);
    let found = on_table(link, call, table, wire::descriptors, deadline).await;
    found.map_err(|trouble| told(trouble, table))
}

/// What the gateway tells of a table; all else is `None`.
pub(crate) async fn describe(
    link: &Link,
    table: &TableName,
    deadline: Deadline,
) -> Result<TableDescriptor> {
    let families = columns(link, table, deadline).await?;
    let call = ("getTableRegions", "describing a table", Again::Read);
    let regions = on_table(link, call, table, wire::regions, deadline).await;
    let mut splits = regions.map_err(|trouble| told(trouble, table))?;
    splits.retain(|key| !key.is_empty());
    splits.sort();
    let mut found = TableDescriptor::new(table.clone());
    found.families = families
        .iter()
        .map(described)
        .collect::<Result<Vec<_>>>()?
        .into();
    if !splits.is_empty() {
        let keys: Vec<Cow<'static, [u8]>> = splits.into_iter().map(Cow::Owned).collect();
        found.splits = Splits::Keys(keys.into());
    }
    Ok(found)
}

fn described(family: &Described) -> Result<FamilyDescriptor> {
    let name = family_name(family).to_owned();
    let unknown = |what: &str, value: &str| Error::Backend {
        backend: crate::NAME,
        what: format!("family {name} has the unknown {what} {value}"),
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
        name: "getTableNames",
        doing: "listing the tables",
        again: Again::Read,
        args: &|_| Ok(()),
    };
    let names = link.call(call, wire::texts, deadline).await?;
    let parse = |name: Vec<u8>| {
        let name = String::from_utf8_lossy(&name).into_owned();
        name.parse().map_err(|error| Error::Backend {
            backend: crate::NAME,
            what: format!("the gateway lists the table `{name}`: {error}"),
        })
    };
    let mut names: Vec<TableName> = names.into_iter().map(parse).collect::<Result<_>>()?;
    names.sort();
    Ok(names)
}
