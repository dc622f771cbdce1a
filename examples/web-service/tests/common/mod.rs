//! A router without a socket, and requests of it: a router is a service, and `oneshot` sends it one request.

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{Request, StatusCode, header};
use hbase_schema::Connection;
use serde_json::Value;
use tower::ServiceExt;
use web_service::{Reading, router};

pub(crate) async fn service() -> (Router, Connection) {
    let db = hbase_schema::connect("memory:").await.unwrap();
    db.create_table::<Reading>().await.unwrap();
    (router(db.clone()), db)
}

/// The status of a response, and its body; `null` for an empty body.
pub(crate) async fn send(service: &Router, request: Request<Body>) -> (StatusCode, Value) {
    let response = service.clone().oneshot(request).await.unwrap();
    let status = response.status();
    let body = to_bytes(response.into_body(), 1 << 20).await.unwrap();
    let body = if body.is_empty() {
        Value::Null
    } else {
        serde_json::from_slice(&body).unwrap()
    };
    (status, body)
}

pub(crate) async fn get(service: &Router, path: &str) -> (StatusCode, Value) {
    send(service, Request::get(path).body(Body::empty()).unwrap()).await
}

pub(crate) async fn post(service: &Router, device: &str, body: &Value) -> (StatusCode, Value) {
    let request = Request::post(format!("/devices/{device}/readings"))
        .header(header::CONTENT_TYPE, "application/json")
        .body(Body::from(body.to_string()));
    send(service, request.unwrap()).await
}

pub(crate) fn message(body: &Value) -> &str {
    body["error"]
        .as_str()
        .unwrap_or_else(|| panic!("no error: {body}"))
}
