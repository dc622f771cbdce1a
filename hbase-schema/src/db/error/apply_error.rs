//! The error of a plan whose steps fail.

use std::fmt;

use hbase_backend::Error as Cause;
use hbase_model::diff::{Action, Step};

use super::types::{ApplyError, Error, FailedStep};

impl FailedStep {
    /// Whether a further step is not tried: it has the same table, or a table in a namespace that
    /// could not be created, or the backend does not respond.
    pub(in crate::db) fn stops(&self, next: &Step) -> bool {
        if self.is_without_answer() {
            return true;
        }
        match (&self.step.action, next.table()) {
            (Action::CreateNamespace(name), Some(table)) => table.namespace() == name,
            (_, Some(table)) => self.step.table() == Some(table),
            (_, None) => false,
        }
    }

    fn is_without_answer(&self) -> bool {
        self.is_uncertain() || matches!(self.error.as_backend(), Some(Cause::NotSent { .. }))
    }

    /// Whether the step may have taken effect: no response arrived, or the connection was lost before it.
    pub fn is_uncertain(&self) -> bool {
        self.error.is_uncertain()
    }

    /// Whether only `HBase`'s shell can run the step: the backend does not support it, or the
    /// namespace is missing and the plan, made without a list of namespaces, has no step for it.
    pub fn is_for_shell(&self) -> bool {
        matches!(
            self.error.as_backend(),
            Some(Cause::Unsupported { .. } | Cause::NamespaceNotFound { .. })
        )
    }
}

impl ApplyError {
    /// The steps that were applied, in order.
    pub fn done(&self) -> &[Step] {
        &self.done
    }

    /// The steps that failed, at least one, each with its error.
    pub fn failures(&self) -> &[FailedStep] {
        &self.failures
    }

    /// The requested steps that were not applied, in order: those that failed, and those that were not
    /// tried because of them.
    pub fn undone(&self) -> &[Step] {
        &self.undone
    }

    /// The first step that failed.
    pub fn failed(&self) -> Option<&Step> {
        self.failures.first().map(|failed| &failed.step)
    }

    /// The error of the first step that failed.
    pub fn cause(&self) -> Option<&Error> {
        self.failures.first().map(|failed| &failed.error)
    }

    /// Whether a failed step may have taken effect: [`FailedStep::is_uncertain`].
    pub fn is_uncertain(&self) -> bool {
        self.failures.iter().any(FailedStep::is_uncertain)
    }

    /// The undone steps as a script for `HBase`'s shell, which stops at the first error: the steps in
    /// order with the namespaces that they need, then the splits that only the shell supports. The
    /// statements' files are those of the steps.
    pub fn script(&self) -> String {
        let steps = self.undone.iter().chain(&self.by_hand);
        let mut lines: Vec<String> = Vec::new();
        for step in steps {
            for line in step.script().lines() {
                // Each namespace is created once.
                if !lines.iter().any(|known| known == line) {
                    lines.push(line.to_owned());
                }
            }
        }
        lines.join("\n")
    }

    /// Whether the script contains the remaining steps.
    pub fn is_for_shell(&self) -> bool {
        self.failures.iter().any(FailedStep::is_for_shell)
    }
}

impl fmt::Display for ApplyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, FailedStep { step, error }) in self.failures.iter().enumerate() {
            let separator = if at == 0 { "" } else { "; " };
            write!(f, "{separator}{error}; it was `{}`", step.statement)?;
            if self.failures[at].is_uncertain() {
                f.write_str(", which may have taken effect nevertheless")?;
            }
        }
        let untried = self.undone.len() - self.failures.len();
        write!(f, "; {} done, {untried} not tried", self.done.len())?;
        if self.is_for_shell() {
            write!(f, "; for HBase's shell:\n{}", self.script())?;
        }
        Ok(())
    }
}

// The message contains the causes, so `source` returns nothing.
impl std::error::Error for ApplyError {}

#[cfg(test)]
mod tests {
    use hbase_model::diff::{Coverage, Declared, Plan, compare};
    use hbase_model::{TableDescriptor, TableName};

    use super::*;
    use crate::db::error::CallContext;

    /// The steps that create the namespaces and tables.
    fn steps() -> Vec<Step> {
        let diffs = [("A", "T"), ("A", "U"), ("B", "T")].map(|(namespace, name)| {
            let table = TableDescriptor::new(TableName::from_static(namespace, name));
            compare(Declared::table(&table), None, Coverage::Full).unwrap()
        });
        Plan::of(&diffs, Some(&[])).unwrap().harmless
    }

    fn step(of: &str) -> Step {
        let mut steps = steps().into_iter();
        let found = steps.find(|step| match &step.action {
            Action::CreateNamespace(name) => name == of,
            _ => step.table().is_some_and(|table| table.to_string() == of),
        });
        found.unwrap()
    }

    fn failed(of: &str, cause: Cause) -> FailedStep {
        FailedStep {
            step: step(of),
            error: CallContext::call("apply").backend(cause),
        }
    }

    #[test]
    fn a_step_that_failed_stops_those_that_depend_on_it() {
        let invalid = || Cause::invalid("x");
        for (of, next, stops) in [
            ("A", "A:T", true),
            ("A", "B:T", false),
            ("A", "B", false),
            ("A:T", "A:T", true),
            ("A:T", "A:U", false),
            ("A:T", "B", false),
        ] {
            let failed = failed(of, invalid());
            assert_eq!(failed.stops(&step(next)), stops, "{of}, {next}");
        }
        // A server that does not respond would respond to none.
        let refused = std::io::ErrorKind::ConnectionRefused;
        for cause in [
            Cause::DeadlineExceeded { doing: "x" },
            Cause::io("x", std::io::ErrorKind::BrokenPipe.into()),
            Cause::not_sent("x", refused.into()),
        ] {
            assert!(failed("A", cause).stops(&step("B:T")));
        }
    }

    #[test]
    fn a_script_has_each_line_once() {
        let error = ApplyError {
            done: Vec::new(),
            failures: vec![
                failed("A:T", Cause::invalid("x")),
                failed(
                    "B",
                    Cause::NamespaceNotFound {
                        namespace: "B".into(),
                    },
                ),
            ],
            undone: vec![step("A"), step("A:T"), step("A")],
            by_hand: vec![step("B"), step("A:T")],
        };
        let script = error.script();
        let lines: Vec<_> = script.lines().collect();
        assert_eq!(lines.len(), 3, "{script}");
        assert!(
            lines[0].contains("'A'") && lines[2].contains("'B'"),
            "{script}"
        );
        assert!(error.is_for_shell() && !error.is_uncertain());
        assert_eq!(error.failed(), Some(&step("A:T")));
        assert!(matches!(
            error.cause().and_then(Error::as_backend),
            Some(Cause::InvalidRequest { .. })
        ));
    }
}
