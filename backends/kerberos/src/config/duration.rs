//! Durations of `krb5.conf`.

/// The text that describes what is allowed.
pub(super) const EXPECTED: &str =
    "a duration such as `36000`, `10h`, `1d 2h`, `10:00` or `10:00:00`";

/// Reads seconds, `1d2h3m4s` with any of the units, `h:m` or `h:m:s`.
pub(super) fn parse(text: &str) -> Option<u64> {
    let text = text.trim();
    if text.contains(':') {
        return clock(text);
    }
    if let Ok(seconds) = text.parse() {
        return Some(seconds);
    }
    with_units(text)
}

fn clock(text: &str) -> Option<u64> {
    let parts: Vec<u64> = text
        .split(':')
        .map(|part| part.parse().ok())
        .collect::<Option<_>>()?;
    match *parts {
        [hours, minutes] if minutes < 60 => sum(&[(hours, 3600), (minutes, 60)]),
        [hours, minutes, seconds] if minutes < 60 && seconds < 60 => {
            sum(&[(hours, 3600), (minutes, 60), (seconds, 1)])
        }
        _ => None,
    }
}

fn with_units(text: &str) -> Option<u64> {
    const UNITS: [(char, u64); 4] = [('d', 86400), ('h', 3600), ('m', 60), ('s', 1)];
    let mut parts = Vec::new();
    let mut rest = text;
    let mut units = UNITS.iter();
    while !rest.is_empty() {
        let end = rest.find(|letter: char| !letter.is_ascii_digit())?;
        let number = rest[..end].parse().ok()?;
        let after = rest[end..].trim_start();
        let letter = after.chars().next()?.to_ascii_lowercase();
        // Units come in order, each at most once.
        let (_, seconds) = units.find(|(unit, _)| *unit == letter)?;
        parts.push((number, *seconds));
        rest = after[1..].trim_start();
    }
    if parts.is_empty() { None } else { sum(&parts) }
}

fn sum(parts: &[(u64, u64)]) -> Option<u64> {
    parts.iter().try_fold(0_u64, |sum, (number, unit)| {
        sum.checked_add(number.checked_mul(*unit)?)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_have_units() {
        for (text, expected) in [
            ("300", 300),
            ("10h", 36000),
            ("1d 2h", 93600),
            ("1d2h3m4s", 93784),
            ("7D", 604_800),
            ("10:00", 36000),
            ("0:01:05", 65),
            ("30 s", 30),
        ] {
            assert_eq!(parse(text), Some(expected), "{text}");
        }
        for text in [
            "",
            "h",
            "1x",
            "1h 1d",
            "1:60",
            "-5",
            "1h1h",
            "99999999999999999999",
            "1é",
            "::",
        ] {
            assert_eq!(parse(text), None, "{text}");
        }
    }
}
