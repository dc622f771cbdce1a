//! Checks policies.
//!
//! The keys of a policy can be split into their parts. A part ends by its separator, which it must not contain, by
//! padding to its length, or by having exactly that length; two running numbers never make the same text. What a check
//! can find is an error of the policy, everything else one of the row. Random salts are rejected: a repeated import
//! would write its rows under other keys.

mod length;
mod mapping;
mod number;
mod salt;
mod sample;
mod separator;
mod text;

use crate::finding::{PolicyFinding, Severity};
use crate::policy::{PolicyPart, RowKeyPolicy, TextPart};

impl RowKeyPolicy {
    /// All errors in the policy, and advice, by element.
    ///
    /// ```
    /// use hbase_row_key_policy::RowKeyPolicy;
    ///
    /// let policy = RowKeyPolicy::from_json(r#"[{"ID":"ID"},
    ///     {"columnName":"ID","length":0,"numberStep":1,"prefixChar":"0","prefixNumber":0,"replaceChar":"",
    ///      "replaceSourceChar":"-","splitChar":"","startNumber":1,"suffixChar":"","suffixNumber":0,"value":""}]"#)?;
    /// assert_eq!(
    ///     policy.check()[0].to_string(),
    ///     "`[1].length`: found the length 0, expected 1 to 32767: set the most characters that values have"
    /// );
    /// # Ok::<(), hbase_row_key_policy::PolicyError>(())
    /// ```
    pub fn check(&self) -> Vec<PolicyFinding> {
        let mut findings = Findings::default();
        mapping::check(self, &mut findings);
        for (index, part) in self.parts.iter().enumerate() {
            match part {
                PolicyPart::Text(part) => check_text(self, &At { index, part }, &mut findings),
                PolicyPart::Salt(part) => salt::check(self, index, part, &mut findings),
            }
        }
        length::check_key(self, &mut findings);
        if !findings.has_errors() {
            sample::check(self, &mut findings);
        }
        findings.0
    }
}

fn check_text(policy: &RowKeyPolicy, at: &At<'_>, findings: &mut Findings) {
    mapping::check_part(policy, at, findings);
    text::check(at, findings);
    length::check(at, findings);
    separator::check(at, findings);
    if at.part.is_running_number() {
        number::check(policy, at, findings);
    } else {
        separator::advise(policy, at, findings);
    }
}

/// A text part and its index among the parts.
struct At<'p> {
    index: usize,
    part: &'p TextPart,
}

impl At<'_> {
    /// The path of a member.
    fn path(&self, member: &str) -> String {
        path(self.index, member)
    }

    fn is_last(&self, policy: &RowKeyPolicy) -> bool {
        self.index + 1 == policy.parts.len()
    }
}

/// The path of a part's member: the mapping is element 0.
fn path(index: usize, member: &str) -> String {
    format!("[{}].{member}", index + 1)
}

#[derive(Default)]
struct Findings(Vec<PolicyFinding>);

impl Findings {
    fn error(&mut self, path: String, message: impl Into<String>, help: impl Into<String>) {
        self.add(Severity::Error, path, message.into(), help.into());
    }

    fn advise(&mut self, path: String, message: impl Into<String>, help: impl Into<String>) {
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

    fn has_errors(&self) -> bool {
        let mut findings = self.0.iter();
        findings.any(|finding| finding.severity == Severity::Error)
    }
}
