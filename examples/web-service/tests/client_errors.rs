//! Errors that a client gets: JSON, in the words of the routes.

mod common;

use std::convert::Infallible;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::http::{Method, Request, StatusCode, header};
use common::{get, message, post, send, service};
use serde_json::{Value, json};
use tower::ServiceExt;

const DEVICE: &str =
    "expected a device's name of 1 to 32 letters, digits, `-` and `.`, not `.` or `..`";
const TIME: &str = "expected a time of RFC 3339 such as 2015-12-26T12:24:00Z";

/// Checks a response: its message has a part, is short, and is not about the service's code.
#[track_caller]
fn expect((status, body): (StatusCode, Value), expected: u16, part: &str) {
    assert_eq!(status.as_u16(), expected, "{body}");
    let message = message(&body);
    assert!(message.contains(part), "{message}");
    assert!(message.chars().count() <= 300, "{message}");
    for word in [
        "DLQX", "Reading", "struct", "row", "key", "table", "type ", "Range",
    ] {
        assert!(!message.contains(word), "{word} in: {message}");
    }
}

async fn post_text(service: &Router, body: impl Into<Body>) -> (StatusCode, Value) {
    let request = Request::post("/devices/d7/readings")
        .header(header::CONTENT_TYPE, "application/json")
        .body(body.into());
    send(service, request.unwrap()).await
}

#[tokio::test]
async fn names_of_devices_have_a_rule() {
    let (service, _) = service().await;
    let reading = json!({"at": "2015-12-26T12:24:00Z", "celsius": 1.0});
    let long = "d".repeat(33);
    for device in [
        ".",
        "..",
        "%2E%2E",
        "%20",
        "a%20b",
        "a%0Ab",
        "a%00",
        "d_7",
        "d%2F7",
        "a%3Fb",
        "%C3%A4",
        "%E7%94%B5",
        &long,
    ] {
        expect(post(&service, device, &reading).await, 400, DEVICE);
        let path = format!("/devices/{device}/readings");
        expect(
            get(&service, &format!("{path}/2015-12-26T12:24:00Z")).await,
            400,
            DEVICE,
        );
        let range = "from=2015-12-26T01:00:00Z&to=2015-12-26T06:00:00Z";
        expect(get(&service, &format!("{path}?{range}")).await, 400, DEVICE);
    }
    let path = "/devices/%FF/readings/2015-12-26T12:24:00Z";
    expect(get(&service, path).await, 400, "UTF-8 in `device`");
}

#[tokio::test]
async fn times_are_rfc_3339() {
    let (service, _) = service().await;
    for at in [
        "noon",
        "1451132640000",
        "20151226122400",
        "2015-12-26",
        "2015-12-26T12:24Z",
        "2015-12-26T12:24:00",
        "2015-12-26%2012:24:00Z",
        "0%20ms%20since%201970",
        "2015-02-30T12:24:00Z",
        "2015-12-26T12:24:00.1234Z",
        "1970-01-01T00:00:00%2B08:00",
        "9999-12-31T23:59:59-08:00",
    ] {
        let readings = "/devices/d7/readings";
        expect(get(&service, &format!("{readings}/{at}")).await, 400, TIME);
        let range = format!("{readings}?from=2015-12-26T01:00:00Z&to={at}");
        expect(get(&service, &range).await, 400, &format!("to: {TIME}"));
        let at = at.replace("%20", " ").replace("%2B", "+");
        let body = json!({"at": at, "celsius": 1.0});
        let field = format!("at: {TIME}");
        expect(post(&service, "d7", &body).await, 422, &field);
    }
    let body = json!({"at": 1_451_132_640_000_u64, "celsius": 1.0});
    let number = "at: invalid type: integer `1451132640000`, expected a string";
    let (status, said) = post(&service, "d7", &body).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(message(&said).starts_with(number), "{said}");
    for at in ["2015-12-26t12:24:00z", "2015-12-26T20:24:00.5+08:00"] {
        let body = json!({"at": at, "celsius": 1.0});
        assert_eq!(post(&service, "d7", &body).await.0, StatusCode::CREATED);
    }
}

#[tokio::test]
async fn a_reading_is_an_object() {
    let (service, _) = service().await;
    let expected = "expected an object";
    for body in [
        r#"["2015-12-26T12:24:00Z", 21.5, null]"#,
        "[]",
        "3",
        "null",
        r#""d7""#,
    ] {
        let (status, said) = post_text(&service, body).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{body}: {said}");
        assert!(message(&said).contains(expected), "{body}: {said}");
    }
    let twice = r#"{"at": "2015-12-26T12:24:00Z", "celsius": 1, "celsius": 2}"#;
    expect(
        post_text(&service, twice).await,
        422,
        "duplicate field `celsius`",
    );
    let no_celsius = r#"{"at": "2015-12-26T12:24:00Z"}"#;
    expect(
        post_text(&service, no_celsius).await,
        422,
        "missing field `celsius`",
    );
    let unknown = json!({"at": "2015-12-26T12:24:00Z", "celsius": 1.0, "color": 3});
    expect(post(&service, "d7", &unknown).await, 422, "color");
    expect(post_text(&service, "{").await, 400, "EOF while parsing");
    let long = json!({"at": "x".repeat(20_000)});
    expect(post(&service, "d7", &long).await, 413, "length limit");
    let untyped = Request::post("/devices/d7/readings").body(Body::from("{}"));
    expect(
        send(&service, untyped.unwrap()).await,
        415,
        "Content-Type: application/json",
    );
}

#[tokio::test]
async fn the_query_of_a_list_is_checked() {
    let (service, _) = service().await;
    let path = "/devices/d7/readings/2015-12-26T12:24:00Z";
    let missing = "found no reading of `d7` at 2015-12-26T12:24:00.000Z";
    expect(get(&service, path).await, 404, missing);
    expect(
        get(&service, "/devices/d7/readings").await,
        400,
        "missing field `from`",
    );
    let range = "/devices/d7/readings?from=2015-12-26T01:00:00Z&to=2015-12-26T06:00:00Z";
    for limit in ["0", "1001", "-1", "ten", "99999999999999999999999"] {
        let path = format!("{range}&limit={limit}");
        let expected = format!("limit: expected a number of 1 to 1000, found \"{limit}\"");
        expect(get(&service, &path).await, 400, &expected);
    }
    let cursor = "after: expected the `next` of a page of the same `from` and `to`";
    for after in ["", "zz", "00", "%00"] {
        let path = format!("{range}&after={after}");
        expect(get(&service, &path).await, 400, cursor);
    }
    let backwards = "/devices/d7/readings?from=2015-12-26T06:00:00Z&to=2015-12-26T01:00:00Z";
    let (status, page) = get(&service, backwards).await;
    assert_eq!((status, page), (StatusCode::OK, json!({"readings": []})));
}

#[tokio::test]
async fn errors_before_a_route_are_json_too() {
    let (service, _) = service().await;
    expect(get(&service, "/device/d7").await, 404, "path");
    let delete = Request::delete("/devices/d7/readings").body(Body::empty());
    let response = service.clone().oneshot(delete.unwrap()).await.unwrap();
    let allow = &response.headers()[header::ALLOW];
    assert_eq!(allow, "GET,HEAD,POST");
    let trace = Request::builder().method(Method::TRACE).uri("/health");
    let answer = send(&service, trace.body(Body::empty()).unwrap()).await;
    expect(answer, 405, "method");

    let long = format!("/devices/{}/readings", "d".repeat(60_000));
    expect(get(&service, &long).await, 414, "4096 bytes");
    let request = Request::get("/health").header("x", "x".repeat(20_000));
    let answer = send(&service, request.body(Body::empty()).unwrap()).await;
    expect(answer, 431, "16384 bytes");
}

#[tokio::test]
async fn what_a_client_sent_is_not_repeated_at_length() {
    let (service, _) = service().await;
    let long = "d".repeat(3_000);
    let path = format!("/devices/{long}/readings/2015-12-26T12:24:00Z");
    expect(get(&service, &path).await, 400, DEVICE);
    let path = format!("/devices/d7/readings?{long}=1");
    expect(get(&service, &path).await, 400, "`, expected one of `");
    let body = json!({ &*long: 1 });
    expect(
        post(&service, "d7", &body).await,
        422,
        "`, expected one of `",
    );
    let body = json!({"at": long, "celsius": 1.0});
    expect(post(&service, "d7", &body).await, 422, TIME);
}

#[tokio::test(start_paused = true)]
async fn a_body_that_does_not_come_is_a_timeout() {
    let (service, _) = service().await;
    let never = futures_util::stream::pending::<Result<Bytes, Infallible>>();
    let answer = post_text(&service, Body::from_stream(never)).await;
    expect(answer, 408, "took too long");
}
