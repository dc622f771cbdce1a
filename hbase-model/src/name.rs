//! Table names, and the rules for names.

use std::borrow::Cow;
use std::fmt;

/// A table's full name: namespace and qualifier, `DLQX:CALL_RECORD`.
///
/// Displayed as `HBase` does: without the namespace where it is `default`.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TableName {
    namespace: Cow<'static, str>,
    qualifier: Cow<'static, str>,
}

impl TableName {
    /// The namespace of tables that name none.
    pub const DEFAULT_NAMESPACE: &'static str = "default";

    /// A name known while compiling, which the macro has checked.
    #[doc(hidden)]
    pub const fn from_static(namespace: &'static str, qualifier: &'static str) -> Self {
        Self {
            namespace: Cow::Borrowed(namespace),
            qualifier: Cow::Borrowed(qualifier),
        }
    }

    /// The namespace, `default` where none was said.
    pub fn namespace(&self) -> &str {
        &self.namespace
    }

    /// The name within the namespace.
    pub fn qualifier(&self) -> &str {
        &self.qualifier
    }
}

impl fmt::Display for TableName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.namespace == Self::DEFAULT_NAMESPACE {
            return f.write_str(&self.qualifier);
        }
        write!(f, "{}:{}", self.namespace, self.qualifier)
    }
}

impl fmt::Debug for TableName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
