//! How an example fails: with a message, and an exit code that is not 0.

use std::error::Error;
use std::fmt;

use hbase_schema::model::Error as ModelError;

/// Why an example failed: a call that did not work, or an answer that is wrong.
pub struct Failure(Box<dyn Error + Send + Sync>);

/// What every example's `main` gives back.
pub type Outcome<T = ()> = Result<T, Failure>;

impl<E: Into<Box<dyn Error + Send + Sync>>> From<E> for Failure {
    fn from(error: E) -> Self {
        Self(error.into())
    }
}

/// `main` prints an error by `Debug`, so this says the message itself.
impl fmt::Debug for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

/// A question's outcome; where the backend cannot do what the question needs, its error is the
/// answer, and is printed.
///
/// # Errors
/// Every other failure.
pub fn asked(outcome: Outcome) -> Outcome {
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

/// Refuses an answer that is not the right one.
///
/// # Errors
/// Names the question, the answer and the right answer.
#[expect(
    clippy::needless_pass_by_value,
    reason = "most answers are made for the comparison alone"
)]
pub fn expect<A: PartialEq<B> + fmt::Debug, B: fmt::Debug>(
    question: &str,
    answer: A,
    right: B,
) -> Outcome {
    if answer == right {
        return Ok(());
    }
    Err(format!("{question}: got {answer:?}, expected {right:?}").into())
}
