//! The layers that every request and every response passes.

use axum::extract::Request;
use axum::http::{StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::ApiError;

/// The longest path with its query, in bytes.
const PATH: usize = 4096;
/// The maximum bytes of all headers together.
const HEADERS: usize = 16 * 1024;

/// Rejects a head that is too long.
pub(crate) async fn bounded_head(request: Request, next: Next) -> Result<Response, ApiError> {
    let path = request.uri().path_and_query();
    if path.is_some_and(|path| path.as_str().len() > PATH) {
        let message = format!("expected a path and query of at most {PATH} bytes");
        return Err(ApiError::rejected(StatusCode::URI_TOO_LONG, message));
    }
    let headers = request.headers().iter();
    let bytes: usize = headers
        .map(|(name, value)| name.as_str().len() + value.len())
        .sum();
    if bytes > HEADERS {
        let status = StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE;
        let message = format!("expected headers of at most {HEADERS} bytes, found {bytes}");
        return Err(ApiError::rejected(status, message));
    }
    Ok(next.run(request).await)
}

/// Gives a body to the errors that axum and the layers leave without one.
pub(crate) async fn described(response: Response) -> Response {
    let status = response.status();
    let is_error = status.is_client_error() || status.is_server_error();
    if !is_error || response.headers().contains_key(header::CONTENT_TYPE) {
        return response;
    }
    let message = match status {
        StatusCode::NOT_FOUND => "there is nothing at this path",
        StatusCode::METHOD_NOT_ALLOWED => "this path has other methods: see the header `allow`",
        StatusCode::REQUEST_TIMEOUT => "the request took too long",
        other => other.canonical_reason().unwrap_or("the request failed"),
    };
    let mut described = ApiError::rejected(status, message.to_owned()).into_response();
    if let Some(allow) = response.headers().get(header::ALLOW) {
        described.headers_mut().insert(header::ALLOW, allow.clone());
    }
    described
}
