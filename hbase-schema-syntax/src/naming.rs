//! The rules for names.

/// Which rules names follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NamingRules {
    /// The rule book's.
    Strict,
    /// What `HBase` itself asks.
    HBase,
}

/// A table's name; leaked, for the model has no owned form yet.
pub(crate) fn table_name(namespace: &str, qualifier: &str) -> hbase_model::TableName {
    let leak = |s: &str| -> &'static str { String::from(s).leak() };
    hbase_model::TableName::from_static(leak(namespace), leak(qualifier))
}
