//! A web service over a table: readings of devices, by device and time.
//!
//! | request | response |
//! |---|---|
//! | `POST /devices/{device}/readings` | 201 and the location; 409 if there is a reading of that time |
//! | `GET /devices/{device}/readings/{at}` | the reading, or 404 |
//! | `GET /devices/{device}/readings?from=…&to=…` | a page of readings; `limit` sets its length, `after` is the `next` of the page before |
//! | `GET /health` | 204 if the store responds |
//!
//! A device's name is 1 to 32 ASCII letters, digits, `-` and `.`, but not `.` or `..`. Times are RFC 3339, to the
//! millisecond. A body is a JSON object.
//!
//! Errors are JSON, `{"error": "…"}`. A status of 400 to 499 names the field, what was expected and what was found, and
//! nothing about the table that the routes use; from 500 on the status is by [`ErrorKind`](hbase_schema::ErrorKind), and the
//! error goes to the log. Only what hyper rejects before there is a request has no body: a head that is not HTTP, has more
//! than 100 headers, or is longer than its buffer.
//!
//! Every wait has a deadline, and every buffer a bound:
//!
//! | what | bound | beyond it |
//! |---|---|---|
//! | connections | 256 | they wait to be accepted |
//! | the wait for a head, also on an idle connection | 10 s | the connection ends |
//! | path with query, headers | 4 KiB, 16 KiB | 414, 431 |
//! | body | 16 KiB | 413 |
//! | a request, with the reading of its body | 30 s | 408 |
//! | a client that takes nothing of a response | 10 s | the connection ends |
//! | a running request once the service stops | 10 s | the connection ends; others end at once |
//!
//! ```text
//! cargo run -p hbase-schema-example-web-service -- --listen 127.0.0.1:8080
//! curl -i localhost:8080/devices/d7/readings --json '{"at": "2015-12-26T12:24:00Z", "celsius": 21.5}'
//! curl 'localhost:8080/devices/d7/readings?from=2015-12-26T00:00:00Z&to=2015-12-27T00:00:00Z&limit=10'
//! ```

mod api_error;
mod connection;
mod layers;
mod object;
mod params;
mod readings;
mod routes;
mod serve;

pub use api_error::ApiError;
pub use connection::Timeouts;
pub use params::{Device, PageLength, Time, Unexpected};
pub use readings::{NewReading, Reading, ReadingKey};
pub use routes::router;
pub use serve::serve;
