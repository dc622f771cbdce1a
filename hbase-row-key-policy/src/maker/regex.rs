//! `regex` and `regexReplacement`.

use regex::{Regex, RegexBuilder};

use super::scratch::{Broken, MOST_VALUE};
use crate::error::KeyRule;
use crate::policy::RegexReplacement;

/// The maximum bytes of a compiled expression, so that a policy cannot make it allocate more.
const MOST_COMPILED: usize = 1 << 20;

/// A compiled expression and its replacement.
#[derive(Clone, Debug)]
pub(crate) struct Replacement {
    regex: Regex,
    text: String,
    has_groups: bool,
}

/// Compiles an expression.
pub(crate) fn compile(pattern: &str) -> Result<Regex, regex::Error> {
    RegexBuilder::new(pattern)
        .size_limit(MOST_COMPILED)
        .dfa_size_limit(MOST_COMPILED)
        .build()
}

impl Replacement {
    /// `None` for an expression that does not compile.
    pub(super) fn new(member: &RegexReplacement) -> Option<Self> {
        Some(Self {
            regex: compile(&member.pattern).ok()?,
            text: member.replacement.clone(),
            has_groups: member.replacement.contains('$'),
        })
    }

    /// Replaces each match. Text without a match stays as it is.
    pub(super) fn apply(&self, from: &str, into: &mut String) -> Result<(), Broken> {
        if self.has_groups {
            return self.expand(from, into);
        }
        let mut end = 0;
        for found in self.regex.find_iter(from) {
            into.push_str(&from[end..found.start()]);
            into.push_str(&self.text);
            check(into)?;
            end = found.end();
        }
        into.push_str(&from[end..]);
        check(into)
    }

    fn expand(&self, from: &str, into: &mut String) -> Result<(), Broken> {
        let mut end = 0;
        for groups in self.regex.captures_iter(from) {
            let found = groups.get_match();
            into.push_str(&from[end..found.start()]);
            groups.expand(&self.text, into);
            check(into)?;
            end = found.end();
        }
        into.push_str(&from[end..]);
        check(into)
    }
}

fn check(text: &str) -> Result<(), Broken> {
    if text.len() > MOST_VALUE {
        return Err(Broken::too_long(KeyRule::Regex));
    }
    Ok(())
}
