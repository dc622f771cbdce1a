//! Errors of the library `sqlx`.

use super::database::DatabaseError;

impl From<sqlx::Error> for DatabaseError {
    fn from(error: sqlx::Error) -> Self {
        match error {
            // The server's own words suffice.
            sqlx::Error::Database(error) => Self(error.message().to_owned()),
            // A URL may be in it, with its password.
            sqlx::Error::Configuration(_) => {
                Self("its URL or its parameters are invalid".to_owned())
            }
            other => Self(other.to_string()),
        }
    }
}
