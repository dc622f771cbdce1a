//! Table names, and the naming rules.

mod dated;
mod error;
mod hbase;
mod rename;
mod rules;
mod strict;
mod suggest;

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

pub use dated::{DatedName, DatedNameError};
pub use error::{NameError, NameErrorKind, NameKind};
pub use rename::{RenameRule, UnknownRenameRule, upper_snake};
pub use rules::NamingRules;

use crate::cow::str_of;
use crate::described::ColumnQualifier;

/// Checks a namespace's name.
pub fn check_namespace(
    name: &str,
    rules: NamingRules,
    allow_length: bool,
) -> Result<(), NameError> {
    check_name(NameKind::Namespace, name, rules, allow_length)
}

/// Checks a table's name within its namespace.
///
/// ```
/// use hbase_model::name::{NamingRules, check_table};
/// assert!(check_table("CALL_RECORD", NamingRules::Strict, false).is_ok());
/// let error = check_table("user_info", NamingRules::Strict, false).unwrap_err();
/// assert_eq!(error.suggestion.as_deref(), Some("USER_INFO"));
/// assert!(check_table("TEST", NamingRules::Strict, false).is_err());
/// assert!(check_table("TEST", NamingRules::Strict, true).is_ok());
/// ```
pub fn check_table(name: &str, rules: NamingRules, allow_length: bool) -> Result<(), NameError> {
    check_name(NameKind::Table, name, rules, allow_length)
}

/// Checks a column family's name.
pub fn check_family(name: &str, rules: NamingRules, allow_length: bool) -> Result<(), NameError> {
    check_name(NameKind::Family, name, rules, allow_length)
}

/// Checks a qualifier, which may be text or bytes.
///
/// ```
/// use hbase_model::name::{NamingRules, check_qualifier};
/// assert!(check_qualifier("DURATION_S", NamingRules::Strict, false).is_ok());
/// assert!(check_qualifier(b"\x80\x0B", NamingRules::HBase, false).is_ok());
/// let error = check_qualifier(b"\x80\x0B", NamingRules::Strict, false).unwrap_err();
/// assert_eq!(error.name, r"\x80\x0B");
/// ```
pub fn check_qualifier(
    name: impl AsRef<[u8]>,
    rules: NamingRules,
    allow_length: bool,
) -> Result<(), NameError> {
    let name = ColumnQualifier::new(name.as_ref());
    match name.as_text() {
        Some(name) => check_name(NameKind::Qualifier, name, rules, allow_length),
        None if rules == NamingRules::HBase => Ok(()),
        None => Err(NameError {
            kind: NameKind::Qualifier,
            name: name.to_string(),
            rules,
            suggestion: None,
            cause: NameErrorKind::NotText,
        }),
    }
}

fn check_name(
    kind: NameKind,
    name: &str,
    rules: NamingRules,
    allow_length: bool,
) -> Result<(), NameError> {
    let checked = match rules {
        NamingRules::HBase => hbase::check_name(kind, name),
        NamingRules::Strict => strict::check_name(kind, name, allow_length),
    };
    checked.map_err(|cause| NameError {
        kind,
        name: name.to_owned(),
        rules,
        suggestion: suggest::suggest(kind, name, rules, allow_length),
        cause,
    })
}

/// A table's full name, namespace and qualifier: `DLQX:CALL_RECORD`.
///
/// Displayed as in `HBase`: the namespace `default` is omitted.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TableName {
    namespace: Cow<'static, str>,
    qualifier: Cow<'static, str>,
}

impl TableName {
    /// The namespace of names without one.
    pub const DEFAULT_NAMESPACE: &'static str = "default";

    /// A constant name, which the macro has checked.
    #[doc(hidden)]
    pub const fn from_static(namespace: &'static str, qualifier: &'static str) -> Self {
        Self {
            namespace: Cow::Borrowed(namespace),
            qualifier: Cow::Borrowed(qualifier),
        }
    }

    /// A name by `HBase`'s rules; an empty namespace means `default`.
    pub fn new(
        namespace: impl Into<Cow<'static, str>>,
        qualifier: impl Into<Cow<'static, str>>,
    ) -> Result<Self, NameError> {
        let (mut namespace, qualifier) = (namespace.into(), qualifier.into());
        if namespace.is_empty() {
            namespace = Cow::Borrowed(Self::DEFAULT_NAMESPACE);
        }
        check_namespace(&namespace, NamingRules::HBase, true)?;
        check_table(&qualifier, NamingRules::HBase, true)?;
        Ok(Self {
            namespace,
            qualifier,
        })
    }

    /// A name without any checks: `NAMESPACE:NAME` or `NAME`. It is for names with a date in braces, which mean
    /// the tables of all periods; `HBase` rejects braces.
    #[doc(hidden)]
    pub fn unchecked(name: &str) -> Self {
        let (namespace, qualifier) = name
            .split_once(':')
            .unwrap_or((Self::DEFAULT_NAMESPACE, name));
        Self {
            namespace: Cow::Owned(namespace.to_owned()),
            qualifier: Cow::Owned(qualifier.to_owned()),
        }
    }

    /// Parses `NAMESPACE:NAME` or `NAME`, by `HBase`'s rules.
    ///
    /// ```
    /// use hbase_model::TableName;
    /// let name = TableName::parse("DLQX:CALL_RECORD")?;
    /// assert_eq!((name.namespace(), name.qualifier()), ("DLQX", "CALL_RECORD"));
    /// assert_eq!(TableName::parse("T")?.namespace(), "default");
    /// # Ok::<(), hbase_model::name::NameError>(())
    /// ```
    pub fn parse(name: &str) -> Result<Self, NameError> {
        let Some((namespace, qualifier)) = name.split_once(':') else {
            return Self::new(Self::DEFAULT_NAMESPACE, name.to_owned());
        };
        check_namespace(namespace, NamingRules::HBase, true)?;
        Self::new(namespace.to_owned(), qualifier.to_owned())
    }

    /// The namespace and the name within it, in a const.
    pub(crate) const fn as_pair(&self) -> (&str, &str) {
        (str_of(&self.namespace), str_of(&self.qualifier))
    }

    /// Whether the namespace is `default`.
    pub fn is_default_namespace(&self) -> bool {
        self.namespace == Self::DEFAULT_NAMESPACE
    }

    /// The namespace.
    pub fn namespace(&self) -> &str {
        &self.namespace
    }

    /// The name within the namespace.
    pub fn qualifier(&self) -> &str {
        &self.qualifier
    }
}

impl FromStr for TableName {
    type Err = NameError;

    fn from_str(name: &str) -> Result<Self, NameError> {
        Self::parse(name)
    }
}

impl fmt::Display for TableName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_default_namespace() {
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
