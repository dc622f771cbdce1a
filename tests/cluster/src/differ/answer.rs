//! Results in a common form for two backends.

use hbase_backend::{CellKind, CellRef, Error, Result, Row};
use hbase_model::printable::Printable;

use super::moments::Moments;

/// The result of an operation.
#[derive(Debug)]
pub(super) enum Answer {
    Done,
    Bool(bool),
    /// Rows, or partial rows.
    Rows(Vec<Row>),
    /// An increment's values. Not every backend returns their timestamps; later reads do.
    Counters(Row),
    Each(Vec<Result<Answer>>),
}

/// A result as lines, which are equal if the results are.
pub(super) fn lines(answer: &Result<Answer>, moments: &Moments) -> Vec<String> {
    match answer {
        Ok(Answer::Done) => vec!["done".into()],
        Ok(Answer::Bool(outcome)) => vec![outcome.to_string()],
        Ok(Answer::Rows(rows)) => rows.iter().map(|row| row_line(row, moments)).collect(),
        Ok(Answer::Counters(row)) => row.cells().map(|cell| counter_text(&cell)).collect(),
        Ok(Answer::Each(answers)) => {
            let numbered = answers.iter().enumerate();
            let all = numbered.flat_map(|(at, answer)| {
                let lines = lines(answer, moments).into_iter();
                lines.map(move |line| format!("{at}. {line}"))
            });
            all.collect()
        }
        Err(error) => vec![format!("error: {}", error_class(error))],
    }
}

/// The message of an error, which is not compared.
pub(super) fn message(answer: &Result<Answer>) -> Option<String> {
    let error = answer.as_ref().err()?;
    Some(format!("({error})").replace('\n', " "))
}

/// The part of an error that every backend guarantees.
fn error_class(error: &Error) -> &'static str {
    match error {
        Error::TableNotFound { .. } => "no such table",
        Error::FamilyNotFound { .. } => "no such family",
        Error::DeadlineExceeded { .. } => "too late",
        Error::Closed { .. } => "closed",
        Error::Corrupt { .. } => "corrupt",
        _ => "rejected",
    }
}

fn row_line(row: &Row, moments: &Moments) -> String {
    let cells: Vec<_> = row.cells().map(|cell| cell_text(&cell, moments)).collect();
    format!("{} {}", Printable(row.key()), cells.join(" "))
}

fn counter_text(cell: &CellRef<'_>) -> String {
    let (family, qualifier) = (Printable(cell.family), Printable(cell.qualifier));
    format!("{family}:{qualifier}={}", Printable(cell.value))
}

fn cell_text(cell: &CellRef<'_>, moments: &Moments) -> String {
    let (family, qualifier) = (Printable(cell.family), Printable(cell.qualifier));
    let time = moments.text(cell.timestamp);
    match cell.kind {
        CellKind::Put => format!("{family}:{qualifier}@{time}={}", Printable(cell.value)),
        marker => format!("{family}:{qualifier}@{time} {marker:?}"),
    }
}
