//! Maps `HBase`'s exceptions to errors.

use hbase_backend::{Error, ExceptionKind};
use hbase_model::TableName;

/// The subject of a request, which its error names.
#[derive(Clone, Copy, Debug)]
pub(super) enum Subject<'a> {
    Cluster,
    Namespace(&'a str),
    Table(&'a TableName),
}

/// The error for an exception of `class`.
pub(super) fn translate(subject: Subject<'_>, class: &str, message: &str) -> Error {
    let name = class.rsplit('.').next().unwrap_or(class);
    let message = message.strip_prefix(class).unwrap_or(message);
    let message = message.trim_start_matches(": ");
    of_subject(subject, name, message).unwrap_or_else(|| {
        if ExceptionKind::of_class(name) == Some(ExceptionKind::InvalidRequest) {
            return Error::invalid(message);
        }
        Error::Server {
            class: class.to_owned(),
            message: message.to_owned(),
        }
    })
}

fn of_subject(subject: Subject<'_>, name: &str, message: &str) -> Option<Error> {
    if let ("ConstraintException", Subject::Namespace(namespace)) = (name, subject) {
        return Some(Error::NamespaceNotEmpty {
            namespace: namespace.to_owned(),
            tables: tables_held(message)?,
        });
    }
    Some(match (ExceptionKind::of_class(name)?, subject) {
        (ExceptionKind::TableNotFound, Subject::Table(table)) => Error::TableNotFound {
            table: table.clone(),
        },
        (ExceptionKind::TableDisabled, Subject::Table(table)) => Error::TableDisabled {
            table: table.clone(),
        },
        (ExceptionKind::TableExists, Subject::Table(table)) => Error::TableExists {
            table: table.clone(),
        },
        (ExceptionKind::FamilyNotFound, Subject::Table(table)) => family_not_found(table, message),
        (ExceptionKind::NamespaceNotFound, subject) => Error::NamespaceNotFound {
            namespace: namespace(subject)?,
        },
        (ExceptionKind::NamespaceExists, subject) => Error::NamespaceExists {
            namespace: namespace(subject)?,
        },
        _ => return None,
    })
}

fn namespace(subject: Subject<'_>) -> Option<String> {
    match subject {
        Subject::Cluster => None,
        Subject::Namespace(name) => Some(name.to_owned()),
        Subject::Table(table) => Some(table.namespace().to_owned()),
    }
}

/// From `Only empty namespaces can be removed. Namespace NAME has N tables`.
fn tables_held(message: &str) -> Option<usize> {
    let count = message.split(" has ").nth(1)?;
    count.split(' ').next()?.parse().ok()
}

/// From `Column family NAME does not exist in region …, {NAME => 'f', …}, {NAME => 'g', …}`.
fn family_not_found(table: &TableName, message: &str) -> Error {
    let after = message.split("olumn family ").nth(1).unwrap_or_default();
    let family = after.split(" does not exist").next().unwrap_or_default();
    let known = message.split("{NAME => '").skip(1);
    let known = known.filter_map(|text| text.split('\'').next());
    Error::family_not_found(table, family, known)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: TableName = TableName::from_static("default", "T");

    #[test]
    fn a_missing_family_is_named_with_those_there_are() {
        let class = "org.apache.hadoop.hbase.regionserver.NoSuchColumnFamilyException";
        let message = format!(
            "{class}: Column family nope does not exist in region T,,1.a. in table 'T', \
             {{TABLE_ATTRIBUTES => {{}}}}, {{NAME => 'f', VERSIONS => '3'}}, {{NAME => 'g'}}"
        );
        let error = translate(Subject::Table(&TABLE), class, &message);
        assert_eq!(error.to_string(), "table T has no family nope: it has f, g");
    }

    #[test]
    fn a_namespace_says_how_many_tables_it_holds() {
        let message = "Only empty namespaces can be removed. Namespace n has 2 tables";
        let error = translate(Subject::Namespace("n"), "a.ConstraintException", message);
        assert!(matches!(error, Error::NamespaceNotEmpty { tables: 2, .. }));
    }

    #[test]
    fn what_has_no_name_here_keeps_its_own() {
        let error = translate(
            Subject::Cluster,
            "a.b.OddException",
            "a.b.OddException: odd",
        );
        assert_eq!(error.to_string(), "a.b.OddException: odd");
    }
}
