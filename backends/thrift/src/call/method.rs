//! The gateway's methods, and whether calls of them may be retried.

use hbase_backend::retry::Idempotency;

use crate::wire::Args;

/// A method of the gateway.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Method {
    pub(crate) name: &'static str,
    /// The operation in errors, such as "reading a row".
    pub(crate) doing: &'static str,
    pub(crate) idempotency: Idempotency,
}

impl Method {
    /// A method that reads.
    pub(crate) const fn read(name: &'static str, doing: &'static str) -> Self {
        Self {
            name,
            doing,
            idempotency: Idempotency::Read,
        }
    }

    /// A method that writes, and is not idempotent.
    pub(crate) const fn write(name: &'static str, doing: &'static str) -> Self {
        Self {
            name,
            doing,
            idempotency: Idempotency::Once,
        }
    }
}

/// A call of a method.
#[derive(Clone, Copy)]
pub(crate) struct Call<'a> {
    pub(crate) method: Method,
    pub(crate) args: &'a Args<'a>,
}
