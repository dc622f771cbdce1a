//! A call, as a layer sees it.

use hbase_model::name::TableName;

use super::CallName;

/// A call to a backend, as [`Layer::around`](super::Layer::around) receives it.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Call<'a> {
    /// The call's name.
    pub name: CallName,
    /// The table, if the call is on an existing one.
    pub table: Option<&'a TableName>,
}

impl<'a> Call<'a> {
    pub(super) fn new(name: CallName, table: Option<&'a TableName>) -> Self {
        Self { name, table }
    }
}
