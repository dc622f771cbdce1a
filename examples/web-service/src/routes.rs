//! The routes.

use std::time::Duration;

use axum::extract::rejection::{JsonRejection, PathRejection, QueryRejection};
use axum::extract::{DefaultBodyLimit, Path, Query, State};
use axum::http::{StatusCode, Uri, header};
use axum::response::IntoResponse;
use axum::routing::get;
use axum::{Json, Router};
use hbase_schema::{Connection, Timestamp};
use serde::{Deserialize, Serialize};
use tower_http::timeout::TimeoutLayer;

use crate::{ApiError, NewReading, Reading, ReadingKey};

/// The longest body of a request, in bytes.
const BODY: usize = 16 * 1024;
/// The longest time of a request, with the reading of its body.
const DEADLINE: Duration = Duration::from_secs(30);
/// The readings of a page if the request has no `limit`.
const PAGE: usize = 100;
/// The most readings of a page.
const MOST: usize = 1000;

/// All routes, over a connection whose table exists.
pub fn router(db: Connection) -> Router {
    Router::new()
        .route("/devices/{device}/readings", get(list).post(create))
        .route("/devices/{device}/readings/{at}", get(read))
        .route("/health", get(health))
        .layer(DefaultBodyLimit::max(BODY))
        .layer(TimeoutLayer::with_status_code(
            StatusCode::REQUEST_TIMEOUT,
            DEADLINE,
        ))
        .with_state(db)
}

/// Inserts a reading: one that exists is not overwritten.
async fn create(
    State(db): State<Connection>,
    // Encoded as the client has sent it; the parts of the path are decoded.
    uri: Uri,
    device: Result<Path<String>, PathRejection>,
    body: Result<Json<NewReading>, JsonRejection>,
) -> Result<impl IntoResponse, ApiError> {
    let (Path(device), Json(body)) = (device?, body?);
    let reading = body.of(device);
    db.insert(&reading).await?;
    let location = format!("{}/{}", uri.path(), reading.at);
    let location = [(header::LOCATION, location)];
    Ok((StatusCode::CREATED, location, Json(reading)))
}

async fn read(
    State(db): State<Connection>,
    path: Result<Path<(String, Timestamp)>, PathRejection>,
) -> Result<Json<Reading>, ApiError> {
    let Path((device, at)) = path?;
    let key = ReadingKey { device, at };
    let found: Option<Reading> = db.get(&key).await?;
    let ReadingKey { device, at } = key;
    found.map(Json).ok_or(ApiError::Missing { device, at })
}

/// The query of a list: the times from `from` on, before `to`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Range {
    from: Timestamp,
    to: Timestamp,
    limit: Option<usize>,
    after: Option<String>,
}

/// A page of readings.
#[derive(Serialize)]
struct Readings {
    readings: Vec<Reading>,
    /// The `after` of the next page; absent after the last one.
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<String>,
}

async fn list(
    State(db): State<Connection>,
    device: Result<Path<String>, PathRejection>,
    range: Result<Query<Range>, QueryRejection>,
) -> Result<Json<Readings>, ApiError> {
    let (Path(device), Query(range)) = (device?, range?);
    let limit = page_length(range.limit)?;
    let scan = db.scan(Reading::scan().device(&device).at(range.from..range.to));
    let page = match range.after {
        None => scan.page(limit).await?,
        Some(cursor) => scan.page_after(cursor.as_str(), limit).await?,
    };
    Ok(Json(Readings {
        readings: page.rows,
        next: page.next.map(|cursor| cursor.as_str().to_owned()),
    }))
}

fn page_length(limit: Option<usize>) -> Result<usize, ApiError> {
    match limit {
        None => Ok(PAGE),
        Some(limit @ 1..=MOST) => Ok(limit),
        Some(found) => Err(ApiError::Limit { most: MOST, found }),
    }
}

async fn health(State(db): State<Connection>) -> Result<StatusCode, ApiError> {
    db.ping().await?;
    Ok(StatusCode::NO_CONTENT)
}
