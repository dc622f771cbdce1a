//! Conditions on key parts and columns: `phone = 13812345678`, `DURATION_S >= 60`, `PEER is null`.

use std::cmp::Ordering;
use std::fmt;

use hbase_backend::CompareOp;

use super::decode::Exported;

/// A condition on one column of an export, as text.
///
/// ```
/// use hbase_schema_import::Condition;
/// let condition: Condition = "at >= 2015-12-26T12:00:00Z".parse()?;
/// assert_eq!(condition.column, "at");
/// assert!("at".parse::<Condition>().is_err());
/// # Ok::<(), hbase_schema_import::InvalidCondition>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Condition {
    /// The column of the export: a key part, or a column by its name, in any case, or as `FAMILY:QUALIFIER`.
    pub column: String,
    /// The test of its values.
    pub test: Test,
}

/// The test of a condition.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Test {
    /// `=`, `!=`, `<`, `<=`, `>`, `>=` and a value; an absent cell passes none of them.
    Compare(CompareOp, String),
    /// `^=` and the start of a text.
    StartsWith(String),
    /// `is null`.
    IsNull,
    /// `is not null`.
    IsNotNull,
}

/// A text that is not a condition.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "found `{found}`, expected `COLUMN OP VALUE` with one of `=`, `!=`, `<`, `<=`, `>`, `>=`, or `^=` for the start of a \
     text; or `COLUMN is null`, `COLUMN is not null`"
)]
pub struct InvalidCondition {
    /// The text.
    pub found: String,
}

impl Condition {
    /// The condition that a column has a value.
    pub fn equal(column: impl Into<String>, value: impl Into<String>) -> Self {
        Self {
            column: column.into(),
            test: Test::Compare(CompareOp::Equal, value.into()),
        }
    }
}

/// The operators, the longer ones first.
const OPERATORS: [(&str, Option<CompareOp>); 7] = [
    ("!=", Some(CompareOp::NotEqual)),
    ("<=", Some(CompareOp::LessOrEqual)),
    (">=", Some(CompareOp::GreaterOrEqual)),
    ("^=", None),
    ("=", Some(CompareOp::Equal)),
    ("<", Some(CompareOp::Less)),
    (">", Some(CompareOp::Greater)),
];

impl std::str::FromStr for Condition {
    type Err = InvalidCondition;

    /// The value is everything after the first operator and one blank; double quotes around it are not part of it.
    fn from_str(text: &str) -> Result<Self, InvalidCondition> {
        let fail = || InvalidCondition {
            found: text.to_owned(),
        };
        let of = |column: &str, test: Test| Self {
            column: column.trim().to_owned(),
            test,
        };
        for (words, test) in [
            (" is not null", Test::IsNotNull),
            (" is null", Test::IsNull),
        ] {
            let at = text.len().saturating_sub(words.len());
            let end = text.get(at..).filter(|end| end.eq_ignore_ascii_case(words));
            if end.is_some() && !text[..at].contains(['=', '<', '>']) {
                return Ok(of(&text[..at], test));
            }
        }
        let at = text.find(['!', '<', '>', '^', '=']).ok_or_else(fail)?;
        let (column, rest) = text.split_at(at);
        let operator = OPERATORS.iter().find(|(name, _)| rest.starts_with(name));
        let (name, op) = operator.ok_or_else(fail)?;
        if column.trim().is_empty() {
            return Err(fail());
        }
        let value = &rest[name.len()..];
        let value = value.strip_prefix(' ').unwrap_or(value);
        let quoted = value
            .strip_prefix('"')
            .and_then(|rest| rest.strip_suffix('"'));
        let value = quoted.unwrap_or(value).to_owned();
        Ok(match op {
            Some(op) => of(column, Test::Compare(*op, value)),
            None => of(column, Test::StartsWith(value)),
        })
    }
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { column, test } = self;
        match test {
            Test::Compare(op, value) => {
                let name = OPERATORS.iter().find(|(_, known)| *known == Some(*op));
                write!(f, "{column} {} {value}", name.map_or("?", |(name, _)| name))
            }
            Test::StartsWith(value) => write!(f, "{column} ^= {value}"),
            Test::IsNull => write!(f, "{column} is null"),
            Test::IsNotNull => write!(f, "{column} is not null"),
        }
    }
}

/// A condition whose value has its column's type.
#[derive(Clone, Debug)]
pub(super) struct Check {
    /// The index among the columns of the export.
    pub(super) column: usize,
    pub(super) test: TypedTest,
}

#[derive(Clone, Debug)]
pub(super) enum TypedTest {
    Compare(CompareOp, Exported<'static>),
    StartsWith(Vec<u8>),
    IsNull(bool),
}

impl Check {
    /// Whether a row passes.
    pub(super) fn passes(&self, row: &[Exported<'_>]) -> bool {
        let Some(found) = row.get(self.column) else {
            return false;
        };
        match &self.test {
            TypedTest::IsNull(expected) => (*found == Exported::Null) == *expected,
            TypedTest::Compare(op, value) => {
                compare(found, value).is_some_and(|order| op.holds(order))
            }
            TypedTest::StartsWith(prefix) => match found {
                Exported::Text(text) => text.as_bytes().starts_with(prefix),
                Exported::Bytes(bytes) => bytes.starts_with(prefix),
                _ => false,
            },
        }
    }
}

/// The order of two values of one type; `None` for NULL, for NaN, and for types without an order unless the
/// values are equal.
fn compare(found: &Exported<'_>, value: &Exported<'_>) -> Option<Ordering> {
    use Exported as E;
    Some(match (found, value) {
        (E::Bool(a), E::Bool(b)) => a.cmp(b),
        (E::Int(a), E::Int(b)) => a.cmp(b),
        (E::Float32(a), E::Float32(b)) => return a.partial_cmp(b),
        (E::Float64(a), E::Float64(b)) => return a.partial_cmp(b),
        (E::Text(a), E::Text(b)) => a.cmp(b),
        (E::Json(a), E::Text(b)) => (*a).cmp(b),
        (E::Bytes(a), E::Bytes(b)) => a.cmp(b),
        (E::Time(a), E::Time(b)) => a.cmp(b),
        (E::TimeOfDay(a), E::TimeOfDay(b)) => a.cmp(b),
        // Decimals are compared only for equality.
        (E::Decimal(a), E::Decimal(b)) if a.normalized() == b.normalized() => Ordering::Equal,
        (E::Decimal(_), E::Decimal(_)) => Ordering::Less,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conditions_are_parsed() {
        let compare = |op, value: &str| Test::Compare(op, value.to_owned());
        for (text, column, test) in [
            ("a=1", "a", compare(CompareOp::Equal, "1")),
            (
                "D1:A != x = y",
                "D1:A",
                compare(CompareOp::NotEqual, "x = y"),
            ),
            ("a<= 1", "a", compare(CompareOp::LessOrEqual, "1")),
            ("a > \" 1 \"", "a", compare(CompareOp::Greater, " 1 ")),
            ("a ^= 138", "a", Test::StartsWith("138".to_owned())),
            ("a = ", "a", compare(CompareOp::Equal, "")),
            ("a =", "a", compare(CompareOp::Equal, "")),
            ("a = ab ", "a", compare(CompareOp::Equal, "ab ")),
            ("a =  ab", "a", compare(CompareOp::Equal, " ab")),
            ("a = b\t", "a", compare(CompareOp::Equal, "b\t")),
            ("a ^= The ", "a", Test::StartsWith("The ".to_owned())),
            ("a IS NULL", "a", Test::IsNull),
            ("a is not null", "a", Test::IsNotNull),
            ("a = b is null", "a", compare(CompareOp::Equal, "b is null")),
        ] {
            let found: Condition = text.parse().unwrap();
            assert_eq!(
                (found.column.as_str(), found.test),
                (column, test),
                "{text}"
            );
        }
        for text in ["", "a", "= 1", "a ~ 1", "a ! 1", "é"] {
            assert!(text.parse::<Condition>().is_err(), "{text}");
        }
    }
}
