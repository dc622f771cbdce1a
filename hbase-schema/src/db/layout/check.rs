//! The setting of the check.

/// Whether a connection compares structs with the layouts that live tables have: [`Limits::layout_check`](crate::Limits).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum LayoutCheck {
    /// Structs are not compared.
    Off,
    /// The layout of a table is read once, in the background. When it is known, calls of a struct that does not fit fail. If it
    /// cannot be read, calls go on, and `tracing` gets a warning.
    #[default]
    Known,
    /// The first call on a table waits for its layout. If the layout cannot be read, each call fails.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_check_has_a_name_in_settings() {
        for (text, expected) in [
            ("off", Some(LayoutCheck::Off)),
            ("known", Some(LayoutCheck::Known)),
            ("required", Some(LayoutCheck::Required)),
            ("", None),
            ("Off", None),
        ] {
            assert_eq!(LayoutCheck::parse(text), expected, "{text}");
        }
    }
}
