//! The codes of filters (`Filter.ReturnCode`) and of the reader (`MatchCode`), and their
//! combination by lists.

/// Whether a cell is included, and where the scan continues.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Code {
    Include,
    IncludeNextColumn,
    IncludeNextRow,
    Skip,
    NextColumn,
    NextRow,
    /// Excluded, as is everything up to a later cell (`SEEK_NEXT_USING_HINT`).
    Hint,
}

impl Code {
    /// Whether the cell is included.
    pub(crate) fn includes(self) -> bool {
        matches!(
            self,
            Self::Include | Self::IncludeNextColumn | Self::IncludeNextRow
        )
    }

    /// The same step, without the cell.
    pub(crate) fn without_cell(self) -> Self {
        match self {
            Self::Include => Self::Skip,
            Self::IncludeNextColumn => Self::NextColumn,
            Self::IncludeNextRow => Self::NextRow,
            other => other,
        }
    }

    /// The length of the step, which lists compare.
    fn reach(self) -> u8 {
        match self {
            Self::Include | Self::Skip => 0,
            Self::IncludeNextColumn | Self::NextColumn => 1,
            Self::IncludeNextRow | Self::NextRow => 2,
            Self::Hint => 3,
        }
    }

    fn including(reach: u8) -> Self {
        match reach {
            0 => Self::Include,
            1 => Self::IncludeNextColumn,
            _ => Self::IncludeNextRow,
        }
    }

    /// `AND`: the longer step; included only if both include.
    pub(crate) fn and(self, other: Self) -> Self {
        if self == Self::Hint || other == Self::Hint {
            return Self::Hint;
        }
        let reach = self.reach().max(other.reach());
        if self.includes() && other.includes() {
            Self::including(reach)
        } else {
            Self::including(reach).without_cell()
        }
    }

    /// `OR`: the shorter step; included if either includes. A hint counts only if both hint.
    pub(crate) fn or(self, other: Self) -> Self {
        if self == Self::Hint && other == Self::Hint {
            return Self::Hint;
        }
        let reach = |code: Self| if code == Self::Hint { 0 } else { code.reach() };
        let reach = reach(self).min(reach(other));
        if self.includes() || other.includes() {
            Self::including(reach)
        } else {
            Self::including(reach).without_cell()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Code;

    /// A code with the first letters of its words: the columns of the tables.
    const COLUMNS: [(&str, Code); 7] = [
        ("I", Code::Include),
        ("INC", Code::IncludeNextColumn),
        ("INR", Code::IncludeNextRow),
        ("S", Code::Skip),
        ("NC", Code::NextColumn),
        ("NR", Code::NextRow),
        ("H", Code::Hint),
    ];

    fn code(letters: &str) -> Code {
        let found = COLUMNS.iter().find(|(known, _)| *known == letters);
        found.expect(letters).1
    }

    /// Each row: a filter's code, then the results for the codes of the filters before it.
    fn check(combine: fn(Code, Code) -> Code, rows: &[&str]) {
        for row in rows {
            let (local, results) = row.split_once(": ").unwrap();
            let results: Vec<_> = results.split_whitespace().collect();
            assert_eq!(results.len(), COLUMNS.len(), "{row}");
            for ((_, before), expected) in COLUMNS.iter().zip(results) {
                let found = combine(*before, code(local));
                assert_eq!(found, code(expected), "{before:?} with {local}");
            }
        }
    }

    #[test]
    fn both_must_pass_takes_the_maximal_step() {
        let rows = [
            "I:   I    INC  INR  S   NC  NR  H",
            "INC: INC  INC  INR  NC  NC  NR  H",
            "S:   S    NC   NR   S   NC  NR  H",
            "NR:  NR   NR   NR   NR  NR  NR  H",
        ];
        check(Code::and, &rows);
    }

    #[test]
    fn one_is_enough_takes_the_minimal_step() {
        let rows = [
            "I:   I    I    I    I   I   I   I",
            "INC: I    INC  INC  I   INC INC I",
            "NC:  I    INC  INC  S   NC  NC  S",
            "H:   I    I    I    S   S   S   H",
        ];
        check(Code::or, &rows);
    }
}
