//! Many mutations: a call for each group, an answer for each row.

use hbase_model::{Deadline, Error, Mutation, Result, TableName};

use super::group::{Group, groups};
use super::one::{Kind, apply, families, manner};
use super::send;
use crate::call::{Link, Trouble};
use crate::ddl;
use crate::explain::{explain, no_family};
use crate::fault::Fault;
use crate::state;

/// Applies mutations, each answered by itself.
pub(crate) async fn mutate_many(
    link: &Link,
    table: &TableName,
    mutations: &[Mutation],
    deadline: Deadline,
) -> Result<Vec<Result<()>>> {
    let mut manners = Vec::with_capacity(mutations.len());
    let mut outcomes: Vec<Result<()>> = Vec::with_capacity(mutations.len());
    for mutation in mutations {
        let found = manner(mutation);
        outcomes.push(found.as_ref().map(drop).map_err(Error::clone));
        manners.push(found.ok());
    }
    let (mut written, mut failed) = (false, None);
    for group in groups(mutations, &manners, link.wire.framed) {
        let found = one_group(link, table, mutations, &group, deadline).await;
        match found {
            Ok(found) => {
                written = true;
                for (at, outcome) in group.at.into_iter().zip(found) {
                    outcomes[at] = outcome;
                }
            }
            // As a rule what stops one group stops the next; each is told so by itself.
            Err(error) => {
                for at in group.at {
                    outcomes[at] = Err(error.clone());
                }
                failed = Some(error);
            }
        }
    }
    match failed {
        Some(error) if !written => Err(error),
        _ => Ok(outcomes),
    }
}

/// An outcome for each of the group's mutations, or one for them all.
async fn one_group(
    link: &Link,
    table: &TableName,
    mutations: &[Mutation],
    group: &Group,
    deadline: Deadline,
) -> Result<Vec<Result<()>>> {
    let rows: Vec<&Mutation> = group.at.iter().map(|&at| &mutations[at]).collect();
    if group.manner.kind == Kind::DeleteRow || rows.len() == 1 {
        return one_by_one(link, table, &rows, group, deadline).await;
    }
    state::check(link, table, deadline).await?;
    match send::rows(link, table, &rows, group.manner, deadline).await {
        Ok(()) => Ok(rows.iter().map(|_| Ok(())).collect()),
        Err(trouble) => failed(link, table, &rows, trouble, deadline)
            .await
            .inspect_err(|error| state::doubt(link, table, error)),
    }
}

/// A family that is not there fails its rows alone, if it is known that all others were written.
async fn failed(
    link: &Link,
    table: &TableName,
    rows: &[&Mutation],
    trouble: Trouble,
    deadline: Deadline,
) -> Result<Vec<Result<()>>> {
    let Trouble::Fault(fault) = &trouble else {
        return Err(trouble.into());
    };
    if !fault.names("NoSuchColumnFamilyException") {
        let part = is_of_part(fault, rows.len()).then(|| not_known(table, fault));
        let cause = explain(link, trouble, table, &[], deadline).await;
        // What is wrong with the table is no proof that the other rows are not in.
        return Err(part.filter(|_| cause.is_without_effect()).unwrap_or(cause));
    }
    let known = ddl::families(link, table, deadline).await?;
    let unknown = |row: &&Mutation| families(row).into_iter().find(|name| !known.contains(name));
    let bad = rows.iter().filter(|row| unknown(row).is_some()).count();
    if bad == 0 {
        return Err(trouble.into());
    }
    if !fault.names(&format!("Failed {bad} action")) {
        return Err(not_known(table, fault));
    }
    let outcome = |row: &&Mutation| match unknown(row) {
        Some(family) => Err(no_family(table, &family, &known)),
        None => Ok(()),
    };
    Ok(rows.iter().map(outcome).collect())
}

/// Whether the servers say how many failed, and these are not all.
fn is_of_part(fault: &Fault, all: usize) -> bool {
    fault.names("Failed ") && !fault.names(&format!("Failed {all} action"))
}

fn not_known(table: &TableName, fault: &Fault) -> Error {
    Error::Backend {
        backend: crate::NAME,
        what: format!(
            "table {table}: it is not known which rows were written ({}: {})",
            fault.class, fault.message
        ),
    }
}

async fn one_by_one(
    link: &Link,
    table: &TableName,
    rows: &[&Mutation],
    group: &Group,
    deadline: Deadline,
) -> Result<Vec<Result<()>>> {
    let mut outcomes = Vec::with_capacity(rows.len());
    for row in rows {
        let outcome = match apply(link, table, row, group.manner, deadline).await {
            Ok(()) => Ok(()),
            Err(trouble) => Err(explain(link, trouble, table, &families(row), deadline).await),
        };
        outcomes.push(outcome);
    }
    Ok(outcomes)
}
