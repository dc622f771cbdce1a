//! Derives qualifiers from fields' names.

use std::str::FromStr;

/// The rule that turns a field's name into a qualifier. The rules have serde's names.
///
/// ```
/// use hbase_model::name::RenameRule;
/// assert_eq!(RenameRule::default().apply("duration_s"), "DURATION_S");
/// assert_eq!("camelCase".parse(), Ok(RenameRule::Camel));
/// assert_eq!(RenameRule::Camel.apply("duration_s"), "durationS");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum RenameRule {
    /// `SCREAMING_SNAKE_CASE`.
    #[default]
    UpperSnake,
    /// `snake_case`.
    Snake,
    /// `camelCase`.
    Camel,
    /// `PascalCase`.
    Pascal,
    /// `kebab-case`.
    Kebab,
    /// `SCREAMING-KEBAB-CASE`.
    ScreamingKebab,
    /// `lowercase`: only the letters change.
    Lower,
    /// `UPPERCASE`: only the letters change.
    Upper,
    /// `none`: unchanged.
    None,
}

/// An unknown rule.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown rename rule `{found}`, expected one of {}", RenameRule::NAMES.join(", "))]
pub struct UnknownRenameRule {
    /// The unknown name.
    pub found: String,
}

impl RenameRule {
    /// The names of the rules, in the order of the variants.
    pub const NAMES: [&'static str; 9] = [
        "SCREAMING_SNAKE_CASE",
        "snake_case",
        "camelCase",
        "PascalCase",
        "kebab-case",
        "SCREAMING-KEBAB-CASE",
        "lowercase",
        "UPPERCASE",
        "none",
    ];

    const ALL: [Self; 9] = [
        Self::UpperSnake,
        Self::Snake,
        Self::Camel,
        Self::Pascal,
        Self::Kebab,
        Self::ScreamingKebab,
        Self::Lower,
        Self::Upper,
        Self::None,
    ];

    /// Applies the rule to a field's name.
    pub fn apply(self, field: &str) -> String {
        match self {
            Self::UpperSnake => upper_snake(field),
            Self::Snake => upper_snake(field).to_ascii_lowercase(),
            Self::Camel => {
                let pascal = pascal(field);
                let mut letters = pascal.chars();
                let first = letters.next().map(|first| first.to_ascii_lowercase());
                first.into_iter().chain(letters).collect()
            }
            Self::Pascal => pascal(field),
            Self::Kebab => upper_snake(field).to_ascii_lowercase().replace('_', "-"),
            Self::ScreamingKebab => upper_snake(field).replace('_', "-"),
            Self::Lower => field.to_ascii_lowercase(),
            Self::Upper => field.to_ascii_uppercase(),
            Self::None => field.to_owned(),
        }
    }
}

impl FromStr for RenameRule {
    type Err = UnknownRenameRule;

    fn from_str(name: &str) -> Result<Self, UnknownRenameRule> {
        Self::NAMES
            .iter()
            .position(|known| *known == name)
            .map(|at| Self::ALL[at])
            .ok_or_else(|| UnknownRenameRule {
                found: name.to_owned(),
            })
    }
}

/// The name in capital letters with `_` between words: `userId`, `UserID` and `user_id` all become
/// `USER_ID`.
pub fn upper_snake(name: &str) -> String {
    let letters: Vec<char> = name.chars().collect();
    let mut upper = String::with_capacity(name.len() + 4);
    for (at, letter) in letters.iter().enumerate() {
        if at > 0 && starts_word(letters[at - 1], *letter, letters.get(at + 1)) {
            upper.push('_');
        }
        upper.push(if *letter == '-' || *letter == ' ' {
            '_'
        } else {
            letter.to_ascii_uppercase()
        });
    }
    upper
}

/// Whether a word starts here: `userId` has one at the `I`, `XMLFile` at the `F`.
fn starts_word(before: char, letter: char, after: Option<&char>) -> bool {
    let ends_acronym = before.is_ascii_uppercase() && after.is_some_and(char::is_ascii_lowercase);
    let before_small = before.is_ascii_lowercase() || before.is_ascii_digit();
    letter.is_ascii_uppercase() && (before_small || ends_acronym)
}

fn pascal(field: &str) -> String {
    upper_snake(field)
        .split('_')
        .flat_map(|word| {
            let (first, rest) = word.split_at(word.chars().next().map_or(0, char::len_utf8));
            [first.to_owned(), rest.to_ascii_lowercase()]
        })
        .collect()
}
