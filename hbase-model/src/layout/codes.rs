//! The codes of enums in keys: the only values that a part of such a type has.

use std::borrow::Cow;

use super::{Encoding, KeyLayout, LayoutError, PartLayout, PartValue};
use crate::codes::{codes, listed};

impl KeyLayout {
    /// Checks that each value of a key, in the order of the parts, is a code if its part is an enum.
    ///
    /// ```
    /// use hbase_model::{Encoding, KeyLayout, PartLayout};
    /// let text = Encoding::Text { width: Some(1), pad: None };
    /// let state = PartLayout { codes: "N=New,P=Paid".into(), ..PartLayout::plain("state".into(), text) };
    /// let key = KeyLayout { salt: None, parts: vec![state].into() };
    /// key.check_codes(&["N".into()])?;
    /// let error = key.check_codes(&["X".into()]).unwrap_err();
    /// assert_eq!(error.to_string(), "part `state`: found the code \"X\", expected one of N (New), P (Paid)");
    /// # Ok::<(), hbase_model::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`LayoutError::UndeclaredCode`] for the first value that is not a code.
    pub fn check_codes(&self, values: &[PartValue]) -> Result<(), LayoutError> {
        let mut parts = self.parts.iter().zip(values);
        parts.try_for_each(|(part, value)| part.check_code(value))
    }

    /// The same layout without codes, which determine no bytes.
    #[must_use]
    pub fn without_codes(&self) -> Self {
        let parts = self.parts.iter().cloned();
        let parts = parts.map(|part| PartLayout {
            codes: Cow::Borrowed(""),
            ..part
        });
        Self {
            parts: parts.collect::<Vec<_>>().into(),
            ..self.clone()
        }
    }
}

impl PartLayout {
    fn check_code(&self, value: &PartValue) -> Result<(), LayoutError> {
        // Only the program decodes an optional part.
        let is_opaque = matches!(self.encoding, Encoding::Custom(_));
        if self.codes.is_empty() || is_opaque || *value == PartValue::Absent {
            return Ok(());
        }
        let found = value.to_string();
        let code = listed(&found);
        if codes(&self.codes).any(|(known, _)| known == code) {
            return Ok(());
        }
        let known = codes(&self.codes);
        let known: Vec<_> = known
            .map(|(code, variant)| format!("{code} ({variant})"))
            .collect();
        Err(LayoutError::UndeclaredCode {
            part: self.name.to_string(),
            found,
            known: known.join(", "),
        })
    }
}
