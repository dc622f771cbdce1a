//! Collects findings.

use crate::finding::{PolicyFinding, Severity};

/// The findings of all checks.
#[derive(Default)]
pub(super) struct Findings(pub(super) Vec<PolicyFinding>);

impl Findings {
    pub(super) fn error(
        &mut self,
        path: String,
        message: impl Into<String>,
        help: impl Into<String>,
    ) {
        self.add(Severity::Error, path, message.into(), help.into());
    }

    pub(super) fn advise(
        &mut self,
        path: String,
        message: impl Into<String>,
        help: impl Into<String>,
    ) {
        self.add(Severity::Advice, path, message.into(), help.into());
    }

    fn add(&mut self, severity: Severity, path: String, message: String, help: String) {
        self.0.push(PolicyFinding {
            severity,
            path,
            message,
            help,
        });
    }

    pub(super) fn has_errors(&self) -> bool {
        let mut findings = self.0.iter();
        findings.any(|finding| finding.severity == Severity::Error)
    }
}
