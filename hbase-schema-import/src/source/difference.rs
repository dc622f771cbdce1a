//! Describes the changes of a source in words.

use jiff::Timestamp;

use super::SourceIdentity;

/// The difference between two identities of a source with the same name.
pub(crate) fn difference(earlier: &SourceIdentity, now: &SourceIdentity) -> Option<String> {
    let (earlier, now) = (&earlier.fingerprint, &now.fingerprint);
    if earlier == now {
        return None;
    }
    let of_files = File::parse(earlier).zip(File::parse(now));
    let files = of_files.map(|(earlier, now)| of_files_content(&earlier, &now));
    let databases = || {
        let (earlier, now) = (Selection::parse(earlier)?, Selection::parse(now)?);
        Some(of_selections(&earlier, &now))
    };
    let found = files.or_else(databases);
    Some(found.unwrap_or_else(|| "the source's content was changed".to_owned()))
}

/// The fingerprint of a file.
struct File<'a> {
    size: &'a str,
    changed_ns: &'a str,
}

impl<'a> File<'a> {
    fn parse(fingerprint: &'a str) -> Option<Self> {
        let (size, rest) = fingerprint.split_once(" bytes, changed ")?;
        let (changed_ns, _) = rest.split_once(" ns after 1970, head ")?;
        Some(Self { size, changed_ns })
    }

    /// When it was changed, as a date and a time in UTC.
    fn changed(&self) -> String {
        let moment = self.changed_ns.parse().ok().map(Timestamp::from_nanosecond);
        match moment {
            Some(Ok(moment)) => moment.to_string(),
            _ => "an unknown time".to_owned(),
        }
    }
}

fn of_files_content(earlier: &File<'_>, now: &File<'_>) -> String {
    if earlier.size != now.size {
        let (before, after) = (earlier.size, now.size);
        return format!("the source's content had {before} bytes, and has {after}");
    }
    if earlier.changed_ns != now.changed_ns {
        let (before, after) = (earlier.changed(), now.changed());
        return format!(
            "the source's content was last changed at {before}, and is one that was changed at {after}"
        );
    }
    "the source's content differs in its first 64 KiB".to_owned()
}

/// The fingerprint of a database.
struct Selection<'a> {
    rows: &'a str,
    order: &'a str,
    columns: &'a str,
}

impl<'a> Selection<'a> {
    fn parse(fingerprint: &'a str) -> Option<Self> {
        let (rows, rest) = fingerprint.split_once(" ordered by [")?;
        let (order, columns) = rest.split_once("], columns ")?;
        Some(Self {
            rows,
            order,
            columns,
        })
    }
}

fn of_selections(earlier: &Selection<'_>, now: &Selection<'_>) -> String {
    if earlier.rows != now.rows {
        return format!(
            "the source was the {}, and is the {}",
            earlier.rows, now.rows
        );
    }
    if earlier.columns != now.columns {
        let (before, after) = (earlier.columns, now.columns);
        return format!("the source's columns were {before}, and are {after}");
    }
    let names = |order: &str| {
        let parts = order.split("name: \"").skip(1);
        let names = parts.filter_map(|part| part.split_once('"'));
        names.map(|(name, _)| name.to_owned()).collect::<Vec<_>>()
    };
    let (before, after) = (names(earlier.order), names(now.order));
    if before == after {
        return "the source's order has other collations".to_owned();
    }
    let (before, after) = (before.join(", "), after.join(", "));
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
