//! URLs of databases, and their passwords, which no message contains.

use std::fmt;
use std::io::Read as _;
use std::path::Path;

use crate::error::{ImportError, Result};

/// Maximum bytes of a password.
const MOST_PASSWORD: u64 = 4096;

/// Parameters of URLs that are secrets.
const SECRETS: [&str; 5] = ["password", "passwd", "pwd", "sslpassword", "secret"];

/// The URL of a database, such as `postgres://user@host/database`. It is displayed without its password.
#[derive(Clone, PartialEq, Eq)]
pub struct DatabaseUrl(String);

/// The password of a database. Debug output does not contain it.
#[derive(Clone, PartialEq, Eq)]
pub struct Password(String);

impl DatabaseUrl {
    /// A URL by its text; whoever connects checks it.
    pub fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// The scheme: the part before the first colon.
    pub fn scheme(&self) -> &str {
        self.0.split_once(':').map_or("", |(scheme, _)| scheme)
    }

    /// The text, with its password.
    pub fn secret(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for DatabaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.scheme() == "odbc" {
            return f.write_str(&attributes_without_password(&self.0));
        }
        let (url, parameters) = match self.0.split_once('?') {
            Some((url, parameters)) => (url, Some(parameters)),
            None => (self.0.as_str(), None),
        };
        // A `?` may be part of a password that is not encoded, and so may an `@` after it.
        let may_be_password = |text: &str| text.contains('@');
        if parameters.is_some_and(may_be_password) && has_colon_behind_scheme(url) {
            return write!(f, "{}://***", self.scheme());
        }
        f.write_str(&without_password(url))?;
        let Some(parameters) = parameters else {
            return Ok(());
        };
        let shown = parameters.split('&').map(|parameter| {
            let name = parameter.split('=').next().unwrap_or_default();
            if is_secret(name) {
                format!("{name}=***")
            } else {
                parameter.to_owned()
            }
        });
        write!(f, "?{}", shown.collect::<Vec<_>>().join("&"))
    }
}

impl fmt::Debug for DatabaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "DatabaseUrl({self})")
    }
}

fn is_secret(name: &str) -> bool {
    SECRETS
        .iter()
        .any(|secret| secret.eq_ignore_ascii_case(name))
}

/// A connection string of ODBC: attributes between semicolons, whose values may be in braces.
fn attributes_without_password(text: &str) -> String {
    let mut shown = String::new();
    let mut rest = text;
    while !rest.is_empty() {
        let (name, value) = rest.split_once('=').unwrap_or((rest, ""));
        let end = attribute_end(value);
        let name_only = name.trim_start_matches("odbc:").trim();
        shown += name;
        if rest.len() > name.len() {
            shown += if is_secret(name_only) {
                "=***"
            } else {
                &rest[name.len()..=name.len() + end]
            };
        }
        rest = value.get(end..).unwrap_or_default();
        if let Some(behind) = rest.strip_prefix(';') {
            shown.push(';');
            rest = behind;
        }
    }
    shown
}

/// The length of a value up to its semicolon; in braces, a closing brace is doubled.
fn attribute_end(value: &str) -> usize {
    let mut is_quoted = value.starts_with('{');
    for (at, character) in value.char_indices().skip(usize::from(is_quoted)) {
        match character {
            '}' => is_quoted = !is_quoted,
            ';' if !is_quoted => return at,
            _ => {}
        }
    }
    value.len()
}

fn has_colon_behind_scheme(url: &str) -> bool {
    let behind = url.split_once("://").map(|(_, behind)| behind);
    behind.is_some_and(|behind| behind.contains(':'))
}

/// Up to the last `@`: a password may contain one that is not encoded.
fn without_password(url: &str) -> String {
    let Some((scheme, rest)) = url.split_once("://") else {
        return url.to_owned();
    };
    match rest.rsplit_once('@') {
        Some((user, host)) => match user.split_once(':') {
            Some((user, _)) => format!("{scheme}://{user}:***@{host}"),
            None => url.to_owned(),
        },
        None => url.to_owned(),
    }
}

impl Password {
    /// A password by its text.
    pub fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// Reads a password from the first line of a file.
    ///
    /// # Errors
    /// A file that cannot be read.
    pub fn read(path: &Path) -> Result<Self> {
        let fail = |error| ImportError::file("cannot read the password in", path.display(), error);
        let file = std::fs::File::open(path).map_err(fail)?;
        let mut text = String::new();
        file.take(MOST_PASSWORD)
            .read_to_string(&mut text)
            .map_err(fail)?;
        Ok(Self(text.lines().next().unwrap_or_default().to_owned()))
    }

    /// The text.
    pub fn secret(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Password {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Password(***)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_have_no_passwords() {
        for (url, shown) in [
            ("postgres://h/db", "postgres://h/db"),
            ("postgres://u@h:1/db", "postgres://u@h:1/db"),
            ("postgres://u:p@h:1/db", "postgres://u:***@h:1/db"),
            ("mysql://u:p@ss:w/rd@h/db", "mysql://u:***@h/db"),
            (
                "mysql://u:@h/db?ssl-mode=REQUIRED",
                "mysql://u:***@h/db?ssl-mode=REQUIRED",
            ),
            (
                "postgres://h/db?user=u&Password=p&a=1",
                "postgres://h/db?user=u&Password=***&a=1",
            ),
            ("postgres://u:p@?ss@h/db", "postgres://***"),
            ("postgres://u:p?ss@h/db", "postgres://***"),
            ("postgres://h:1/db?password=p@x", "postgres://***"),
            (
                "postgres://h/db?password=p@x",
                "postgres://h/db?password=***",
            ),
            ("sqlite:a.db", "sqlite:a.db"),
            (
                "odbc:DSN=a;Uid=u;PWD=p@;X=1",
                "odbc:DSN=a;Uid=u;PWD=***;X=1",
            ),
            ("odbc:pwd={p@;}}};X={1;2}", "odbc:pwd=***;X={1;2}"),
            ("odbc:DSN=a;", "odbc:DSN=a;"),
            ("odbc:Password=p@", "odbc:Password=***"),
        ] {
            assert_eq!(DatabaseUrl::new(url).to_string(), shown);
            assert!(!format!("{:?}", DatabaseUrl::new(url)).contains("p@"));
        }
        assert_eq!(format!("{:?}", Password::new("p")), "Password(***)");
        assert_eq!(DatabaseUrl::new("sqlite:a.db").scheme(), "sqlite");
    }
}
