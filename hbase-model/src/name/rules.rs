//! The naming rules to choose from.

/// The naming rules to check.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum NamingRules {
    /// Capital letters, digits and, in tables and qualifiers, `_`; a letter first; short.
    #[default]
    Strict,
    /// `HBase`'s own rules alone.
    HBase,
}
