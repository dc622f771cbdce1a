//! Errors as responses.

use std::error::Error as _;

use axum::Json;
use axum::extract::rejection::{JsonRejection, PathRejection, QueryRejection};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use hbase_schema::{Error, ErrorKind, Timestamp};
use serde_json::json;

/// The seconds after which a client may retry.
const RETRY_AFTER: &str = "1";

/// The maximum characters of the start, and of the end, of a message: the text between them may be the client's, and long.
const PART: usize = 140;

/// An error of a request.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ApiError {
    /// The request is not as its route, or every route, expects.
    #[error("{message}")]
    Rejected {
        /// The status.
        status: StatusCode,
        /// The field, and what was expected and found.
        message: String,
    },
    /// There is no such reading.
    #[error("found no reading of `{device}` at {at}")]
    Missing {
        /// The device of the path.
        device: String,
        /// The time of the path.
        at: Timestamp,
    },
    /// The reading exists already.
    #[error("there is a reading of `{device}` at {at} already")]
    Exists {
        /// The device of the path.
        device: String,
        /// The time of the body.
        at: Timestamp,
    },
    /// The `after` of a list belongs to another list, or is no cursor.
    #[error("after: expected the `next` of a page of the same `from` and `to`")]
    Cursor,
    /// A call of the table failed. What a client may do wrong is another variant, in the words of the routes.
    #[error(transparent)]
    Table(#[from] Error),
}

impl ApiError {
    /// A request that is not as expected.
    pub(crate) fn rejected(status: StatusCode, message: String) -> Self {
        Self::Rejected { status, message }
    }

    /// The status of the response.
    #[must_use]
    pub fn status(&self) -> StatusCode {
        match self {
            Self::Rejected { status, .. } => *status,
            Self::Missing { .. } => StatusCode::NOT_FOUND,
            Self::Exists { .. } => StatusCode::CONFLICT,
            Self::Cursor => StatusCode::BAD_REQUEST,
            Self::Table(error) => of_kind(error.kind()),
        }
    }

    /// The message for the client: errors of the service itself are for its log.
    fn shown(&self) -> String {
        let status = self.status();
        if status.is_server_error() {
            let reason = status.canonical_reason();
            return reason.unwrap_or("the service failed").to_lowercase();
        }
        shortened(self.to_string())
    }
}

/// A message without the middle if it is long.
fn shortened(message: String) -> String {
    let count = message.chars().count();
    if count <= 2 * PART {
        return message;
    }
    let begin = message.chars().take(PART);
    let end = message.chars().skip(count - PART);
    begin.chain(['…']).chain(end).collect()
}

/// The status of an error of the table: always one of the service.
fn of_kind(kind: ErrorKind) -> StatusCode {
    match kind {
        ErrorKind::Timeout => StatusCode::GATEWAY_TIMEOUT,
        ErrorKind::Unavailable | ErrorKind::Closed | ErrorKind::Disabled => {
            StatusCode::SERVICE_UNAVAILABLE
        }
        ErrorKind::NoSpace => StatusCode::INSUFFICIENT_STORAGE,
        ErrorKind::Unsupported => StatusCode::NOT_IMPLEMENTED,
        _ => StatusCode::INTERNAL_SERVER_ERROR,
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let status = self.status();
        if status.is_server_error() {
            eprintln!("{status}: {self}");
        }
        let body = Json(json!({ "error": self.shown() }));
        let mut response = (status, body).into_response();
        if matches!(&self, Self::Table(error) if error.kind().is_retryable()) {
            let value = header::HeaderValue::from_static(RETRY_AFTER);
            response.headers_mut().insert(header::RETRY_AFTER, value);
        }
        response
    }
}

impl From<PathRejection> for ApiError {
    fn from(rejection: PathRejection) -> Self {
        let message = match &rejection {
            PathRejection::FailedToDeserializePathParams(error) => error.kind().to_string(),
            other => other.body_text(),
        };
        Self::rejected(rejection.status(), message)
    }
}

macro_rules! rejections {
    ($($rejection:ty),*) => {$(
        impl From<$rejection> for ApiError {
            fn from(rejection: $rejection) -> Self {
                // The source begins with the field; the text before it is about types of the program.
                let source = rejection.source().map(ToString::to_string);
                let message = source.unwrap_or_else(|| rejection.body_text());
                Self::rejected(rejection.status(), message)
            }
        }
    )*};
}

rejections!(JsonRejection, QueryRejection);
