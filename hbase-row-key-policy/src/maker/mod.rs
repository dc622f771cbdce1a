//! A policy compiled for rows.

mod char_set;
mod operation;
mod regex;
mod salt;
mod scratch;
mod text;

pub use operation::Operation;

pub(crate) use self::regex::compile as compile_regex;
pub(crate) use salt::SaltMaker;
pub(crate) use scratch::{Input, Scratch};
pub(crate) use text::TextMaker;

use std::ops::Range;

use hbase_model::layout::MAX_KEY;

use crate::error::{KeyError, KeyRule, NumberError, PolicyError};
use crate::finding::Severity;
use crate::policy::{PolicyPart, RowKeyPolicy, RunningNumber};

/// Makes keys according to a policy.
///
/// It is compiled once: [`key`](Self::key) sets up no regular expression and no hash. Each thread uses its own clone.
///
/// ```
/// use hbase_row_key_policy::{KeyMaker, RowKeyPolicy};
///
/// let policy = RowKeyPolicy::from_json(r#"[{"ID":"ID"},
///     {"salt":{"kind":"buckets","count":16,"of":[{"columnName":"ID"}]},"splitChar":"_"},
///     {"columnName":"ID","length":6,"numberStep":1,"prefixChar":"0","prefixNumber":0,"replaceChar":"",
///      "replaceSourceChar":"-","splitChar":"","startNumber":1,"suffixChar":"","suffixNumber":0,"value":""}]"#)?;
/// let mut maker = KeyMaker::new(&policy)?;
/// let mut numbers = policy.counter();
///
/// let mut key = Vec::new();
/// maker.key(&[Some("10-86")], &mut numbers, &mut key)?;
/// assert_eq!(key, b"07_001086");
///
/// let error = maker.key(&[Some("1234567")], &mut numbers, &mut key).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "column `ID`, rule `length`: found 7 characters, expected at most 6: \"1234567\""
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct KeyMaker {
    columns: usize,
    running: Option<RunningNumber>,
    parts: Vec<PartMaker>,
    scratch: Scratch,
    /// The parts' bytes, without separators, in the order in which they are made.
    made: Vec<u8>,
    /// The range of each text part in `made`, by its index among all parts.
    ranges: Vec<Range<usize>>,
}

/// A part, compiled.
#[derive(Clone, Debug)]
pub(crate) enum PartMaker {
    Text(Box<TextMaker>),
    Salt(SaltMaker),
}

impl KeyMaker {
    /// Compiles a policy.
    ///
    /// # Errors
    /// All errors of [`RowKeyPolicy::check`].
    pub fn new(policy: &RowKeyPolicy) -> Result<Self, PolicyError> {
        let mut errors = policy.check();
        errors.retain(|finding| finding.severity == Severity::Error);
        if !errors.is_empty() {
            return Err(PolicyError::Invalid { errors });
        }
        let columns: Vec<&str> = policy.columns().collect();
        let parts = policy.parts.iter().enumerate();
        let parts: Vec<PartMaker> = parts
            .map(|(index, part)| PartMaker::new(policy, &columns, index, part))
            .collect();
        Ok(Self {
            columns: columns.len(),
            running: policy.running_number(),
            ranges: vec![0..0; parts.len()],
            parts,
            scratch: Scratch::default(),
            made: Vec::new(),
        })
    }

    /// Appends the key of a row to `out`.
    ///
    /// `values` are in the order of [`RowKeyPolicy::columns`], `None` for NULL. `numbers` returns the next
    /// running number; it is called once for a row whose columns fit, if the policy has a running number.
    ///
    /// # Errors
    /// A value that does not fit. `out` is then unchanged.
    pub fn key(
        &mut self,
        values: &[Option<&str>],
        numbers: &mut dyn FnMut(RunningNumber) -> Result<u64, NumberError>,
        out: &mut Vec<u8>,
    ) -> Result<(), KeyError> {
        if values.len() != self.columns {
            return Err(self.wrong_count(values.len()));
        }
        self.made.clear();
        self.make_columns(values)?;
        if let Some(running) = self.running {
            let number = numbers(running).map_err(|error| number_error(&error))?;
            self.make_number(number)?;
        }
        let from = out.len();
        let written = self.write(out).and_then(|()| check_size(&out[from..]));
        written.inspect_err(|_| out.truncate(from))
    }

    fn make_columns(&mut self, values: &[Option<&str>]) -> Result<(), KeyError> {
        for (part, range) in self.parts.iter().zip(&mut self.ranges) {
            if let PartMaker::Text(part) = part
                && let Some(index) = part.value_index()
            {
                let value = Input::Value(values.get(index).copied().flatten());
                *range = part.make(value, &mut self.scratch, &mut self.made)?;
            }
        }
        Ok(())
    }

    fn make_number(&mut self, number: u64) -> Result<(), KeyError> {
        for (part, range) in self.parts.iter().zip(&mut self.ranges) {
            if let PartMaker::Text(part) = part
                && part.value_index().is_none()
            {
                let number = Input::Number(number);
                *range = part.make(number, &mut self.scratch, &mut self.made)?;
            }
        }
        Ok(())
    }

    /// The parts, in the order of the key.
    pub(crate) fn parts(&self) -> &[PartMaker] {
        &self.parts
    }

    /// The salt of the parts of the last key.
    pub(crate) fn last_salt(&self, salt: &SaltMaker) -> Result<Vec<u8>, KeyError> {
        let mut bytes = Vec::new();
        salt.write(&self.made, &self.ranges, &mut bytes)?;
        Ok(bytes)
    }

    /// Writes the parts in order, each with its separator.
    fn write(&self, out: &mut Vec<u8>) -> Result<(), KeyError> {
        for (part, range) in self.parts.iter().zip(&self.ranges) {
            match part {
                PartMaker::Text(part) => {
                    out.extend_from_slice(&self.made[range.clone()]);
                    out.extend_from_slice(part.separator.as_bytes());
                }
                PartMaker::Salt(salt) => {
                    salt.write(&self.made, &self.ranges, out)?;
                    out.extend_from_slice(salt.separator.as_bytes());
                }
            }
        }
        Ok(())
    }

    #[cold]
    fn wrong_count(&self, found: usize) -> KeyError {
        KeyError {
            column: None,
            rule: KeyRule::Values,
            message: format!(
                "found {found} values, expected {}, one for each column",
                self.columns
            ),
            value: None,
        }
    }
}

impl PartMaker {
    fn new(policy: &RowKeyPolicy, columns: &[&str], index: usize, part: &PolicyPart) -> Self {
        match part {
            PolicyPart::Salt(salt) => Self::Salt(SaltMaker::new(policy, salt)),
            PolicyPart::Text(text) => {
                let is_last = index + 1 == policy.parts.len();
                let column = policy.source(&text.column_name);
                let column = column.map(|column| {
                    let index = columns.iter().position(|other| *other == column);
                    (index.unwrap_or(usize::MAX), column)
                });
                Self::Text(Box::new(TextMaker::new(text, column, is_last)))
            }
        }
    }
}

#[cold]
fn number_error(error: &NumberError) -> KeyError {
    KeyError {
        column: None,
        rule: KeyRule::Number,
        message: format!("no running number: {error}"),
        value: None,
    }
}

/// A key has 1 to 32767 bytes.
fn check_size(key: &[u8]) -> Result<(), KeyError> {
    if key.is_empty() || key.len() > MAX_KEY {
        return Err(KeyError {
            column: None,
            rule: KeyRule::Key,
            message: format!(
                "found a key of {} bytes, expected 1 to {MAX_KEY}",
                key.len()
            ),
            value: None,
        });
    }
    Ok(())
}
