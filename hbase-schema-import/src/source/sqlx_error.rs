//! Errors of the library `sqlx`.

use super::database::DatabaseError;

impl From<sqlx::Error> for DatabaseError {
    fn from(error: sqlx::Error) -> Self {
        match error {
            // The server's message suffices.
            sqlx::Error::Database(error) => Self(error.message().to_owned()),
            // The message may contain the URL with its password.
            sqlx::Error::Configuration(_) => {
                Self("its URL or its parameters are invalid".to_owned())
            }
            other => Self(other.to_string()),
        }
    }
}
