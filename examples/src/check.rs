//! How an example fails: with a message, and an exit code that is not 0.

use std::error::Error;
use std::fmt;

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
