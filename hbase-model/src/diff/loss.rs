//! Changes of attributes that lose cells.

use crate::descriptor::Ttl;

/// A change of one attribute, in canonical spelling.
#[derive(Clone, Copy)]
pub(super) struct Change<'a> {
    pub(super) name: &'a str,
    pub(super) from: Option<&'a str>,
    pub(super) to: &'a str,
    /// Whether cells of the family expire, before or after.
    pub(super) expires: bool,
}

impl Change<'_> {
    /// The cells that the change may lose; `None` if none.
    pub(super) fn loss(&self) -> Option<String> {
        let to = self.to;
        let found = match self.name {
            "VERSIONS" if self.falls() => {
                format!("all but the newest {to} versions of each cell")
            }
            "TTL" if self.falls() => format!("cells that are older than {to} s"),
            "MIN_VERSIONS" if self.falls() && self.expires => {
                format!("expired cells beyond the newest {to} of each column")
            }
            "KEEP_DELETED_CELLS" if self.from != Some("FALSE") => {
                "deleted cells that could still be read in older time ranges".to_owned()
            }
            "NEW_VERSION_BEHAVIOR" => {
                "cells that the other order of versions and deletes hides".to_owned()
            }
            "DURABILITY" if safety(to) < safety(self.from.unwrap_or_default()) => {
                "the newest writes, when a server dies".to_owned()
            }
            _ => return None,
        };
        Some(found)
    }

    fn falls(&self) -> bool {
        let number = |text: &str| text.parse::<u64>().ok();
        match (self.from.and_then(number), number(self.to)) {
            (Some(from), Some(to)) => to < from,
            // Values that are not comparable count as a loss.
            _ => true,
        }
    }
}

/// Whether a family's cells expire.
pub(super) fn expires(ttl: &str) -> bool {
    ttl != Ttl::FOREVER.as_secs().to_string()
}

/// The rank of a durability; `USE_DEFAULT` is a synced log.
fn safety(durability: &str) -> u8 {
    match durability {
        "SKIP_WAL" => 0,
        "ASYNC_WAL" => 1,
        "FSYNC_WAL" => 3,
        _ => 2,
    }
}
