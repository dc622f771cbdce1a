//! Calls to a gateway: a connection, the request, the response, and retries.

mod enabled;
mod error;
mod link;
mod method;
mod retry;
mod target;

pub(crate) use error::{CallError, FailedCall};
pub(crate) use link::Link;
pub(crate) use method::{Call, Method};
pub(crate) use retry::Tries;
pub(crate) use target::{NO_ARGS, Target};
