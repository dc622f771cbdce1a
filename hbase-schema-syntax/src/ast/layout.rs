//! The layout of a key, as far as attributes determine it.

use std::borrow::Cow;

use hbase_model::{Encoding, PartLayout, SaltLayout};
use syn::ext::IdentExt;

use super::{Key, Part};

impl Key<'_> {
    /// The layout of the salt.
    pub fn salt_layout(&self) -> Option<SaltLayout> {
        let salt = self.salt.as_ref()?;
        let separator = self.separator.as_ref();
        Some(SaltLayout {
            salt: salt.value.clone(),
            separator: separator.map(|separator| Cow::Owned(separator.value.clone())),
        })
    }
}

impl Part<'_> {
    /// The layout of a part with this encoding, without codes.
    pub fn layout(&self, encoding: Encoding) -> PartLayout {
        PartLayout {
            name: Cow::Owned(self.ident.unraw().to_string()),
            encoding,
            desc: self.desc.is_some(),
            reverse: self.reverse.is_some(),
            separator: self.separator.clone().map(Cow::Owned),
            terminated: self.terminator.is_some(),
            omit_none: self.omit_none.is_some(),
            salt: self.salt.as_ref().map(|salt| salt.value.clone()),
            max: self.max.as_ref().map(|max| max.value),
            codes: Cow::Borrowed(""),
        }
    }
}
