//! The setting of the check.

/// Whether a connection compares structs with the layouts that live tables have: [`Limits::layout_check`](crate::Limits).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum LayoutCheck {
    /// Not at all.
    Off,
    /// Reads the layout of a table once, without a wait. A call of a struct that does not fit is an error as soon as the layout is
    /// known. If it cannot be read, `tracing` has a warning, and calls go on.
    #[default]
    Known,
    /// The first call of a table waits for its layout. A layout that cannot be read is an error of each call.
    Required,
}

impl LayoutCheck {
    /// Parses the value of the setting.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        match text {
            "off" => Some(Self::Off),
            "known" => Some(Self::Known),
            "required" => Some(Self::Required),
            _ => None,
        }
    }
}
