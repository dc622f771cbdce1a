//! Calls on a table.

use hbase_backend::Deadline;
use hbase_model::TableName;

use super::error::CallError;
use super::link::{Link, ParseResult};
use super::method::{Call, Method};
use crate::wire::{Out, bytes_field};

/// The table of calls, and their deadline.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Target<'a> {
    pub(crate) link: &'a Link,
    pub(crate) table: &'a TableName,
    pub(crate) deadline: Deadline,
}

impl Target<'_> {
    /// The table's name in the gateway's format: without the default namespace.
    pub(crate) fn name(self) -> Vec<u8> {
        if self.table.is_default_namespace() {
            return self.table.qualifier().as_bytes().to_vec();
        }
        let (namespace, qualifier) = (self.table.namespace(), self.table.qualifier());
        [namespace, ":", qualifier].concat().into_bytes()
    }

    /// Calls a method whose first argument is the table; `args` writes the others.
    pub(crate) async fn call<T>(
        self,
        method: Method,
        args: impl Fn(&mut Out<'_>) -> thrift::Result<()> + Send + Sync,
        result: impl ParseResult<T>,
    ) -> Result<T, CallError> {
        let name = self.name();
        let args = |out: &mut Out<'_>| {
            bytes_field(out, 1, &name)?;
            args(out)
        };
        let call = Call {
            method,
            args: &args,
        };
        self.link.call(call, result, self.deadline).await
    }
}

/// No arguments but the table.
pub(crate) const NO_ARGS: fn(&mut Out<'_>) -> thrift::Result<()> = |_| Ok(());
