//! From a field's name to a qualifier.

/// How a field's name becomes a qualifier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RenameRule {
    UpperSnake,
    LowerSnake,
}

impl RenameRule {
    pub(crate) const NAMES: &[&str] = &["UPPER_SNAKE", "snake_case"];

    pub(crate) fn parse(name: &str) -> Option<Self> {
        match name {
            "UPPER_SNAKE" => Some(Self::UpperSnake),
            "snake_case" => Some(Self::LowerSnake),
            _ => None,
        }
    }

    pub(crate) fn apply(self, field: &str) -> String {
        match self {
            Self::UpperSnake => upper_snake(field),
            Self::LowerSnake => upper_snake(field).to_lowercase(),
        }
    }
}

/// `durationS` and `duration_s` as `DURATION_S`.
pub(crate) fn upper_snake(name: &str) -> String {
    let mut upper = String::new();
    let mut after_lower = false;
    for letter in name.chars() {
        if letter.is_uppercase() && after_lower {
            upper.push('_');
        }
        after_lower = letter.is_lowercase();
        upper.extend(letter.to_uppercase());
    }
    upper
}
