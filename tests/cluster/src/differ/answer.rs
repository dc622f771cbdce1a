//! Answers, in a form in which two backends can be compared.

use hbase_model::printable::Printable;
use hbase_model::{CellKind, CellRef, Error, Result, Row};

use super::moments::Moments;

/// What a backend answered.
#[derive(Debug)]
pub(super) enum Answer {
    Done,
    Bool(bool),
    /// Rows, or pieces of rows.
    Rows(Vec<Row>),
    /// An increment's values. Not every backend is told their timestamps; later reads show them.
    Counters(Row),
    Each(Vec<Result<Answer>>),
}

/// An answer as lines that are equal where the answers are.
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
        Err(error) => vec![format!("error: {}", kind(error))],
    }
}

/// The words of an error, which are not compared.
pub(super) fn words(answer: &Result<Answer>) -> Option<String> {
    let error = answer.as_ref().err()?;
    Some(format!("({error})").replace('\n', " "))
}

/// What the suite promises of an error, without its words.
fn kind(error: &Error) -> &'static str {
    match error {
        Error::TableNotFound { .. } => "no such table",
        Error::FamilyNotFound { .. } => "no such family",
        Error::DeadlineExceeded { .. } => "too late",
        Error::Closed { .. } => "closed",
        Error::Corrupt { .. } => "corrupt",
        _ => "refused",
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
