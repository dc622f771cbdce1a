//! The selection to read: a table or a query.

use super::Database;

/// A table or a query of a database.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Selection {
    /// A table or view: the names of its schema or database, then its own name.
    Table(Vec<String>),
    /// A query, without a semicolon.
    Query(String),
}

impl Selection {
    /// A table by its name, such as `flights` or `public.flights`; a name with a dot is quoted: `"a.b"`.
    ///
    /// # Errors
    /// An empty name, or an unclosed quote.
    pub fn table(text: &str) -> Result<Self, String> {
        let fail = || {
            format!(
                "found the table `{text}`, expected a name such as `flights` or `public.flights`; a name with a dot as `\"a.b\"`"
            )
        };
        let mut parts = Vec::new();
        let mut rest = text;
        loop {
            let (part, behind) = match rest.strip_prefix('"') {
                Some(quoted) => quoted.split_once('"').ok_or_else(fail)?,
                None => rest.split_at(rest.find('.').unwrap_or(rest.len())),
            };
            if part.is_empty() {
                return Err(fail());
            }
            parts.push(part.to_owned());
            match behind.strip_prefix('.') {
                Some(more) => rest = more,
                None if behind.is_empty() => return Ok(Self::Table(parts)),
                None => return Err(fail()),
            }
        }
    }

    /// A query, without the semicolon at its end.
    ///
    /// # Errors
    /// An empty query.
    pub fn query(text: &str) -> Result<Self, String> {
        let query = text.trim().trim_end_matches(';').trim_end();
        if query.is_empty() {
            return Err("found an empty query, expected a `SELECT`".to_owned());
        }
        Ok(Self::Query(query.to_owned()))
    }

    /// The selection in messages.
    pub(super) fn name(&self) -> String {
        match self {
            Self::Table(parts) => format!("table {}", parts.join(".")),
            Self::Query(_) => "query".to_owned(),
        }
    }

    /// The selection in a `FROM`, with the alias `q`.
    pub(super) fn from(&self, database: &dyn Database) -> String {
        match self {
            Self::Table(parts) => {
                let parts = parts.iter().map(|part| database.quote(part));
                format!("{} q", parts.collect::<Vec<_>>().join("."))
            }
            // The query may end with a comment.
            Self::Query(sql) => format!("({sql}\n) q"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_have_parts() {
        let parts = |text: &str| match Selection::table(text) {
            Ok(Selection::Table(parts)) => Some(parts.join("|")),
            _ => None,
        };
        assert_eq!(parts("flights").as_deref(), Some("flights"));
        assert_eq!(parts("public.flights").as_deref(), Some("public|flights"));
        assert_eq!(parts("\"a.b\".\"c d\"").as_deref(), Some("a.b|c d"));
        for invalid in ["", ".a", "a.", "\"a", "\"a\"b", "a..b"] {
            assert_eq!(parts(invalid), None, "{invalid}");
        }
        assert!(Selection::query(" ; ").is_err());
        let query = Selection::query("SELECT 1; ").unwrap();
        assert_eq!(query, Selection::Query("SELECT 1".to_owned()));
    }
}
