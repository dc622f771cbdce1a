//! Changes of attributes that lose cells.

use crate::descriptor::Ttl;
use crate::lock::{self, Class, Fact, rule_of};

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
            "VERSIONS" if loses(Fact::Versions, self.falls()) => {
                format!("all but the newest {to} versions of each cell")
            }
            "TTL" if loses(Fact::Ttl, self.falls()) => format!("cells that are older than {to} s"),
            "MIN_VERSIONS" if loses(Fact::MinVersions, self.falls()) && self.expires => {
                format!("expired cells beyond the newest {to} of each column")
            }
            "KEEP_DELETED_CELLS" if loses(Fact::KeepDeletedCells, self.from != Some("FALSE")) => {
                "deleted cells that could still be read in older time ranges".to_owned()
            }
            "NEW_VERSION_BEHAVIOR" if loses(Fact::VersionOrder, true) => {
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

/// Whether a change loses cells, by the rules of locks; `falls` if less is kept.
const fn loses(fact: Fact, falls: bool) -> bool {
    let rule = rule_of(fact, lock::Change::Changed);
    let class = if falls { rule.class } else { rule.if_more };
    matches!(class, Class::Loss)
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
