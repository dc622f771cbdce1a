//! An operation, and its text in reports.

use std::fmt;

use hbase_backend::{
    Append, CellKind, CheckAndMutate, Get, Increment, LATEST_TIMESTAMP, Mutation, Scan,
};
use hbase_model::printable::Printable;

/// An operation on a table.
#[derive(Clone, Debug)]
pub(super) enum Operation {
    Mutate(Mutation),
    MutateMany(Vec<Mutation>),
    Check(CheckAndMutate),
    Increment(Increment),
    Append(Append),
    Get(Get),
    GetMany(Vec<Get>),
    Scan(Scan),
    Flush,
    /// A flush and a major compaction.
    Compact,
}

impl Operation {
    /// Whether it does not change the table.
    pub(super) fn is_read(&self) -> bool {
        matches!(self, Self::Get(_) | Self::GetMany(_) | Self::Scan(_))
    }

    /// Whether it reads or writes any of `rows`, given as texts; an empty list means all rows.
    pub(super) fn concerns(&self, rows: &[&str]) -> bool {
        let own = self.rows();
        let is_given = |row: &&[u8]| rows.contains(&Printable(row).to_string().as_str());
        own.is_empty() || rows.is_empty() || own.iter().any(is_given)
    }

    /// The rows that it reads or writes; empty for all of them.
    fn rows(&self) -> Vec<&[u8]> {
        match self {
            Self::Mutate(mutation) => vec![mutation.row()],
            Self::MutateMany(mutations) => mutations.iter().map(Mutation::row).collect(),
            Self::Check(check) => vec![check.mutation.row()],
            Self::Increment(increment) => vec![&increment.row],
            Self::Append(append) => vec![&append.row],
            Self::Get(get) => vec![&get.row],
            Self::GetMany(gets) => gets.iter().map(|get| get.row.as_slice()).collect(),
            Self::Scan(_) | Self::Flush | Self::Compact => Vec::new(),
        }
    }
}

impl fmt::Display for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Mutate(mutation) => write!(f, "mutate {}", Shown(mutation)),
            Self::MutateMany(mutations) => {
                f.write_str("mutate many")?;
                mutations
                    .iter()
                    .try_for_each(|m| write!(f, "; {}", Shown(m)))
            }
            Self::Check(check) => {
                let (condition, range) = (&check.condition, check.time_range);
                let mutation = Shown(&check.mutation);
                write!(
                    f,
                    "check {condition:?} in {}..{}, {mutation}",
                    range.min, range.max
                )
            }
            Self::Increment(increment) => write!(f, "{increment:?}"),
            Self::Append(append) => write!(f, "{append:?}"),
            Self::Get(get) => write!(f, "{get:?}"),
            Self::GetMany(gets) => write!(f, "get many {gets:?}"),
            Self::Scan(scan) => write!(f, "{scan:?}"),
            Self::Flush => f.write_str("flush"),
            Self::Compact => f.write_str("flush and major compaction"),
        }
    }
}

struct Shown<'a>(&'a Mutation);

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mutation = self.0;
        write!(f, "row {}:", Printable(mutation.row()))?;
        for cell in mutation.cells() {
            let (family, qualifier) = (Printable(cell.family), Printable(cell.qualifier));
            write!(
                f,
                " {:?} {family}:{qualifier}@{}",
                cell.kind,
                Time(cell.timestamp)
            )?;
            if cell.kind == CellKind::Put {
                write!(f, "={}", Printable(cell.value))?;
            }
        }
        if let Some(timestamp) = mutation.row_deletion() {
            write!(f, " delete row@{}", Time(timestamp))?;
        }
        if let Some(ttl_ms) = mutation.ttl_ms {
            write!(f, " ttl {ttl_ms} ms")?;
        }
        Ok(())
    }
}

struct Time(i64);

impl fmt::Display for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            LATEST_TIMESTAMP => f.write_str("now"),
            given => write!(f, "{given}"),
        }
    }
}
