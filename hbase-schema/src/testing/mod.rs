//! A test kit: fixtures in memory, a manual clock, and fault injection.
//!
//! # A fixture
//!
//! [`Fixture`] opens a store in memory, creates tables and puts rows:
//!
//! ```
//! # use hbase_schema::HTable;
//! use hbase_schema::testing::Fixture;
//!
//! #[derive(HTable, Debug, Clone, PartialEq)]
//! #[table("DLQX:WEATHER_DATA")]
//! #[family("D1")]
//! struct Weather {
//!     #[rowkey]
//!     city: String,
//!     rain_mm: u32,
//! }
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), hbase_schema::Error> {
//! let seattle = Weather { city: "Seattle".into(), rain_mm: 11 };
//! let db = Fixture::new().rows([seattle.clone()]).connect().await?;
//! assert_eq!(db.get(&seattle.key()).await?, Some(seattle));
//! # Ok(())
//! # }
//! ```
//!
//! # A manual clock
//!
//! A [`ManualClock`] tests code that depends on the server's time, such as a TTL:
//!
//! ```
//! # use hbase_schema::HTable;
//! use std::sync::Arc;
//! use std::time::Duration;
//! use hbase_schema::testing::{Fixture, ManualClock};
//!
//! # #[derive(HTable, Debug, Clone, PartialEq)]
//! # #[table("DLQX:WEATHER_DATA")]
//! # #[family("D1")]
//! # struct Weather { #[rowkey] city: String, rain_mm: u32 }
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), hbase_schema::Error> {
//! let clock = Arc::new(ManualClock::at(1_450_000_000_000));
//! let db = Fixture::new().clock(Arc::clone(&clock) as _).table::<Weather>().connect().await?;
//! let brief = Weather { city: "Seattle".into(), rain_mm: 11 };
//! db.ttl(Duration::from_secs(60)).put(&brief).await?;
//! clock.advance(59_000);
//! assert!(db.exists(&brief.key()).await?);
//! clock.advance(2_000);
//! assert!(!db.exists(&brief.key()).await?);
//! # Ok(())
//! # }
//! ```
//!
//! # Fault injection
//!
//! [`Faults`] wraps a connection's backend. It counts calls by their [`CallKind`], and delays or fails
//! those that its rules select, before or after they take effect.
//!
//! ```
//! # use hbase_schema::HTable;
//! use hbase_schema::ErrorKind;
//! use hbase_schema::testing::{CallKind, Faults, Fixture};
//!
//! # #[derive(HTable, Debug, Clone, PartialEq)]
//! # #[table("DLQX:WEATHER_DATA")]
//! # #[family("D1")]
//! # struct Weather { #[rowkey] city: String, rain_mm: u32 }
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), hbase_schema::Error> {
//! let faults = Faults::new();
//! let db = Fixture::new().table::<Weather>().faults(&faults).connect().await?;
//! let row = Weather { city: "Seattle".into(), rain_mm: 11 };
//!
//! // The second put takes effect, and its response is lost.
//! faults.on(CallKind::Mutate).nth(2).lose_response();
//! db.put(&row).await?;
//! let error = db.put(&Weather { rain_mm: 12, ..row.clone() }).await.unwrap_err();
//! assert_eq!(error.kind(), ErrorKind::Unavailable);
//! assert_eq!(db.get(&row.key()).await?.map(|row| row.rain_mm), Some(12));
//!
//! // A read is retried after a lost connection.
//! faults.on(CallKind::Get).first(2).lose_connection();
//! db.get(&row.key()).await?;
//! assert_eq!(faults.calls(CallKind::Get), 4);
//! # Ok(())
//! # }
//! ```

mod call_kind;
mod faults;
#[cfg(feature = "embedded")]
mod fixture;
mod injector;
mod rule;

pub use call_kind::CallKind;
pub use faults::Faults;
#[cfg(feature = "embedded")]
pub use fixture::Fixture;
#[cfg(feature = "embedded")]
pub use hbase_schema_embedded::{Clock, ManualClock};
pub use rule::Rule;
