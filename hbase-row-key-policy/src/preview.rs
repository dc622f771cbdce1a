//! Shows what each operation of a policy does to values.

use hbase_model::printable::Printable;

use crate::error::{KeyError, PolicyError};
use crate::maker::{Input, KeyMaker, Operation, PartMaker, SaltMaker, Scratch, TextMaker};
use crate::policy::{PolicyPart, RowKeyPolicy};

/// The key that a policy makes from values.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct KeyPreview {
    /// The parts, in the order of the key.
    pub parts: Vec<PartPreview>,
    /// The key, or the first error of its parts.
    pub key: Result<Vec<u8>, KeyError>,
}

/// The text that the operations make from one part's value.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct PartPreview {
    /// The part in words: a source column, `running number`, or a salt such as `md5_hex(4)`.
    pub name: String,
    /// The text after each operation of the part; the first one is the value. A salt's bytes are printed as in
    /// `HBase`'s shell.
    pub steps: Vec<(Operation, String)>,
    /// The error that ends the steps.
    pub error: Option<KeyError>,
}

impl RowKeyPolicy {
    /// The samples (`value`) of the source columns, in the order of [`columns`](Self::columns): the first
    /// one of each column that is not empty.
    pub fn samples(&self) -> Vec<&str> {
        let sample = |column: &str| {
            let mut samples = self
                .text_parts()
                .filter(|part| self.source(&part.column_name) == Some(column))
                .map(|part| part.value.as_str());
            samples.find(|value| !value.is_empty()).unwrap_or_default()
        };
        self.columns().map(sample).collect()
    }

    /// Applies the policy to one row, and returns the outcome of each operation.
    ///
    /// ```
    /// use hbase_row_key_policy::{Operation, RowKeyPolicy};
    ///
    /// let policy = RowKeyPolicy::from_json(r#"[{"ID":"ID"},
    ///     {"columnName":"ID","length":6,"numberStep":1,"prefixChar":"0","prefixNumber":0,"replaceChar":"",
    ///      "replaceSourceChar":"-","splitChar":"","startNumber":1,"suffixChar":"","suffixNumber":0,"value":""}]"#)?;
    /// let preview = policy.preview(&[Some("10-86")])?;
    /// assert_eq!(
    ///     preview.parts[0].steps,
    ///     [
    ///         (Operation::Value, "10-86".to_owned()),
    ///         (Operation::Replace, "1086".to_owned()),
    ///         (Operation::Pad, "001086".to_owned()),
    ///     ]
    /// );
    /// assert_eq!(preview.key?, b"001086");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The errors of [`check`](Self::check). A value that does not fit is an error of the preview's key.
    pub fn preview(&self, values: &[Option<&str>]) -> Result<KeyPreview, PolicyError> {
        let mut maker = KeyMaker::new(self)?;
        let mut key = Vec::new();
        let key = maker
            .key(values, &mut self.counter(), &mut key)
            .map(|()| key);
        let parts = maker.parts().iter().zip(&self.parts);
        let parts = parts.map(|(made, part)| PartPreview {
            name: self.name(part),
            ..match made {
                PartMaker::Text(text) => self.preview_text(text, values),
                PartMaker::Salt(salt) => preview_salt(salt, &maker, key.is_ok()),
            }
            .with_separator(part.separator())
        });
        Ok(KeyPreview {
            parts: parts.collect(),
            key,
        })
    }

    fn name(&self, part: &PolicyPart) -> String {
        match part {
            PolicyPart::Salt(salt) => salt.salt.to_string(),
            PolicyPart::Text(text) => {
                let column = self.source(&text.column_name);
                column.unwrap_or("running number").to_owned()
            }
        }
    }

    fn preview_text(&self, text: &TextMaker, values: &[Option<&str>]) -> PartPreview {
        let input = match (text.value_index(), self.running_number()) {
            (Some(index), _) => Input::Value(values.get(index).copied().flatten()),
            (None, running) => Input::Number(running.map_or(0, |running| running.start)),
        };
        let mut preview = PartPreview::default();
        let observe = |operation, text: &str| preview.steps.push((operation, text.to_owned()));
        preview.error = text.run(input, &mut Scratch::default(), observe).err();
        preview
    }
}

impl PartPreview {
    fn with_separator(mut self, separator: &str) -> Self {
        let last = self.steps.last().filter(|_| self.error.is_none());
        if let Some((_, text)) = last.filter(|_| !separator.is_empty()) {
            let text = format!("{text}{separator}");
            self.steps.push((Operation::Separator, text));
        }
        self
    }
}

/// Empty without a key: the salt is computed from the key's parts.
fn preview_salt(salt: &SaltMaker, maker: &KeyMaker, has_key: bool) -> PartPreview {
    let bytes = has_key.then(|| maker.last_salt(salt));
    let text = bytes.and_then(Result::ok);
    let text = text.map(|bytes| (Operation::Salt, Printable(&bytes).to_string()));
    PartPreview {
        steps: text.into_iter().collect(),
        ..PartPreview::default()
    }
}
