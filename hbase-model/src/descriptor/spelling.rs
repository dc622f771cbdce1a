//! The spellings of numbers that `HBase` reads and prints (`PrettyPrinter`).

use crate::descriptor::Ttl;

const SECONDS: &[(&str, u64)] = &[
    ("DAY", 86_400),
    ("HOUR", 3_600),
    ("MINUTE", 60),
    ("SECOND", 1),
];

const BYTES: &[(&str, u64)] = &[
    ("TB", 1 << 40),
    ("GB", 1 << 30),
    ("MB", 1 << 20),
    ("KB", 1 << 10),
    ("B", 1),
];

/// A plain number.
pub(super) fn number(text: &str) -> Option<u64> {
    text.trim().parse().ok()
}

/// `86400`, `1 DAY`, `86400 SECONDS (1 DAY)`, `FOREVER`.
pub(super) fn seconds(text: &str) -> Option<u64> {
    if text.trim().eq_ignore_ascii_case("FOREVER") {
        return Some(Ttl::FOREVER.as_secs().into());
    }
    number(text).or_else(|| sum(text, SECONDS))
}

/// `65536`, `64 KB`, `65536 B (64KB)`.
pub(super) fn bytes(text: &str) -> Option<u64> {
    number(text).or_else(|| sum(text, BYTES))
}

/// The sum of numbers with units. Text in parentheses repeats the value.
fn sum(text: &str, units: &[(&str, u64)]) -> Option<u64> {
    let text = text.split('(').next()?.trim().to_ascii_uppercase();
    let mut rest = text.as_str();
    let mut sum: u64 = 0;
    while !rest.is_empty() {
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let count: u64 = rest[..digits].parse().ok()?;
        let behind = rest[digits..].trim_start();
        let letters = behind.len() - behind.trim_start_matches(char::is_alphabetic).len();
        let unit = &behind[..letters];
        let unit = unit.strip_suffix('S').unwrap_or(unit);
        let (_, size) = units.iter().find(|(name, _)| *name == unit)?;
        sum = sum.checked_add(count.checked_mul(*size)?)?;
        rest = behind[letters..].trim_start();
    }
    Some(sum)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations() {
        for (text, expected) in [
            ("86400", Some(86_400)),
            ("FOREVER", Some(2_147_483_647)),
            ("10 SECONDS", Some(10)),
            ("1 DAY 2 HOURS", Some(93_600)),
            ("86400 SECONDS (1 DAY)", Some(86_400)),
            ("1 minute", Some(60)),
            ("1 WEEK", None),
            ("SECONDS", None),
            ("10", Some(10)),
            ("-1", None),
            ("99999999999999999999 DAYS", None),
            ("400000000000000 DAYS", None),
        ] {
            assert_eq!(seconds(text), expected, "{text}");
        }
    }

    #[test]
    fn sizes() {
        for (text, expected) in [
            ("65536", Some(65_536)),
            ("65536 B (64KB)", Some(65_536)),
            ("10GB 512 MB", Some(11_274_289_152)),
            ("many", None),
        ] {
            assert_eq!(bytes(text), expected, "{text}");
        }
    }
}
