//! The protection of a connection's messages.

use std::fmt;
use std::str::FromStr;

/// The protection of a connection's messages after the login: `hbase.rpc.protection`.
///
/// ```
/// use hbase_native::Protection;
/// assert_eq!("privacy".parse(), Ok(Protection::Privacy));
/// assert!("private".parse::<Protection>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Protection {
    /// None: client and server have proved their identities, and messages are neither signed nor sealed.
    Authentication,
    /// Messages are signed, so that changed, repeated and left-out ones are detected.
    Integrity,
    /// Messages are also sealed (encrypted).
    Privacy,
}

impl Protection {
    const EACH: [Self; 3] = [Self::Authentication, Self::Integrity, Self::Privacy];

    /// The name in `hbase.rpc.protection`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Authentication => "authentication",
            Self::Integrity => "integrity",
            Self::Privacy => "privacy",
        }
    }

    /// The name in SASL (`qop`), which Hadoop's settings accept too.
    pub(crate) const fn qop(self) -> &'static str {
        match self {
            Self::Authentication => "auth",
            Self::Integrity => "auth-int",
            Self::Privacy => "auth-conf",
        }
    }

    /// The protection with this name in SASL.
    pub(crate) fn of_qop(qop: &str) -> Option<Self> {
        let mut each = Self::EACH.into_iter();
        each.find(|protection| protection.qop().eq_ignore_ascii_case(qop))
    }

    /// The first of the accepted protections that is offered.
    pub(crate) fn choose(accepted: &[Self], offered: &[Self]) -> Option<Self> {
        let mut accepted = accepted.iter().copied();
        accepted.find(|protection| offered.contains(protection))
    }

    pub(crate) fn list(protections: &[Self]) -> String {
        let names: Vec<_> = protections
            .iter()
            .map(|protection| protection.name())
            .collect();
        if names.is_empty() {
            return "none".to_owned();
        }
        names.join(", ")
    }
}

impl fmt::Display for Protection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The error of an unknown protection.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("found the protection `{found}`, expected `authentication`, `integrity` or `privacy`")]
#[non_exhaustive]
pub struct UnknownProtection {
    /// The text found.
    pub found: String,
}

impl FromStr for Protection {
    type Err = UnknownProtection;

    fn from_str(text: &str) -> Result<Self, UnknownProtection> {
        let mut each = Self::EACH.into_iter();
        let found = each.find(|protection| {
            let names = [protection.name(), protection.qop()];
            names.iter().any(|name| name.eq_ignore_ascii_case(text))
        });
        found.ok_or_else(|| UnknownProtection {
            found: text.to_owned(),
        })
    }
}
