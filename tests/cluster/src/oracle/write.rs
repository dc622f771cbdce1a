//! Writes as JSON for the oracle.

use hbase_backend::{
    Append, CheckAndMutate, Comparator, Condition, Durability, Error, Increment, Mutation, Result,
};
use serde_json::{Value, json};

use super::bytes::base64;
use super::filter::{filter, operator};
use super::read::time_range;

pub(super) fn mutation(mutation: &Mutation) -> Value {
    json!({
        "row": base64(mutation.row()),
        "cells": base64(mutation.cells().as_bytes()),
        "delete_row": mutation.row_deletion(),
        "durability": durability(mutation.durability),
        "ttl_ms": mutation.ttl_ms.map(ttl),
    })
}

pub(super) fn check_and_mutate(check: &CheckAndMutate) -> Result<Value> {
    Ok(json!({
        "condition": condition(&check.condition)?,
        "time_range": time_range(check.time_range),
        "mutation": mutation(&check.mutation),
    }))
}

fn condition(condition: &Condition) -> Result<Value> {
    Ok(match condition {
        Condition::Filter(given) => json!({"filter": filter(given)?}),
        Condition::Absent { family, qualifier } => {
            json!({"family": base64(family), "qualifier": base64(qualifier)})
        }
        Condition::Compare {
            family,
            qualifier,
            op,
            comparator,
        } => json!({
            "family": base64(family),
            "qualifier": base64(qualifier),
            "op": operator(*op),
            "value": base64(given(comparator)?),
        }),
        other => {
            return Err(Error::invalid(format!(
                "the condition {other:?} is not known here"
            )));
        }
    })
}

/// `HBase`'s client supports no other comparator here.
fn given(comparator: &Comparator) -> Result<&[u8]> {
    match comparator {
        Comparator::Binary(bytes) => Ok(bytes),
        Comparator::Null => Ok(b""),
        other => Err(Error::invalid(format!(
            "a condition with {other:?}: HBase's client compares bytes alone here, so give the \
             bytes, or use a filter as the condition"
        ))),
    }
}

pub(super) fn increment(increment: &Increment) -> Value {
    let columns: Vec<_> = increment
        .columns
        .iter()
        .map(|(family, qualifier, amount)| {
            json!({"family": base64(family), "qualifier": base64(qualifier), "amount": amount})
        })
        .collect();
    json!({
        "row": base64(&increment.row),
        "columns": columns,
        "durability": durability(increment.durability),
        "ttl_ms": increment.ttl_ms.map(ttl),
    })
}

pub(super) fn append(append: &Append) -> Value {
    let columns: Vec<_> = append
        .columns
        .iter()
        .map(|(family, qualifier, value)| {
            let (family, qualifier) = (base64(family), base64(qualifier));
            json!({"family": family, "qualifier": qualifier, "value": base64(value)})
        })
        .collect();
    json!({
        "row": base64(&append.row),
        "columns": columns,
        "durability": durability(append.durability),
        "ttl_ms": append.ttl_ms.map(ttl),
    })
}

fn durability(durability: Durability) -> &'static str {
    match durability {
        Durability::UseDefault => "USE_DEFAULT",
        Durability::SkipWal => "SKIP_WAL",
        Durability::AsyncWal => "ASYNC_WAL",
        Durability::SyncWal => "SYNC_WAL",
        Durability::FsyncWal => "FSYNC_WAL",
        // Rejected by the Java program.
        _ => "UNKNOWN",
    }
}

/// Java's numbers are signed.
fn ttl(ttl_ms: u64) -> i64 {
    i64::try_from(ttl_ms).unwrap_or(i64::MAX)
}
