//! Each route in the process of the test, without a socket.

mod common;

use axum::body::Body;
use axum::http::{Request, StatusCode, header};
use common::{get, message, post, service};
use serde_json::json;
use tower::ServiceExt;
use web_service::Reading;

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
    let expected = "there is a reading of `d7` at 2015-12-26T12:24:00.000Z already";
    assert_eq!(message(&body), expected);
    let (_, kept) = get(&service, path).await;
    assert_eq!(kept["celsius"], 21.5);
}

#[tokio::test]
async fn the_location_of_a_created_reading_is_its_path() {
    let (service, _) = service().await;
    let body = json!({"at": "2015-12-26T12:24:00.125Z", "celsius": 1.0});
    let longest = "d".repeat(32);
    for device in ["d7", "a.b-C", "...", &longest] {
        let request = Request::post(format!("/devices/{device}/readings"))
            .header(header::CONTENT_TYPE, "application/json")
            .body(Body::from(body.to_string()));
        let response = service.clone().oneshot(request.unwrap()).await.unwrap();
        let location = response.headers()[header::LOCATION].to_str().unwrap();
        assert_eq!(
            location,
            format!("/devices/{device}/readings/2015-12-26T12:24:00.125Z")
        );
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
