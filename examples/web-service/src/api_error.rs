//! Errors as responses.

use axum::Json;
use axum::extract::rejection::{JsonRejection, PathRejection, QueryRejection};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use hbase_schema::{Error, ErrorKind};
use serde_json::json;

/// The seconds after which a client may retry.
const RETRY_AFTER: &str = "1";

/// An error of a request.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ApiError {
    /// The request is not of the route's types.
    #[error("{message}")]
    Rejected {
        /// The status that the extractor chose.
        status: StatusCode,
        /// What was expected and found.
        message: String,
    },
    /// There is no such reading.
    #[error("found no reading of `{device}` at {at}")]
    Missing {
        /// The device of the path.
        device: String,
        /// The time of the path.
        at: hbase_schema::Timestamp,
    },
    /// A page of a length that is not served.
    #[error("expected a `limit` of 1 to {most}, found {found}")]
    Limit {
        /// The most readings of a page.
        most: usize,
        /// The number in the query.
        found: usize,
    },
    /// A call of the table failed.
    #[error(transparent)]
    Table(#[from] Error),
}

impl ApiError {
    /// The status of the response.
    #[must_use]
    pub fn status(&self) -> StatusCode {
        match self {
            Self::Rejected { status, .. } => *status,
            Self::Missing { .. } => StatusCode::NOT_FOUND,
            Self::Limit { .. } => StatusCode::BAD_REQUEST,
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
        self.to_string()
    }
}

/// The status of an error of the table. A missing table is an error of the service, not of the request.
fn of_kind(kind: ErrorKind) -> StatusCode {
    match kind {
        ErrorKind::AlreadyExists => StatusCode::CONFLICT,
        ErrorKind::InvalidRequest | ErrorKind::Encode => StatusCode::BAD_REQUEST,
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

macro_rules! rejections {
    ($($rejection:ty),*) => {$(
        impl From<$rejection> for ApiError {
            fn from(rejection: $rejection) -> Self {
                Self::Rejected {
                    status: rejection.status(),
                    message: rejection.body_text(),
                }
            }
        }
    )*};
}

rejections!(JsonRejection, PathRejection, QueryRejection);
