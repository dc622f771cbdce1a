//! Describes the changes of a source in words.

use jiff::Timestamp;

use super::SourceIdentity;

/// The difference between two identities of a source with the same name.
pub(crate) fn difference(earlier: &SourceIdentity, now: &SourceIdentity) -> Option<String> {
    let (earlier, now) = (&earlier.fingerprint, &now.fingerprint);
    if earlier == now {
        return None;
    }
    let files = file(earlier).zip(file(now));
    let files = files.map(|(earlier, now)| of_files(earlier, now));
    let selections = || {
        let (earlier, now) = (selection(earlier)?, selection(now)?);
        Some(of_selections(earlier, now))
    };
    let found = files.or_else(selections);
    Some(found.unwrap_or_else(|| "the source's content was changed".to_owned()))
}

/// The size of a file, and the nanoseconds of its last change, in its fingerprint.
fn file(fingerprint: &str) -> Option<(&str, &str)> {
    let (size, rest) = fingerprint.split_once(" bytes, changed ")?;
    let (changed, _) = rest.split_once(" ns after 1970, head ")?;
    Some((size, changed))
}

fn of_files(earlier: (&str, &str), now: (&str, &str)) -> String {
    if earlier.0 != now.0 {
        let (before, after) = (earlier.0, now.0);
        return format!("the source's content had {before} bytes, and has {after}");
    }
    if earlier.1 != now.1 {
        let (before, after) = (moment(earlier.1), moment(now.1));
        return format!(
            "the source's content was last changed at {before}, and is one that was changed at {after}"
        );
    }
    "the source's content differs in its first 64 KiB".to_owned()
}

/// A date and a time in UTC.
fn moment(nanoseconds: &str) -> String {
    let moment = nanoseconds.parse().ok().map(Timestamp::from_nanosecond);
    match moment {
        Some(Ok(moment)) => moment.to_string(),
        _ => "an unknown time".to_owned(),
    }
}

/// The rows, the order and the columns of a database in its fingerprint.
fn selection(fingerprint: &str) -> Option<[&str; 3]> {
    let (rows, rest) = fingerprint.split_once(" ordered by [")?;
    let (order, columns) = rest.split_once("], columns ")?;
    Some([rows, order, columns])
}

fn of_selections(earlier: [&str; 3], now: [&str; 3]) -> String {
    let ([before, order, columns], [after, order_now, columns_now]) = (earlier, now);
    if before != after {
        return format!("the source was the {before}, and is the {after}");
    }
    if columns != columns_now {
        return format!("the source's columns were {columns}, and are {columns_now}");
    }
    let names = |order: &str| {
        let parts = order.split("name: \"").skip(1);
        let names = parts.filter_map(|part| part.split_once('"'));
        let names: Vec<&str> = names.map(|(name, _)| name).collect();
        names.join(", ")
    };
    let (before, after) = (names(order), names(order_now));
    if before == after {
        return "the source's order has other collations".to_owned();
    }
    format!("the source was read in the order of {before}, and is in that of {after}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(earlier: &str, now: &str) -> Option<String> {
        let identity = |fingerprint: &str| SourceIdentity {
            name: "calls".to_owned(),
            fingerprint: fingerprint.to_owned(),
        };
        difference(&identity(earlier), &identity(now))
    }

    #[test]
    fn changed_files_are_described_in_words() {
        let file = |size: u64, ns: u64, head: u64| {
            format!("{size} bytes, changed {ns} ns after 1970, head {head:016x}")
        };
        let second = 1_000_000_000;
        let earlier = file(7, second, 1);
        for (now, expected) in [
            (earlier.clone(), None),
            (
                file(8, second, 1),
                Some("the source's content had 7 bytes, and has 8"),
            ),
            (
                file(7, 2 * second, 1),
                Some(
                    "the source's content was last changed at 1970-01-01T00:00:01Z, and is one that was changed at \
                     1970-01-01T00:00:02Z",
                ),
            ),
            (
                file(7, second, 2),
                Some("the source's content differs in its first 64 KiB"),
            ),
            ("?".to_owned(), Some("the source's content was changed")),
        ] {
            assert_eq!(found(&earlier, &now).as_deref(), expected, "{now}");
        }
    }

    #[test]
    fn other_selections_are_described_in_words() {
        let of = |rows: &str, column: &str, types: &str| {
            format!(
                "{rows} ordered by [(0, OrderColumn {{ name: {column:?}, collation: None }})], columns {types}"
            )
        };
        let earlier = of("table [\"orders\"]", "id", "id: INTEGER");
        for (now, expected) in [
            (
                of("query SELECT 1", "id", "id: INTEGER"),
                "the source was the table [\"orders\"], and is the query SELECT 1",
            ),
            (
                of("table [\"orders\"]", "no", "id: INTEGER"),
                "the source was read in the order of id, and is in that of no",
            ),
            (
                of("table [\"orders\"]", "id", "id: TEXT"),
                "the source's columns were id: INTEGER, and are id: TEXT",
            ),
        ] {
            assert_eq!(found(&earlier, &now).as_deref(), Some(expected));
        }
    }
}
