//! Indexes that have a table of their own.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::{Description, DescriptionError, Family, PartEncoding, SplitsOf};
use crate::described::{
    Absence, DescribedColumn, DescribedIndex, DescribedIndexField, IndexBuckets, is_computable,
    is_part_computable,
};
use crate::descriptor::Ttl;
use crate::index::{DEFAULT_QUERY_LIMIT, STAMP_FAMILY, shortest_entry_ttl};
use crate::index_tables::{ENTRY_FAMILY, ENTRY_QUALIFIER};
use crate::layout::{Encoding, KeyLayout, PartLayout};
use crate::name::TableName;

/// An index.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "the members are documented in one table")]
pub struct Index {
    pub name: String,
    pub fields: Vec<IndexField>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub family: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub qualifier: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ttl: Option<u32>,
    #[serde(default)]
    pub splits: SplitsOf,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub buckets: Option<u16>,
}

/// A field of an index.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "the members are documented in one table")]
pub struct IndexField {
    pub field: String,
    pub encoding: PartEncoding,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub descending: bool,
    #[serde(default)]
    pub computable: bool,
}

impl Index {
    pub(super) fn of(index: &DescribedIndex) -> Self {
        Self {
            name: index.table.to_string(),
            fields: index.fields.iter().map(IndexField::of).collect(),
            family: Some(ENTRY_FAMILY.to_owned()),
            qualifier: Some(ENTRY_QUALIFIER.to_owned()),
            ttl: index.ttl.map(Ttl::as_secs),
            splits: SplitsOf::of(&index.splits),
            buckets: index.buckets.map(IndexBuckets::count),
        }
    }

    fn index(&self, at: usize, all: &Description) -> Result<DescribedIndex, DescriptionError> {
        let path = format!("indexes[{at}]");
        let table = TableName::parse(&self.name)
            .map_err(|error| DescriptionError::at(format!("{path}.name"), error))?;
        if self.fields.is_empty() {
            let message = "found none, expected at least one";
            return Err(DescriptionError::at(format!("{path}.fields"), message));
        }
        let key = all.key.layout()?;
        let fields = self.fields.iter().enumerate();
        let fields = fields.map(|(number, field)| {
            field.field(&format!("{path}.fields[{number}]"), &key, &all.columns)
        });
        let index = DescribedIndex {
            table,
            fields: fields.collect::<Result<_, _>>()?,
            ttl: self.ttl(&path, all)?,
            splits: self.splits.splits().map_err(|error| error.below(&path))?,
            buckets: self.buckets(&path)?,
        };
        self.check_fields_once(&path)?;
        self.check_has_column(&path, &key)?;
        Ok(index)
    }

    fn buckets(&self, path: &str) -> Result<Option<IndexBuckets>, DescriptionError> {
        let Some(count) = self.buckets else {
            return Ok(None);
        };
        let buckets = IndexBuckets::new(count).ok_or_else(|| {
            let message = format!("found {count}, expected 2 to 256");
            DescriptionError::at(format!("{path}.buckets"), message)
        })?;
        let splits = self.splits.splits().map_err(|error| error.below(path))?;
        if splits != buckets.splits() {
            let message = format!("found other split points than those between {count} buckets");
            return Err(DescriptionError::at(format!("{path}.splits"), message));
        }
        Ok(Some(buckets))
    }

    fn check_fields_once(&self, path: &str) -> Result<(), DescriptionError> {
        let mut known = BTreeSet::new();
        for (number, field) in self.fields.iter().enumerate() {
            if !known.insert(&field.field) {
                let message = format!("found `{}` again: write it once", field.field);
                return Err(DescriptionError::at(
                    format!("{path}.fields[{number}].field"),
                    message,
                ));
            }
        }
        Ok(())
    }

    /// A row has entries as long as it has a cell of an indexed column.
    fn check_has_column(&self, path: &str, key: &KeyLayout) -> Result<(), DescriptionError> {
        let mut fields = self.fields.iter();
        if fields.any(|field| key.part(&field.field).is_none()) {
            return Ok(());
        }
        let message = "found key parts alone, expected at least one field of a column: entries are written and deleted with its cells";
        Err(DescriptionError::at(format!("{path}.fields"), message))
    }

    /// The TTL. It exceeds the TTL of the fields' families: rule 8 of the protocol.
    fn ttl(&self, path: &str, all: &Description) -> Result<Option<Ttl>, DescriptionError> {
        let Some(seconds) = self.ttl else {
            return Ok(None);
        };
        let fail = |message: String| DescriptionError::at(format!("{path}.ttl"), message);
        let ttl = Ttl::from_secs(seconds);
        let ttl =
            ttl.ok_or_else(|| fail(format!("found {seconds}, expected 1 to 2147483647 seconds")))?;
        for field in &self.fields {
            let column = all
                .columns
                .iter()
                .find(|column| column.field == field.field);
            // Key parts do not expire.
            let Some(family) = column.map(|column| &*column.family) else {
                continue;
            };
            let least = shortest_entry_ttl(ttl_of(all, family), DEFAULT_QUERY_LIMIT);
            if ttl < least {
                let (name, least) = (&field.field, least.as_secs());
                return Err(fail(format!(
                    "found {seconds}, expected at least {least}: entries must outlive the cells of `{name}`, of family {family}, or a query misses its rows"
                )));
            }
        }
        Ok(Some(ttl))
    }
}

/// The TTL of a family's cells.
fn ttl_of(all: &Description, family: &str) -> Option<Ttl> {
    let mut families = all.families.iter();
    let family: &Family = families.find(|known| known.name == family)?;
    let seconds = family.attributes.get("TTL")?.parse().ok()?;
    Ttl::from_secs(seconds)
}

impl IndexField {
    fn of(field: &DescribedIndexField) -> Self {
        Self {
            field: field.field.clone(),
            encoding: PartEncoding::of(&field.encoding),
            descending: field.desc,
            computable: field.computable,
        }
    }

    fn field(
        &self,
        path: &str,
        key: &KeyLayout,
        columns: &[DescribedColumn],
    ) -> Result<DescribedIndexField, DescriptionError> {
        let fail = |message: String| DescriptionError::at(format!("{path}.field"), message);
        let column = columns.iter().find(|column| column.field == self.field);
        let source = match (key.part(&self.field), column) {
            (None, None) => {
                let message = "which is not the field of a column or a key part";
                return Err(fail(format!("found `{}`, {message}", self.field)));
            }
            (Some(_), Some(_)) => {
                let message = "the field of a column and of a key part: expected one of them";
                return Err(fail(format!("found `{}`, {message}", self.field)));
            }
            (Some((_, part)), None) => Source::Key(part),
            (None, Some(column)) => Source::Column(column),
        };
        if !source.may_be_indexed() {
            return Err(fail(format!(
                "found `{}`, expected a field whose column is not a counter and never absent, or a key part that is never left out",
                self.field
            )));
        }
        let encoding = self.encoding.encoding(&format!("{path}.encoding"))?;
        if !encoding.is_self_delimiting() {
            let message = "its end cannot be determined, and the row key follows: expected `ordered`, or a width";
            return Err(DescriptionError::at(format!("{path}.encoding"), message));
        }
        if self.computable {
            source.check_computable(path, &encoding)?;
        }
        Ok(DescribedIndexField {
            field: self.field.clone(),
            encoding,
            desc: self.descending,
            computable: self.computable,
        })
    }
}

/// The column or the key part of an indexed field.
enum Source<'d> {
    Column(&'d DescribedColumn),
    Key(&'d PartLayout),
}

impl Source<'_> {
    /// Whether every row has a value.
    fn may_be_indexed(&self) -> bool {
        match self {
            Self::Key(part) => !part.omit_none,
            Self::Column(column) => {
                let is_never_absent = match column.facts.absence {
                    Absence::Never | Absence::Unknown | Absence::MAYBE_JSON_NULL => true,
                    Absence::NoCell | Absence::Bytes(_) | Absence::MaybeBytes(_) => false,
                };
                is_never_absent && !column.default && !column.counter
            }
        }
    }

    fn check_computable(&self, path: &str, encoding: &Encoding) -> Result<(), DescriptionError> {
        let (of, format) = match self {
            Self::Key(part) if !is_part_computable(part, encoding) => {
                ("its encoding in the row key", part.encoding.to_string())
            }
            Self::Column(column) if !is_computable(column.facts.format, encoding) => {
                ("the format of its cells", column.facts.format.to_string())
            }
            _ => return Ok(()),
        };
        let message = format!("found `true`, but {of} does not determine the value: {format}");
        Err(DescriptionError::at(format!("{path}.computable"), message))
    }
}

/// The indexes, each in a table of its own. The table itself needs a family for the stamps.
pub(super) fn all(description: &Description) -> Result<Vec<DescribedIndex>, DescriptionError> {
    let indexes = description.indexes.iter().enumerate();
    let indexes: Vec<_> = indexes
        .map(|(at, index)| index.index(at, description))
        .collect::<Result<_, _>>()?;
    if indexes.is_empty() {
        return Ok(indexes);
    }
    let mut families = description.families.iter();
    if !families.any(|family| family.name == STAMP_FAMILY) {
        let message = format!(
            "found no family `{STAMP_FAMILY}`, which a table with indexes needs for the stamps of its rows"
        );
        return Err(DescriptionError::at("families", message));
    }
    if let Some(field) = &description.timestamp {
        let message = format!(
            "found `{field}`, but writes of a table with indexes have timestamps of their own"
        );
        return Err(DescriptionError::at("timestamp", message));
    }
    check_tables(description, &indexes)?;
    Ok(indexes)
}

fn check_tables(
    description: &Description,
    indexes: &[DescribedIndex],
) -> Result<(), DescriptionError> {
    let table = TableName::parse(&description.name).map_err(|_| {
        let message = "the table has a name with a date, but an index belongs to one table";
        DescriptionError::at("indexes", message)
    })?;
    let mut taken = vec![(table.index_states(), "the table of the indexes' states")];
    taken.push((table, "the table itself"));
    for (at, index) in indexes.iter().enumerate() {
        if let Some((_, whose)) = taken.iter().find(|(name, _)| *name == index.table) {
            let message = format!("found `{}`, which is {whose}", index.table);
            return Err(DescriptionError::at(format!("indexes[{at}].name"), message));
        }
        taken.push((index.table.clone(), "the table of another index"));
    }
    Ok(())
}
