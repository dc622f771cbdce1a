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
    use super::Code::{
        Hint, Include, IncludeNextColumn, IncludeNextRow, NextColumn, NextRow, Skip,
    };

    const COLUMNS: [super::Code; 7] = [
        Include,
        IncludeNextColumn,
        IncludeNextRow,
        Skip,
        NextColumn,
        NextRow,
        Hint,
    ];

    #[test]
    fn both_must_pass_takes_the_maximal_step() {
        let expected = [
            (Include, COLUMNS),
            (
                IncludeNextColumn,
                [
                    IncludeNextColumn,
                    IncludeNextColumn,
                    IncludeNextRow,
                    NextColumn,
                    NextColumn,
                    NextRow,
                    Hint,
                ],
            ),
            (
                Skip,
                [Skip, NextColumn, NextRow, Skip, NextColumn, NextRow, Hint],
            ),
            (
                NextRow,
                [NextRow, NextRow, NextRow, NextRow, NextRow, NextRow, Hint],
            ),
        ];
        for (local, row) in expected {
            for (before, expected) in COLUMNS.into_iter().zip(row) {
                assert_eq!(before.and(local), expected, "{before:?} and {local:?}");
            }
        }
    }

    #[test]
    fn one_is_enough_takes_the_minimal_step() {
        let expected = [
            (Include, [Include; 7]),
            (
                IncludeNextColumn,
                [
                    Include,
                    IncludeNextColumn,
                    IncludeNextColumn,
                    Include,
                    IncludeNextColumn,
                    IncludeNextColumn,
                    Include,
                ],
            ),
            (
                NextColumn,
                [
                    Include,
                    IncludeNextColumn,
                    IncludeNextColumn,
                    Skip,
                    NextColumn,
                    NextColumn,
                    Skip,
                ],
            ),
            (Hint, [Include, Include, Include, Skip, Skip, Skip, Hint]),
        ];
        for (local, row) in expected {
            for (before, expected) in COLUMNS.into_iter().zip(row) {
                assert_eq!(before.or(local), expected, "{before:?} or {local:?}");
            }
        }
    }
}
