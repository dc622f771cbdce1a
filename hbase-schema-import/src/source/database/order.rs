//! The unique order by which a database is read.
//!
//! The statement's condition and its order have the same expressions, and the checkpoint keeps exact values. A
//! column cannot be an order if the database may compare and order it differently: floats, enumerations of
//! `MySQL`, collations that treat different texts as equal, texts by ODBC. A query does not show all
//! enumerations of `MySQL`; there, they are ordered by their texts.

use super::{DatabaseColumn, OrderColumn, UniqueOrder};

/// A unique order, with the index of each column in the selection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Order {
    pub(super) columns: Vec<(usize, OrderColumn)>,
    /// Whether the catalog proves that it is unique and never NULL.
    pub(super) is_proven: bool,
}

impl Order {
    /// The order that the catalog contains.
    ///
    /// # Errors
    /// The reason why it has none.
    pub(super) fn found(
        columns: &[DatabaseColumn],
        unique: &[UniqueOrder],
    ) -> Result<Self, String> {
        let mut whys = Vec::new();
        for candidate in unique {
            match of_columns(columns, &candidate.columns) {
                Ok(columns) => {
                    return Ok(Self {
                        columns,
                        is_proven: true,
                    });
                }
                Err(why) => whys.push(format!("{}: {why}", candidate.name)),
            }
        }
        if whys.is_empty() {
            let why = "it has no primary key and no unique index of columns that are never NULL";
            whys.push(why.to_owned());
        }
        Err(format!(
            "{}; name columns whose values are unique with `--order-by`",
            whys.join("; ")
        ))
    }

    /// The order that the caller names.
    ///
    /// # Errors
    /// A column that does not exist, or has no safe order.
    pub(super) fn named(
        columns: &[DatabaseColumn],
        names: &[String],
        unique: &[UniqueOrder],
    ) -> Result<Self, String> {
        let proof = unique.iter().find(|candidate| {
            candidate.columns.len() == names.len()
                && candidate.columns.iter().all(|c| names.contains(&c.name))
        });
        let collation = |name: &String| {
            let columns = proof.iter().flat_map(|proof| &proof.columns);
            let mut same = columns.filter(|column| column.name == *name);
            same.next().and_then(|column| column.collation.clone())
        };
        let ordered: Vec<OrderColumn> = names
            .iter()
            .map(|name| OrderColumn {
                name: name.clone(),
                collation: collation(name),
            })
            .collect();
        Ok(Self {
            columns: of_columns(columns, &ordered)?,
            is_proven: proof.is_some(),
        })
    }

    /// The indexes of the columns.
    pub(super) fn indexes(&self) -> Vec<usize> {
        self.columns.iter().map(|(index, _)| *index).collect()
    }

    /// The columns in messages.
    pub(super) fn names(&self) -> String {
        let names = self.columns.iter().map(|(_, column)| column.name.as_str());
        names.collect::<Vec<_>>().join(", ")
    }
}

/// Marks columns by which rows cannot be ordered.
pub(super) fn exclude(columns: &mut [DatabaseColumn], enumerations: Vec<(String, String)>) {
    for (name, declared) in enumerations {
        for column in columns.iter_mut().filter(|column| column.name == name) {
            column.is_orderable = false;
            column.declared.clone_from(&declared);
        }
    }
}

fn of_columns(
    columns: &[DatabaseColumn],
    ordered: &[OrderColumn],
) -> Result<Vec<(usize, OrderColumn)>, String> {
    let found = ordered.iter().map(|ordered| {
        let name = &ordered.name;
        let index = columns.iter().position(|column| column.name == *name);
        let index = index.ok_or_else(|| format!("the source has no column `{name}`"))?;
        if columns[index].is_orderable {
            return Ok((index, ordered.clone()));
        }
        Err(format!(
            "column `{name}` has the type `{}`, whose values cannot be continued after: expected integers, decimals, \
             text, bytes, dates or times",
            columns[index].declared
        ))
    });
    found.collect()
}
