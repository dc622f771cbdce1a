//! The error of an update of a row by a function.

use super::types::Error;

/// The error of [`Connection::update`](crate::Connection::update). `E` is the error with which the function declines.
///
/// Later versions may add variants, so a `match` has one arm more:
///
/// ```
/// use hbase_schema::db::UpdateError;
///
/// fn explain(error: UpdateError<&str>) -> String {
///     match error {
///         UpdateError::NotFound => "no such row".to_owned(),
///         UpdateError::Declined(why) => why.to_owned(),
///         UpdateError::Call(error) => error.to_string(),
///         _ => "not updated".to_owned(),
///     }
/// }
/// assert_eq!(explain(UpdateError::Declined("taken")), "taken");
/// ```
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum UpdateError<E> {
    /// The row does not exist.
    #[error("the row to update does not exist")]
    NotFound,
    /// The function declined the change. The row is unchanged.
    #[error(transparent)]
    Declined(E),
    /// The call failed.
    #[error(transparent)]
    Call(#[from] Error),
}
