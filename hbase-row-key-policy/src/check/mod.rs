//! Checks policies.
//!
//! The keys of a policy can be split into their parts. A part ends with its separator, which it must not contain, by
//! padding to its length, or by having exactly that length; two running numbers never make the same text. Anything that
//! a check can find is an error of the policy; everything else is an error of the row. Random salts are rejected: a
//! repeated import would write its rows under other keys.

mod at;
mod findings;
mod length;
mod mapping;
mod number;
mod salt;
mod sample;
mod separator;
mod text;

use crate::finding::PolicyFinding;
use crate::policy::{PolicyPart, RowKeyPolicy};
use at::At;
use findings::Findings;

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
    ///     "`[1].length`: found the length 0, expected 1 to 32767: set the maximum number of characters that values have"
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
