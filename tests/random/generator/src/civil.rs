//! Dates of the proleptic Gregorian calendar, and times formatted as digits.

/// Milliseconds of a day.
pub const DAY_MS: i64 = 86_400_000;

/// A date and a time of day.
#[derive(Clone, Copy, Debug)]
pub struct Civil {
    year: i64,
    month: i64,
    day: i64,
    /// Milliseconds since midnight.
    ms: i64,
}

impl Civil {
    /// The date and time of day of `ms`, in milliseconds since 1970.
    pub fn of(ms: i64) -> Self {
        let (days, ms) = (ms.div_euclid(DAY_MS), ms.rem_euclid(DAY_MS));
        let (mut year, mut rest) = (1970, days);
        while rest < 0 || rest >= length(year) {
            if rest < 0 {
                year -= 1;
                rest += length(year);
            } else {
                rest -= length(year);
                year += 1;
            }
        }
        let mut month = 1;
        while rest >= month_length(year, month) {
            rest -= month_length(year, month);
            month += 1;
        }
        Self {
            year,
            month,
            day: rest + 1,
            ms,
        }
    }

    /// The year.
    pub fn year(self) -> i64 {
        self.year
    }

    /// The start of the month in milliseconds since 1970. `ms` is the time from which `self` was created.
    pub fn start_of_month(self, ms: i64) -> i64 {
        ms - self.ms - (self.day - 1) * DAY_MS
    }

    /// The start of the year in milliseconds since 1970. `ms` is the time from which `self` was created.
    pub fn start_of_year(self, ms: i64) -> i64 {
        let months = 1..self.month;
        let days: i64 = months.map(|month| month_length(self.year, month)).sum();
        self.start_of_month(ms) - days * DAY_MS
    }

    /// Formats with a pattern of `yyyy`, `MM`, `dd`, `HH`, `mm`, `ss` and `SSS`.
    pub fn format(self, pattern: &str) -> String {
        let seconds = self.ms / 1000;
        let fields = [
            ("yyyy", format!("{:04}", self.year)),
            ("MM", format!("{:02}", self.month)),
            ("dd", format!("{:02}", self.day)),
            ("HH", format!("{:02}", seconds / 3600)),
            ("mm", format!("{:02}", seconds / 60 % 60)),
            ("ss", format!("{:02}", seconds % 60)),
            ("SSS", format!("{:03}", self.ms % 1000)),
        ];
        let mut text = pattern.to_owned();
        for (field, digits) in fields {
            text = text.replace(field, &digits);
        }
        text
    }
}

fn is_leap(year: i64) -> bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
}

fn length(year: i64) -> i64 {
    if is_leap(year) { 366 } else { 365 }
}

fn month_length(year: i64, month: i64) -> i64 {
    match month {
        2 if is_leap(year) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}
