//! The routes.

use std::time::Duration;

use axum::extract::rejection::{JsonRejection, PathRejection, QueryRejection};
use axum::extract::{DefaultBodyLimit, Path, Query, State};
use axum::http::{StatusCode, header};
use axum::middleware::{from_fn, map_response};
use axum::response::IntoResponse;
use axum::routing::get;
use axum::{Json, Router};
use hbase_schema::{Connection, ErrorKind};
use serde::{Deserialize, Serialize};
use tower_http::timeout::TimeoutLayer;

use crate::layers::{bounded_head, described};
use crate::object::Object;
use crate::params::{Device, PageLength, Time};
use crate::{ApiError, NewReading, Reading, ReadingKey};

/// The longest body of a request, in bytes.
const BODY: usize = 16 * 1024;
/// The longest time of a request, with the reading of its body.
const DEADLINE: Duration = Duration::from_secs(30);

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
        .layer(from_fn(bounded_head))
        .layer(map_response(described))
        .with_state(db)
}

/// Inserts a reading: one that exists is not overwritten.
async fn create(
    State(db): State<Connection>,
    device: Result<Path<Device>, PathRejection>,
    body: Result<Json<Object<NewReading>>, JsonRejection>,
) -> Result<impl IntoResponse, ApiError> {
    let (Path(device), Json(Object(body))) = (device?, body?);
    let reading = body.of(device);
    match db.insert(&reading).await {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {
            let Reading { device, at, .. } = reading;
            return Err(ApiError::Exists { device, at });
        }
        inserted => inserted?,
    }
    let location = format!("/devices/{}/readings/{}", reading.device, reading.at);
    let location = [(header::LOCATION, location)];
    Ok((StatusCode::CREATED, location, Json(reading)))
}

async fn read(
    State(db): State<Connection>,
    path: Result<Path<(Device, Time)>, PathRejection>,
) -> Result<Json<Reading>, ApiError> {
    let Path((Device(device), Time(at))) = path?;
    let key = ReadingKey { device, at };
    let found: Option<Reading> = db.get(&key).await?;
    let ReadingKey { device, at } = key;
    found.map(Json).ok_or(ApiError::Missing { device, at })
}

/// The query of a list: the times from `from` on, before `to`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Range {
    from: Time,
    to: Time,
    #[serde(default)]
    limit: PageLength,
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
    device: Result<Path<Device>, PathRejection>,
    range: Result<Query<Range>, QueryRejection>,
) -> Result<Json<Readings>, ApiError> {
    let (Path(Device(device)), Query(range)) = (device?, range?);
    let PageLength(limit) = range.limit;
    let times = range.from.0..range.to.0;
    let scan = db.scan(Reading::scan().device(&device).at(times));
    let page = match range.after {
        None => scan.page(limit).await?,
        Some(cursor) => match scan.page_after(&cursor, limit).await {
            Err(error) if error.kind() == ErrorKind::InvalidCursor => {
                return Err(ApiError::Cursor);
            }
            page => page?,
        },
    };
    Ok(Json(Readings {
        readings: page.items,
        next: page.next.map(|cursor| cursor.as_str().to_owned()),
    }))
}

async fn health(State(db): State<Connection>) -> Result<StatusCode, ApiError> {
    db.ping().await?;
    Ok(StatusCode::NO_CONTENT)
}
