//! Each route in the process of the test, without a socket: a router is a service, and `oneshot` sends it one request.

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{Request, StatusCode, header};
use hbase_schema::Connection;
use serde_json::{Value, json};
use tower::ServiceExt;
use web_service::{Reading, router};

async fn service() -> (Router, Connection) {
    let db = hbase_schema::connect("memory:").await.unwrap();
    db.create_table::<Reading>().await.unwrap();
    (router(db.clone()), db)
}

/// The status and the body of a response: `null` if there is none.
async fn send(service: &Router, request: Request<Body>) -> (StatusCode, Value) {
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

async fn get(service: &Router, path: &str) -> (StatusCode, Value) {
    send(service, Request::get(path).body(Body::empty()).unwrap()).await
}

async fn post(service: &Router, device: &str, body: &Value) -> (StatusCode, Value) {
    let request = Request::post(format!("/devices/{device}/readings"))
        .header(header::CONTENT_TYPE, "application/json")
        .body(Body::from(body.to_string()));
    send(service, request.unwrap()).await
}

fn message(body: &Value) -> &str {
    body["error"].as_str().unwrap()
}

#[tokio::test]
async fn a_reading_is_created_once_and_read() {
    let (service, _) = service().await;
    let body = json!({"at": "2015-12-26T12:24:00Z", "celsius": 21.5});
    let (status, created) = post(&service, "d7", &body).await;
    let expected = json!({"device": "d7", "at": "2015-12-26T12:24:00.000Z", "celsius": 21.5});
    assert_eq!((status, &created), (StatusCode::CREATED, &expected));
    let path = "/devices/d7/readings/2015-12-26T12:24:00Z";
    assert_eq!(get(&service, path).await, (StatusCode::OK, expected));

    let other = json!({"at": "2015-12-26T12:24:00Z", "celsius": -3.0, "humidity": 40.0});
    let (status, body) = post(&service, "d7", &other).await;
    assert_eq!(status, StatusCode::CONFLICT);
    assert!(
        message(&body).contains("the row is there already"),
        "{body}"
    );
    let (_, kept) = get(&service, path).await;
    assert_eq!(kept["celsius"], 21.5);
}

#[tokio::test]
async fn the_location_of_a_created_reading_is_its_path() {
    let (service, _) = service().await;
    let body = json!({"at": "2015-12-26T12:24:00.125Z", "celsius": 1.0});
    for device in ["d7", "a%20b", "a%3Fb", "d%2F7"] {
        let request = Request::post(format!("/devices/{device}/readings"))
            .header(header::CONTENT_TYPE, "application/json")
            .body(Body::from(body.to_string()));
        let response = service.clone().oneshot(request.unwrap()).await.unwrap();
        let location = response.headers()[header::LOCATION].to_str().unwrap();
        let (status, read) = get(&service, location).await;
        let found = (status, &read["celsius"]);
        assert_eq!(found, (StatusCode::OK, &json!(1.0)), "{device}");
    }
}

#[tokio::test]
async fn a_range_is_read_in_pages() {
    let (service, _) = service().await;
    for hour in 0..7 {
        let at = format!("2015-12-26T{hour:02}:00:00Z");
        let body = json!({"at": at, "celsius": f64::from(hour)});
        assert_eq!(post(&service, "d7", &body).await.0, StatusCode::CREATED);
        assert_eq!(post(&service, "d70", &body).await.0, StatusCode::CREATED);
    }
    let range = "from=2015-12-26T01:00:00Z&to=2015-12-26T06:00:00Z&limit=2";
    let first = format!("/devices/d7/readings?{range}");
    let (mut path, mut pages) = (first.clone(), Vec::new());
    loop {
        let (status, page) = get(&service, &path).await;
        assert_eq!(status, StatusCode::OK, "{page}");
        let readings = page["readings"].as_array().unwrap().iter();
        pages.push(readings.map(|r| r["celsius"].as_f64().unwrap()).collect());
        let Some(next) = page["next"].as_str() else {
            break;
        };
        path = format!("{first}&after={next}");
    }
    pages.retain(|page: &Vec<f64>| !page.is_empty());
    assert_eq!(pages, [vec![1.0, 2.0], vec![3.0, 4.0], vec![5.0]]);
}

#[tokio::test]
async fn invalid_requests_are_the_clients_errors() {
    let (service, _) = service().await;
    let expect = |(status, body): (StatusCode, Value), expected: u16, part: &str| {
        assert_eq!(status.as_u16(), expected, "{body}");
        assert!(message(&body).contains(part), "{body}");
    };
    let path = "/devices/d7/readings/2015-12-26T12:24:00Z";
    let missing = "found no reading of `d7` at 2015-12-26T12:24:00.000Z";
    expect(get(&service, path).await, 404, missing);
    expect(
        get(&service, "/devices/d7/readings/noon").await,
        400,
        "noon",
    );
    expect(get(&service, "/devices/d7/readings").await, 400, "from");
    let range = "/devices/d7/readings?from=2015-12-26T01:00:00Z&to=2015-12-26T06:00:00Z";
    expect(
        get(&service, &format!("{range}&limit=5000")).await,
        400,
        "1 to 1000",
    );
    expect(
        get(&service, &format!("{range}&after=zz")).await,
        400,
        "cursor",
    );
    let separator = json!({"at": "2015-12-26T12:24:00Z", "celsius": 1.0});
    expect(post(&service, "d_7", &separator).await, 400, "device");
    let unknown = json!({"at": "2015-12-26T12:24:00Z", "celsius": 1.0, "color": 3});
    expect(post(&service, "d7", &unknown).await, 422, "color");
    let long = json!({"at": "x".repeat(20_000)});
    expect(post(&service, "d7", &long).await, 413, "length limit");
}

#[tokio::test]
async fn errors_of_the_store_are_not_shown_to_clients() {
    let (service, db) = service().await;
    assert_eq!(get(&service, "/health").await.0, StatusCode::NO_CONTENT);
    db.drop_table::<Reading>().await.unwrap();
    let path = "/devices/d7/readings/2015-12-26T12:24:00Z";
    let (status, body) = get(&service, path).await;
    assert_eq!(status, StatusCode::INTERNAL_SERVER_ERROR);
    assert_eq!(body, json!({"error": "internal server error"}));
    db.close().await.unwrap();
    let (status, body) = get(&service, "/health").await;
    assert_eq!(status, StatusCode::SERVICE_UNAVAILABLE);
    assert_eq!(body, json!({"error": "service unavailable"}));
}
