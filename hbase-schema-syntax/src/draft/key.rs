//! The row key that the attributes of struct and fields declare.

use hbase_model::layout::Salt;

use super::{Draft, FieldDraft};
use crate::ast::Spanned;
use crate::attr::{DEFAULT_SALT, KeyOptions, PartOptions, digits};

impl<'a> Draft<'a> {
    /// The fields that are key parts, with their options, in order.
    pub(crate) fn parts(&self) -> Vec<(&FieldDraft<'a>, &PartOptions)> {
        let parts = self.fields.iter();
        let parts = parts.filter_map(|field| Some((field, &field.part.as_ref()?.options)));
        parts.collect()
    }

    /// The key parts before another part.
    pub(crate) fn inner_parts(&self) -> Vec<(&FieldDraft<'a>, &PartOptions)> {
        let mut parts = self.parts();
        parts.pop();
        parts
    }

    /// The options of `#[rowkey]` on the struct.
    pub(crate) fn key(&self) -> Option<&KeyOptions> {
        self.attrs.key.as_ref().map(|key| &key.options)
    }

    /// The salt: the struct's, or the default one if only parts are marked.
    pub(crate) fn salt(&self) -> Option<Spanned<Salt>> {
        let is_text = self.key().is_some_and(|k| k.separator.is_set());
        let salt = if self.has_salt_option() {
            let declared = self.key()?.salt.spanned()?;
            Spanned::new(declared.value.salt.clone(), declared.span)
        } else {
            let parts = self.parts();
            let mark = parts.iter().find_map(|(_, part)| part.salt.span())?;
            Spanned::new(DEFAULT_SALT, mark)
        };
        Some(salt.map(|salt| with_width(salt.with_text(is_text))))
    }

    /// The function that computes the salt.
    pub(crate) fn salt_function(&self) -> Option<&syn::Path> {
        self.key()?.salt.spanned()?.value.function.as_ref()
    }

    /// Whether the struct sets a salt, valid or not.
    pub(crate) fn has_salt_option(&self) -> bool {
        self.key().is_some_and(|k| k.salt.is_set())
    }

    /// The key's separator.
    pub(crate) fn separator(&self) -> Option<&Spanned<Vec<u8>>> {
        self.key()?.separator.spanned()
    }

    /// Whether the key's separator is invalid, and may therefore be any.
    pub(crate) fn has_broken_separator(&self) -> bool {
        self.key().is_some_and(|k| k.separator.is_broken())
    }

    /// The separator after a part: its terminator, its own separator or the key's.
    pub(crate) fn separator_after<'d>(
        &'d self,
        part: &'d PartOptions,
    ) -> Option<Spanned<&'d [u8]>> {
        let bytes =
            |separator: &'d Spanned<Vec<u8>>| Spanned::new(&*separator.value, separator.span);
        if part.unseparated.is_set() || part.has_no_separator() {
            return None;
        }
        let own = part.terminator.spanned().map(bytes);
        let own = own.or_else(|| part.own_separator());
        own.or_else(|| self.separator().map(bytes))
    }
}

/// The salt with the least width that its values need, if it declares none.
fn with_width(mut salt: Salt) -> Salt {
    if let Salt::With {
        width: width @ 0,
        values,
        text,
        ..
    } = &mut salt
    {
        *width = if *text {
            digits(*values)
        } else {
            4 - u8::try_from((*values - 1).leading_zeros() / 8).unwrap_or(0)
        };
    }
    salt
}
