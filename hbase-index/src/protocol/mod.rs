//! The protocol's steps, as functions from the last response to the next request.
//!
//! Each state machine ([`Write`], [`Cleanup`], [`Sweep`], [`Query`], [`StampRemoval`], [`BackfillRow`],
//! [`Build`], [`Removal`])
//! has one request at a time and takes its response; a write may start with two ([`Write::ahead`]). Machines do
//! no I/O and have no clocks and no random numbers: those are inputs. The driver of this crate runs them
//! against a `Backend`; the model checker of the crate's tests runs the same ones against every interleaving of
//! a small model of `HBase`.
//!
//! The rules of the protocol, each with the fault that it prevents, are in `rules.rs`. These tests check them:
//!
//! - `cargo test --release -p hbase-index --test model -- --include-ignored` checks every interleaving of small
//!   cases, and that it finds a fault if any rule is switched off.
//! - `cargo test --release -p hbase-index --test schedules` runs 100,000 random schedules with killed clients and lost
//!   responses on the embedded store (`SCHEDULES=1000000` for more); `--test index_schedules` of the cluster's tests
//!   runs them on `HBase`.

mod ahead;
mod backfill;
mod build;
mod cleanup;
mod domain;
mod lifecycle;
mod outcome;
mod prepared;
mod query;
mod removal;
mod rules;
mod stamp;
mod stamp_removal;
mod sweep;
mod write;

pub use backfill::BackfillRow;
pub use build::Build;
pub use cleanup::Cleanup;
pub use domain::{Domain, EntrySet, Input, Plan, Request, Response, RowRead, RowSet, Span};
pub use lifecycle::{BuildOutcome, BuildRequest, BuildResponse, IndexState, Phase};
pub use outcome::Outcome;
pub use query::{Batch, Query, QueryFailure, QueryRequest, QueryResponse};
pub use removal::Removal;
pub(crate) use rules::AllRules;
pub use rules::{Rules, WaitStart};
pub use stamp::{Check, STAMP_BYTES, Stamp};
pub use stamp_removal::StampRemoval;
pub use sweep::{Sweep, SweepOutcome};
pub use write::Write;
