//! Table names that contain a date.

use super::TableName;
use crate::time::{Civil, Field, Pattern, Period, PeriodUnit};

/// A table name with a date in it, one table for each period: `DLQX:TRADE_{yyyyMMdd}`.
///
/// Between braces are the letters `yyyy`, `MM`, `dd` and `HH`, in the name, in the namespace, or in both. The
/// finest of them is the period of a table; all coarser ones must be present too, so that a name determines its
/// period.
///
/// ```
/// use hbase_model::name::DatedName;
/// use hbase_model::time::{Period, PeriodUnit};
/// let name = DatedName::parse("DLQX:TRADE_{yyyyMMdd}")?.expect("a date");
/// assert_eq!(name.unit(), PeriodUnit::Day);
/// let day = Period::parse(PeriodUnit::Day, "20151226")?;
/// let table = name.table(day)?;
/// assert_eq!(table.to_string(), "DLQX:TRADE_20151226");
/// assert_eq!(name.period_of(&table), Some(day));
/// assert!(DatedName::parse("DLQX:TRADE")?.is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct DatedName {
    namespace: Vec<Piece>,
    qualifier: Vec<Piece>,
    unit: PeriodUnit,
}

/// A literal, or the letters between a pair of braces.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Piece {
    Literal(String),
    Date(String),
}

/// An error in a table name with a date.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DatedNameError {
    /// A brace without its counterpart, or one within another.
    #[error(
        "found `{name}` with an unpaired brace, expected a date between a pair of them: `TRADE_{{yyyyMMdd}}`"
    )]
    Brace {
        /// The name.
        name: String,
    },
    /// The text between braces is not a date pattern.
    #[error(
        "found `{{{found}}}`, expected letters of a date: `{{yyyy}}`, `{{yyyyMM}}`, `{{yyyyMMdd}}` or `{{yyyyMMddHH}}`"
    )]
    Letters {
        /// The text between the braces.
        found: String,
    },
    /// A coarser field is missing: names of several periods would be equal.
    #[error(
        "found a date without `{missing}` in `{name}`, so that several periods have the same name: write `{{yyyyMMdd}}`"
    )]
    Ambiguous {
        /// The name.
        name: String,
        /// The letters.
        missing: &'static str,
    },
    /// A period of another unit.
    #[error(
        "found the {found} {period}, expected {}: each {expected} has a table of its own",
        .expected.with_article()
    )]
    Unit {
        /// The period.
        period: Period,
        /// Its unit.
        found: PeriodUnit,
        /// The unit of the name.
        expected: PeriodUnit,
    },
}

const FIELDS: [(Field, &str, PeriodUnit); 4] = [
    (Field::Year, "yyyy", PeriodUnit::Year),
    (Field::Month, "MM", PeriodUnit::Month),
    (Field::Day, "dd", PeriodUnit::Day),
    (Field::Hour, "HH", PeriodUnit::Hour),
];

/// 2015-12-26 12:24.
const EXAMPLE_MS: i64 = 1_451_132_640_000;

impl DatedName {
    /// Parses a full name; `None` if it has no braces. The letters outside of braces are not checked:
    /// a naming rule applies to the name of a period, such as [`table`](Self::table) returns.
    ///
    /// # Errors
    /// [`DatedNameError`] for braces that contain no date, or not all of it.
    pub fn parse(name: &str) -> Result<Option<Self>, DatedNameError> {
        if !name.contains(['{', '}']) {
            return Ok(None);
        }
        let (namespace, qualifier) = name
            .split_once(':')
            .unwrap_or((TableName::DEFAULT_NAMESPACE, name));
        let namespace = pieces(namespace, name)?;
        let qualifier = pieces(qualifier, name)?;
        let fields: Vec<Field> = dates(&namespace)
            .chain(dates(&qualifier))
            .flat_map(|date| Pattern::checked(date).fields())
            .collect();
        let unit = unit_of(&fields, name)?;
        Ok(Some(Self {
            namespace,
            qualifier,
            unit,
        }))
    }

    /// The unit of its periods.
    pub const fn unit(&self) -> PeriodUnit {
        self.unit
    }

    /// The name of a period's table.
    ///
    /// # Errors
    /// [`DatedNameError::Unit`] for a period of another unit.
    pub fn table(&self, period: Period) -> Result<TableName, DatedNameError> {
        if period.unit() != self.unit {
            return Err(DatedNameError::Unit {
                period,
                found: period.unit(),
                expected: self.unit,
            });
        }
        Ok(self.at(period.start_ms()))
    }

    /// The name of one period's table. A rule for names holds for all of them if it holds for this
    /// one: they differ only in digits.
    ///
    /// ```
    /// use hbase_model::name::DatedName;
    /// let name = DatedName::parse("DLQX:TRADE_{yyyyMMdd}")?.expect("a date");
    /// assert_eq!(name.example().to_string(), "DLQX:TRADE_20151226");
    /// # Ok::<(), hbase_model::name::DatedNameError>(())
    /// ```
    pub fn example(&self) -> TableName {
        self.at(EXAMPLE_MS)
    }

    fn at(&self, ms: i64) -> TableName {
        TableName {
            namespace: expand(&self.namespace, ms).into(),
            qualifier: expand(&self.qualifier, ms).into(),
        }
    }

    /// The period whose table has this name; `None` if it is another table.
    pub fn period_of(&self, table: &TableName) -> Option<Period> {
        let mut fields = [None; FIELDS.len()];
        let mut found = |field: Field, value: u16| {
            let at = FIELDS.iter().position(|(known, ..)| *known == field);
            let Some(known) = at.and_then(|at| fields.get_mut(at)) else {
                return false;
            };
            // A field that occurs twice has one value.
            *known.get_or_insert(value) == value
        };
        read(&self.namespace, table.namespace(), &mut found)?;
        read(&self.qualifier, table.qualifier(), &mut found)?;
        let [year, month, day, hour] = fields;
        let small = |field: Option<u16>, default| u8::try_from(field.unwrap_or(default)).ok();
        let civil = Civil {
            year: year?,
            month: small(month, 1)?,
            day: small(day, 1)?,
            hour: small(hour, 0)?,
            minute: 0,
            second: 0,
            ms: 0,
        };
        Period::of(self.unit, civil.to_ms().ok()?).ok()
    }
}

fn pieces(text: &str, name: &str) -> Result<Vec<Piece>, DatedNameError> {
    let unpaired = || DatedNameError::Brace {
        name: name.to_owned(),
    };
    let mut pieces = Vec::new();
    let mut rest = text;
    while let Some((literal, after)) = rest.split_once('{') {
        let (date, after) = after.split_once('}').ok_or_else(unpaired)?;
        if literal.contains('}') || date.contains('{') {
            return Err(unpaired());
        }
        let has_fields = Pattern::new(date).is_ok_and(|pattern| {
            let mut fields = pattern.fields();
            fields.all(|field| field <= Field::Hour)
        });
        if !has_fields {
            return Err(DatedNameError::Letters {
                found: date.to_owned(),
            });
        }
        pieces.push(Piece::Literal(literal.to_owned()));
        pieces.push(Piece::Date(date.to_owned()));
        rest = after;
    }
    if rest.contains('}') {
        return Err(unpaired());
    }
    pieces.push(Piece::Literal(rest.to_owned()));
    Ok(pieces)
}

fn dates(pieces: &[Piece]) -> impl Iterator<Item = &str> {
    pieces.iter().filter_map(|piece| match piece {
        Piece::Date(date) => Some(date.as_str()),
        Piece::Literal(_) => None,
    })
}

/// The unit of the finest field; all coarser fields must be present.
fn unit_of(fields: &[Field], name: &str) -> Result<PeriodUnit, DatedNameError> {
    let finest = FIELDS
        .iter()
        .rposition(|(field, ..)| fields.contains(field));
    let finest = finest.unwrap_or(0);
    let missing = FIELDS[..=finest]
        .iter()
        .find(|(field, ..)| !fields.contains(field));
    match missing {
        None => Ok(FIELDS[finest].2),
        Some((_, missing, _)) => Err(DatedNameError::Ambiguous {
            name: name.to_owned(),
            missing,
        }),
    }
}

fn expand(pieces: &[Piece], ms: i64) -> String {
    let mut name = Vec::new();
    for piece in pieces {
        match piece {
            Piece::Literal(text) => name.extend_from_slice(text.as_bytes()),
            Piece::Date(date) => {
                let written = Pattern::checked(date).put(ms, 0, &mut name);
                debug_assert!(written.is_ok(), "the time is within the years of a pattern");
            }
        }
    }
    String::from_utf8(name).unwrap_or_default()
}

fn read(pieces: &[Piece], text: &str, found: &mut impl FnMut(Field, u16) -> bool) -> Option<()> {
    let mut rest = text;
    for piece in pieces {
        rest = match piece {
            Piece::Literal(literal) => rest.strip_prefix(literal.as_str())?,
            Piece::Date(date) => Pattern::checked(date).read(rest, &mut *found)?,
        };
    }
    rest.is_empty().then_some(())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::time::LAST_MS;

    fn dated(name: &str) -> DatedName {
        DatedName::parse(name).unwrap().unwrap()
    }

    #[test]
    fn a_date_may_be_anywhere() {
        let day = Period::parse(PeriodUnit::Day, "20151226").unwrap();
        for (name, expected) in [
            ("DLQX:TRADE_{yyyyMMdd}", "DLQX:TRADE_20151226"),
            ("TRADE_{yyyyMMdd}", "TRADE_20151226"),
            ("D{yyyyMM}:TRADE_{dd}", "D201512:TRADE_26"),
            ("D{yyyy}:TRADE_{yyyy_MM_dd}_X", "D2015:TRADE_2015_12_26_X"),
            ("T{dd}{MM}{yyyy}", "T26122015"),
        ] {
            let table = dated(name).table(day).unwrap();
            assert_eq!(table.to_string(), expected);
            assert_eq!(dated(name).period_of(&table), Some(day), "{name}");
        }
    }

    #[test]
    fn other_tables_have_no_period() {
        let name = dated("D{yyyy}:TRADE_{yyyyMMdd}");
        for other in [
            "D2015:TRADE_2015122",
            "D2015:TRADE_201512261",
            "D2014:TRADE_20151226",
            "D2015:TRADE_20151326",
            "D2015:TRADE_20150229",
            "D2015:TRADE_19691231",
            "TRADE_20151226",
            "D2015:TRADE_2015é26",
        ] {
            let table = TableName::unchecked(other);
            assert_eq!(name.period_of(&table), None, "{other}");
        }
    }

    #[test]
    fn errors_name_what_is_expected() {
        for (name, message) in [
            (
                "T_{yyyyMMdd",
                "found `T_{yyyyMMdd` with an unpaired brace, expected a date between a pair of them: `TRADE_{yyyyMMdd}`",
            ),
            (
                "T_yyyy}",
                "found `T_yyyy}` with an unpaired brace, expected a date between a pair of them: `TRADE_{yyyyMMdd}`",
            ),
            (
                "T_{{yyyy}}",
                "found `T_{{yyyy}}` with an unpaired brace, expected a date between a pair of them: `TRADE_{yyyyMMdd}`",
            ),
            (
                "T}_{yyyy}",
                "found `T}_{yyyy}` with an unpaired brace, expected a date between a pair of them: `TRADE_{yyyyMMdd}`",
            ),
            (
                "T_{yyyy{MM}",
                "found `T_{yyyy{MM}` with an unpaired brace, expected a date between a pair of them: `TRADE_{yyyyMMdd}`",
            ),
            (
                "T_{YYYY}",
                "found `{YYYY}`, expected letters of a date: `{yyyy}`, `{yyyyMM}`, `{yyyyMMdd}` or `{yyyyMMddHH}`",
            ),
            (
                "T_{}",
                "found `{}`, expected letters of a date: `{yyyy}`, `{yyyyMM}`, `{yyyyMMdd}` or `{yyyyMMddHH}`",
            ),
            (
                "T_{yyyyMMddHHmm}",
                "found `{yyyyMMddHHmm}`, expected letters of a date: `{yyyy}`, `{yyyyMM}`, `{yyyyMMdd}` or `{yyyyMMddHH}`",
            ),
            (
                "T_{yyyydd}",
                "found a date without `MM` in `T_{yyyydd}`, so that several periods have the same name: write `{yyyyMMdd}`",
            ),
            (
                "T_{MMdd}",
                "found a date without `yyyy` in `T_{MMdd}`, so that several periods have the same name: write `{yyyyMMdd}`",
            ),
        ] {
            assert_eq!(DatedName::parse(name).unwrap_err().to_string(), message);
        }
        let month = Period::parse(PeriodUnit::Month, "201512").unwrap();
        let error = dated("T_{yyyyMMdd}").table(month).unwrap_err();
        assert_eq!(
            error.to_string(),
            "found the month 2015-12, expected a day: each day has a table of its own"
        );
    }

    proptest! {
        #[test]
        fn a_name_determines_its_period(ms in 0..=LAST_MS) {
            for name in ["A:T_{yyyy}", "T{yyyyMM}", "T_{yyyyMMdd}", "A{yyyy}:T{MMddHH}"] {
                let name = dated(name);
                let period = Period::of(name.unit(), ms).unwrap();
                let table = name.table(period).unwrap();
                prop_assert_eq!(name.period_of(&table), Some(period));
            }
        }
    }
}
