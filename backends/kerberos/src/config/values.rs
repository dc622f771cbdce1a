//! Reads values of `[libdefaults]`.

use super::ConfigError;
use super::duration;
use super::include::{of_line, quoted};
use super::profile::{Node, Value, values};
use crate::crypto::EncryptionType;

/// The values of `[libdefaults]`. Of several values of one name, the first counts.
pub(super) struct Values<'a> {
    pub(super) nodes: Vec<&'a Node>,
}

impl<'a> Values<'a> {
    pub(super) fn first(&self, name: &str) -> Option<Value<'a>> {
        values(&self.nodes, name).first().copied()
    }

    pub(super) fn text(&self, name: &str) -> Option<String> {
        self.first(name).map(|value| value.text.to_owned())
    }

    pub(super) fn is_set(&self, name: &str, default: bool) -> Result<bool, ConfigError> {
        let Some(value) = self.first(name) else {
            return Ok(default);
        };
        match &*value.text.to_ascii_lowercase() {
            "y" | "yes" | "true" | "t" | "1" | "on" => Ok(true),
            "n" | "no" | "false" | "nil" | "0" | "off" => Ok(false),
            _ => Err(unexpected(value, "`true` or `false`")),
        }
    }

    /// Seconds.
    pub(super) fn duration(&self, name: &str) -> Result<Option<u64>, ConfigError> {
        let Some(value) = self.first(name) else {
            return Ok(None);
        };
        match duration::parse(value.text) {
            Some(seconds) => Ok(Some(seconds)),
            None => Err(unexpected(value, duration::EXPECTED)),
        }
    }

    /// Encryption types, best first. Unknown names are left out, as by MIT's client, but one must be supported.
    pub(super) fn types(&self, name: &str) -> Result<Option<Vec<EncryptionType>>, ConfigError> {
        let Some(value) = self.first(name) else {
            return Ok(None);
        };
        let mut kinds = Vec::new();
        for name in value
            .text
            .split([',', ' ', '\t'])
            .filter(|name| !name.is_empty())
        {
            let name = name.to_ascii_lowercase();
            if let Some(name) = name.strip_prefix('-') {
                let removed = types_of(name);
                kinds.retain(|kind| !removed.contains(kind));
            } else {
                let added = types_of(name.trim_start_matches('+'));
                kinds.extend(added);
            }
        }
        let mut unique = Vec::new();
        for kind in kinds {
            if !unique.contains(&kind) {
                unique.push(kind);
            }
        }
        if unique.is_empty() {
            return Err(unexpected(value, NO_TYPE));
        }
        Ok(Some(unique))
    }
}

const NO_TYPE: &str = "a supported encryption type: `aes256-cts-hmac-sha1-96`, `aes128-cts-hmac-sha1-96`, \
    `aes256-cts-hmac-sha384-192` or `aes128-cts-hmac-sha256-128`";

/// The types of a name, or of a family of types.
fn types_of(name: &str) -> Vec<EncryptionType> {
    if matches!(name, "aes" | "default") {
        return EncryptionType::ALL.to_vec();
    }
    let mut kinds = EncryptionType::ALL.to_vec();
    kinds.retain(|kind| kind.names().contains(&name));
    kinds
}

pub(super) fn unexpected(value: Value<'_>, expected: &str) -> ConfigError {
    of_line(value.source, &quoted(value.text), expected)
}
