//! A web service over a table: readings of devices, by device and time.
//!
//! | request | response |
//! |---|---|
//! | `POST /devices/{device}/readings` | 201 and the location; 409 if there is a reading of that time |
//! | `GET /devices/{device}/readings/{at}` | the reading, or 404 |
//! | `GET /devices/{device}/readings?from=…&to=…` | a page of readings; `limit` sets its length, `after` is the `next` of the page before |
//! | `GET /health` | 204 if the store responds |
//!
//! Errors are JSON, `{"error": "…"}`, with a status by [`ErrorKind`](hbase_schema::ErrorKind). Times are RFC 3339.
//!
//! ```text
//! cargo run -p hbase-schema-example-web-service -- --listen 127.0.0.1:8080
//! curl -i localhost:8080/devices/d7/readings --json '{"at": "2015-12-26T12:24:00Z", "celsius": 21.5}'
//! curl 'localhost:8080/devices/d7/readings?from=2015-12-26T00:00:00Z&to=2015-12-27T00:00:00Z&limit=10'
//! ```

mod api_error;
mod readings;
mod routes;
mod serve;

pub use api_error::ApiError;
pub use readings::{NewReading, Reading, ReadingKey};
pub use routes::router;
pub use serve::{ServeError, serve};
