//! Failures of an example: a message and a non-zero exit status.

use std::error::Error;
use std::fmt;

use hbase_schema::model::Error as ModelError;

/// A failed call, or a wrong result.
pub struct Failure(Box<dyn Error + Send + Sync>);

/// The result of every example's `main`.
pub type Outcome<T = ()> = Result<T, Failure>;

impl<E: Into<Box<dyn Error + Send + Sync>>> From<E> for Failure {
    fn from(error: E) -> Self {
        Self(error.into())
    }
}

/// `main` prints errors by `Debug`: here it prints the message.
impl fmt::Debug for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

/// Prints the error of a query that the backend does not support.
///
/// # Errors
/// Every other failure.
pub fn skip_unsupported(outcome: Outcome) -> Outcome {
    match outcome {
        Err(failure) if failure.is_unsupported() => {
            println!("not answered: {}", failure.0);
            Ok(())
        }
        outcome => outcome,
    }
}

impl Failure {
    fn is_unsupported(&self) -> bool {
        let error = self.0.downcast_ref::<hbase_schema::Error>();
        let error = error.and_then(hbase_schema::Error::as_backend);
        matches!(error, Some(ModelError::Unsupported { .. }))
    }
}

/// Checks the result of a query.
///
/// # Errors
/// Names the query, its result and the expected one.
#[expect(
    clippy::needless_pass_by_value,
    reason = "most results are made for the comparison alone"
)]
pub fn expect<A: PartialEq<B> + fmt::Debug, B: fmt::Debug>(
    query: &str,
    result: A,
    expected: B,
) -> Outcome {
    if result == expected {
        return Ok(());
    }
    Err(format!("{query}: found {result:?}, expected {expected:?}").into())
}
